import type { Localized } from '../text/localized'
import type { CountValues, EnglishFile, LanguageFile, PluralKey, TextKey, TextValues } from './language-file'
import { chooseLanguage, firstLanguage, isLanguageLoaded, loadedLanguage, loadedLanguages } from './languages'

/** Texts in one language. Values are inserted unescaped: the caller escapes them. */
export interface Translator
  extends Pick<
    LanguageFile | EnglishFile,
    'locale' | 'shortMonth' | 'money' | 'texts' | 'faults' | 'spokenYes' | 'spokenStop' | 'messages' | 'refusals'
  > {
  /** its code, for example `ja` */
  readonly language: string
  /** The text of this key with its values. */
  t<Key extends TextKey>(key: Key, ...values: keyof TextValues<Key> extends never ? [] : [TextValues<Key>]): string
  /** The plural form of this text for the number. */
  count<Key extends PluralKey>(
    key: Key,
    count: number,
    ...values: keyof Omit<CountValues<Key>, 'count'> extends never ? [values?: CountValues<Key>] : [values: CountValues<Key>]
  ): string
  /** The text of a localized value in this language, or in English if it has no such text. */
  of(localized: Localized): string
}

const translators = new Map<string, Translator>()

/** The texts of a loaded language; English for one that is not loaded. */
export function createTranslator(language: string): Translator {
  const code = isLanguageLoaded(language) ? language : firstLanguage
  const file = loadedLanguage(code)
  if (file === null) throw new Error('no language was loaded')
  const known = translators.get(code)
  if (known?.texts === file.texts) return known
  const made = translatorOf(code, file)
  translators.set(code, made)
  return made
}

/** The texts for a locale of the system or a chosen language, for example `ja` or `en-GB`. */
export function translatorFor(locale: string): Translator {
  return createTranslator(chooseLanguage('system', locale))
}

/** One text in all loaded languages: for values that are stored or shown elsewhere. */
export function inEveryLanguage(text: (i18n: Translator) => string): Localized {
  const said = loadedLanguages().map(([code]) => [code, text(createTranslator(code))] as const)
  return { en: text(createTranslator(firstLanguage)), ...Object.fromEntries(said) }
}

function translatorOf(language: string, file: LanguageFile | EnglishFile): Translator {
  const plurals = new Intl.PluralRules(file.locale)
  const texts: Readonly<Record<string, string>> = file.texts
  const numbers = new Intl.NumberFormat(file.locale)
  return {
    ...file,
    language,
    t: (key, ...[values]) => fill(file.texts[key], values ?? {}),
    count: (key, count, ...[values]) =>
      fill(texts[`${key}_${plurals.select(count)}`] ?? texts[`${key}_other`] ?? key, { count: numbers.format(count), ...values }),
    of: (localized) => localized[language] ?? localized.en,
  }
}

function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => String(values[name] ?? place))
}
