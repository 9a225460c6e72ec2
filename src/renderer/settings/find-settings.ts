import { searchTerms } from '../../shared/history/search-terms'
import type { PlainKey } from '../../shared/i18n/language-file'
import type { Translator } from '../i18n/translate'
import type { SettingsSection } from '../state/app-state'
import { pageOf } from './settings-pages'
import { settingsSections } from './settings-sections'

/** A row or a section of the settings found by a search. */
export interface FoundSetting {
  readonly section: SettingsSection
  /** the names of the page and of the section, which are often the same */
  readonly place: string
  readonly name: string
  /** the row's key; null: the section itself */
  readonly row: PlainKey | null
}

/**
 * The rows whose name, description, section or page contain all words of `query`, and the sections whose names do, in the order
 * of the pages; empty for a blank query.
 */
export function findSettings(query: string, i18n: Translator): readonly FoundSetting[] {
  const plain = (text: string): string => text.normalize('NFKC').toLocaleLowerCase(i18n.language)
  const terms = searchTerms(query).map(plain)
  if (terms.length === 0) return []
  const matches = (text: string): boolean => terms.every((term) => plain(text).includes(term))
  return settingsSections.flatMap(({ section, name: sectionKey, rows }): readonly FoundSetting[] => {
    const page = i18n.t(pageOf(section).name)
    const sectionName = i18n.t(sectionKey)
    const place = page === sectionName ? page : `${page} › ${sectionName}`
    const found = rows.flatMap((row: PlainKey) => {
      const name = i18n.t(row)
      const line = lineOf(row, i18n)
      return matches(`${name} ${line === null ? '' : i18n.t(line)} ${place}`) ? [{ section, place, name, row }] : []
    })
    return matches(sectionName) ? [{ section, place: page, name: sectionName, row: null }, ...found] : found
  })
}

function lineOf(row: PlainKey, { texts }: Translator): PlainKey | null {
  const line = `${row}Line`
  const isKey = (text: string): text is PlainKey => Object.hasOwn(texts, text)
  return isKey(line) ? line : null
}
