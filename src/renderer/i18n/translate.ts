import { createInstance } from 'i18next'
import type { StringKey, StringValues } from './catalogue'
import { en } from './en'
import { ja } from './ja'

/** Languages of the page. */
export type Language = 'en' | 'ja'

type PluralStem<Key> = Key extends `${infer Stem}_other` ? Stem : never

/** Words in one language. Values stand in as they are: React escapes what it draws. */
export interface Translator {
  readonly language: Language
  /** The string of this key with its values. */
  say<Key extends StringKey>(key: Key, ...values: keyof StringValues<Key> extends never ? [] : [StringValues<Key>]): string
  /** The string that fits the number. */
  count(stem: PluralStem<StringKey>, count: number): string
}

/** Makes the translator of one language; both catalogues are in the bundle, nothing is loaded. */
export function createTranslator(language: Language): Translator {
  const instance = createInstance()
  void instance.init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: en }, ja: { translation: ja } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, skipOnVariables: true },
    initAsync: false,
  })
  return {
    language,
    say: (key, ...values) => instance.t(key, { ...values[0] }),
    count: (stem, count) => instance.t(stem, { count }),
  }
}

/** The language to speak: the chosen one, else the system's if Parley has it, else English. */
export function chooseLanguage(setting: 'system' | Language, systemLocale: string): Language {
  if (setting !== 'system') return setting
  return systemLocale.toLowerCase().startsWith('ja') ? 'ja' : 'en'
}
