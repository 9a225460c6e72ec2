import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { createTranslator } from '../../../src/renderer/i18n/translate'
import { findSettings } from '../../../src/renderer/settings/find-settings'
import { settingsPages } from '../../../src/renderer/settings/settings-pages'
import { settingsSections } from '../../../src/renderer/settings/settings-sections'
import { switchOf } from '../../../src/renderer/settings/switches'
import type { PlainKey } from '../../../src/shared/i18n/language-file'
import { defaultSettings } from '../../../src/shared/ipc/default-settings'

const folder = 'src/renderer/settings'
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))

/** Keys of the row names in the sources. */
function rowNames(): readonly string[] {
  return sources.flatMap((source) =>
    [...source.matchAll(/<(?:SettingsRow|SwitchRow|ChoiceRow)\b(.*?)(?:control=|\/>)/gs)].flatMap(([, properties = '']) => {
      const [, name = ''] = /\bname=(?:\{i18n\.t\(([^)]*?)\)\}|"[^"]*")/.exec(properties) ?? []
      const plain = /\bname="([^"]+)"/.exec(properties)?.[1]
      return plain === undefined ? [...name.matchAll(/'([\w-]+\.[\w.-]+)'/g)].map(([, key = '']) => key) : [plain]
    }),
  )
}

/** Names of current values, and rows of the user's own items. */
const unsearched = ['storage.noBackups', 'diagnostics.withRecording', 'models.otherName']

describe('the search of the settings', () => {
  it('knows every row of every page', () => {
    const known: readonly string[] = settingsSections.flatMap(({ rows }) => [...rows])
    const shown = rowNames().filter((name) => !unsearched.includes(name))
    expect(shown.length).toBeGreaterThan(40)
    expect(shown.filter((name) => !known.includes(name))).toEqual([])
  })

  it('finds a row by words of its name, its line or its page, in the language of the page', () => {
    const en = createTranslator('en')
    const ja = createTranslator('ja')
    expect(findSettings('microphone  ready', en).map(({ name }) => name)).toEqual(['Keep the microphone ready'])
    expect(findSettings('ＭＩＣＲＯＰＨＯＮＥ', en).length).toBeGreaterThan(1)
    expect(findSettings('文字の大きさ', ja).map(({ section }) => section)).toEqual(['general', 'hotkeys'])
    expect(findSettings('audit trail', en)[0]).toEqual({ section: 'audit', place: 'Tools and rules', name: 'Audit trail', row: null })
    expect(findSettings('timer ends', en).map(({ place }) => place)).toEqual(['General › Notifications'])
    expect(findSettings('appearance of nothing', en)).toEqual([])
    expect(findSettings('  ', en)).toEqual([])
  })
})

test('every switch is known by the name of its row, and acts at once unless its row has to explain it', () => {
  const rows = sources.flatMap((source) => [...source.matchAll(/<SwitchRow\s+setting="(\w+)"\s+name=\{i18n\.t\('([\w.]+)'\)\}/g)])
  expect(rows.length).toBeGreaterThan(25)
  const explained = ['gateway', 'storeAtGoogle']
  const keys: readonly PlainKey[] = settingsSections.flatMap((one) => [...one.rows])
  const known = keys.flatMap((row) => switchOf(row) ?? [])
  expect(known.toSorted()).toEqual(rows.flatMap(([, setting = '']) => (explained.includes(setting) ? [] : [setting])).toSorted())
})

test('seven pages hold every section once', () => {
  expect(settingsPages).toHaveLength(7)
  expect(settingsPages.flatMap(({ sections }) => [...sections])).toEqual(settingsSections.map(({ section }) => section))
})

/**
 * Settings without a row with a switch, a list or a field: keys have their own resets, and a server is removed with its
 * button.
 */
const otherwise = ['hotkeys', 'shortcuts', 'setUp', 'volume', 'liveModels', 'instruction', 'vocabulary', 'serverAddress']

describe('the reset of the settings', () => {
  it('is available for every setting too, in its row', () => {
    const all = [...sources, readFileSync('src/renderer/hotkeys/hotkeys-section.tsx', 'utf8')].join('\n')
    const named = [...all.matchAll(/<(?:SwitchRow|ChoiceRow|ModelRow|AddressRow)\b[^>]*?\bsetting="(\w+)"/gs)].map(([, key = '']) => key)
    const listed = [...all.matchAll(/\bkeys=\{\[([^\]]*)\]\}/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/'(\w+)'/g)].map(([, key]) => key),
    )
    const missing = settingsSections.flatMap(({ keys }) => keys.filter((key) => ![...named, ...listed, ...otherwise].includes(key)))
    expect(missing).toEqual([])
  })

  it('restores every setting on one page and no other', () => {
    const keys = settingsSections.flatMap((one) => [...one.keys])
    expect(keys.toSorted()).toEqual(Object.keys(defaultSettings).toSorted())
  })
})
