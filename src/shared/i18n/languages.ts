import type { EnglishFile, LanguageFile } from './language-file'

/** The texts of a language, or how to load them. */
type Source = LanguageFile | EnglishFile | (() => Promise<LanguageFile | EnglishFile>)

/** The source of all keys, and the fallback if Parley does not have the user's language. */
export const firstLanguage = 'en'

const sources = new Map<string, Source>()
const loaded = new Map<string, LanguageFile | EnglishFile>()

/** Registers languages by the paths of their files: the file name is the language's code. */
export function addLanguages(files: Readonly<Record<string, Source>>): void {
  for (const [place, source] of Object.entries(files)) {
    const code = /([^/]+)\.ts$/.exec(place)?.[1] ?? place
    sources.set(code, source)
    if (typeof source !== 'function') loaded.set(code, source)
  }
}

/** The codes of all languages, English first. */
export function languageCodes(): readonly string[] {
  const others = [...sources.keys()].filter((code) => code !== firstLanguage)
  return [firstLanguage, ...others.sort()]
}

/** The language's own name for itself. */
export function languageName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language', fallback: 'code' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

/** Whether the texts of this language are loaded. */
export function isLanguageLoaded(code: string): boolean {
  return loaded.has(code)
}

/** Loads the texts of a language. False if they can't be read: the next call tries again. */
export async function loadLanguage(code: string): Promise<boolean> {
  const source = sources.get(code)
  if (source === undefined || loaded.has(code)) return loaded.has(code)
  try {
    loaded.set(code, typeof source === 'function' ? await source() : source)
    return true
  } catch {
    return false
  }
}

/** The texts of a loaded language; null for one that is not loaded. */
export function loadedLanguage(code: string): LanguageFile | EnglishFile | null {
  return loaded.get(code) ?? null
}

/** The loaded languages, in the order of loading. */
export function loadedLanguages(): readonly (readonly [code: string, words: LanguageFile | EnglishFile])[] {
  return [...loaded]
}

/**
 * Chooses the UI language: the user's choice, else the system's if Parley has it, else English. A locale has the system's form,
 * for example `ja-JP` or `de_AT.UTF-8`; another script counts as another language.
 */
export function chooseLanguage(setting: string, systemLocale: string): string {
  if (setting !== 'system' && sources.has(setting)) return setting
  const wanted = likely(systemLocale)
  if (wanted === null) return firstLanguage
  const fitting = languageCodes().filter((code) => {
    const own = likely(code)
    return own?.language === wanted.language && own.script === wanted.script
  })
  return fitting.find((code) => likely(code)?.region === wanted.region) ?? fitting[0] ?? firstLanguage
}

function likely(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag.replace(/[.@].*$/, '').replaceAll('_', '-')).maximize()
  } catch {
    return null
  }
}
