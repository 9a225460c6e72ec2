import type { EnglishFile, LanguageFile } from './language-file'

/** The words of a language, or how they are loaded. */
type Source = LanguageFile | EnglishFile | (() => Promise<LanguageFile | EnglishFile>)

/** The source of all keys, and what is spoken where Parley does not have the language of the user. */
export const firstLanguage = 'en'

const sources = new Map<string, Source>()
const loaded = new Map<string, LanguageFile | EnglishFile>()

/** Makes languages known, by the places of their files: what the file is called is the language's code. */
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

/** What a language is called by those who speak it. */
export function languageName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language', fallback: 'code' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

/** Whether the words of this language are there. */
export function isLanguageLoaded(code: string): boolean {
  return loaded.has(code)
}

/** Reads the words of a language that is not there yet. False where they can't be read: the next call tries again. */
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

/** The words of a language that was loaded; null for one that was not. */
export function loadedLanguage(code: string): LanguageFile | EnglishFile | null {
  return loaded.get(code) ?? null
}

/** What was loaded, in the order in which it was. */
export function loadedLanguages(): readonly (readonly [code: string, words: LanguageFile | EnglishFile])[] {
  return [...loaded]
}

/**
 * The language to speak: the chosen one, else the system's if Parley has it, else English. A locale is named as systems do it, for
 * example `ja-JP` or `de_AT.UTF-8`; one in another script is another language.
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
