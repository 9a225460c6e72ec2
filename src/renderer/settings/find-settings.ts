import { searchTerms } from '../../shared/history/search-terms'
import type { PlainKey } from '../../shared/i18n/language-file'
import type { Translator } from '../i18n/translate'
import type { SettingsSection } from '../state/app-state'
import { settingsSections } from './settings-sections'

/** A row of the settings found by a search. */
export interface FoundSetting {
  readonly section: SettingsSection
  readonly sectionName: string
  readonly name: string
}

/**
 * The rows whose name, description or page contain all words of `query`, in the order of the pages; empty for a blank
 * query.
 */
export function findSettings(query: string, i18n: Translator): readonly FoundSetting[] {
  const plain = (text: string): string => text.normalize('NFKC').toLocaleLowerCase(i18n.language)
  const terms = searchTerms(query).map(plain)
  if (terms.length === 0) return []
  return settingsSections.flatMap(({ section, name: page, rows }) => {
    const sectionName = i18n.t(page)
    return rows.flatMap((row: PlainKey) => {
      const name = i18n.t(row)
      const line = lineOf(row, i18n)
      const text = plain(`${name} ${line === null ? '' : i18n.t(line)} ${sectionName}`)
      return terms.every((term) => text.includes(term)) ? [{ section, sectionName, name }] : []
    })
  })
}

function lineOf(row: PlainKey, { texts }: Translator): PlainKey | null {
  const line = `${row}Line`
  const isKey = (text: string): text is PlainKey => Object.hasOwn(texts, text)
  return isKey(line) ? line : null
}
