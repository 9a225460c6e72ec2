import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chooseLanguage, createTranslator } from '../../../src/renderer/i18n/translate'
import { firstLanguage, languageCodes, languageName, loadedLanguages } from '../../../src/shared/i18n/languages'
import { words as english } from '../../../src/shared/languages/en'
import { words as japanese } from '../../../src/shared/languages/ja'
import { messageTexts } from '../../../src/shared/messages/message-text'

const en = english.texts
const others = loadedLanguages()
  .filter(([code]) => code !== firstLanguage)
  .map(([code, file]) => ({ code, file }))
const ja = japanese.texts

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}|<(\w+)>/g)].map((match) => match[1] ?? match[2]).sort()

function sources(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(^|[\\/])languages[\\/]\w+\.ts$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
}

describe('Parley’s texts', () => {
  it.each(others)('in $code have the values of the English ones, and a form for each plural of the language', ({ code, file }) => {
    // what Japanese leaves out of a question, its card shows
    const shorter = new Set(['call.process_payment.question'])
    for (const [key, text] of Object.entries(en)) {
      const other = file.texts[key as keyof typeof en]
      if (shorter.has(key)) expect(placeholders(text)).toEqual(expect.arrayContaining(placeholders(other)))
      else expect([key, placeholders(other)]).toEqual([key, placeholders(text)])
    }
    for (const [told, text] of Object.entries(messageTexts)) {
      const slots = (one: string) => [...one.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(slots(text)).toEqual(expect.arrayContaining(slots(file.messages?.[told as keyof typeof messageTexts] ?? '')))
    }
    const texts: Readonly<Record<string, string>> = file.texts
    const { pluralCategories } = new Intl.PluralRules(file.locale).resolvedOptions()
    const stems = Object.keys(en).flatMap((key) => /^(.+)_other$/.exec(key)?.[1] ?? [])
    expect(stems.length).toBeGreaterThan(20)
    expect(
      stems.flatMap((stem) => pluralCategories.filter((form) => texts[`${stem}_${form}`] === undefined).map((form) => `${stem}_${form}`)),
    ).toEqual([])
    expect(createTranslator(code).language).toBe(code)
  })

  it('are all used', () => {
    const source = sources(join(import.meta.dirname, '../../../src'))
    const named = new Set([...source.matchAll(/['"]([\w.-]+)['"]/g)].map(([, name]) => name))
    const begun = new Set([...source.matchAll(/`([\w.-]+\.)\$\{/g)].map(([, start]) => start))
    const isUsed = (key: string) => {
      const stem = key.replace(/_(one|other)$/, '')
      const parts = stem.split('.')
      return named.has(stem) || parts.some((_, index) => begun.has(`${parts.slice(0, index + 1).join('.')}.`))
    }
    expect(Object.keys(en).filter((key) => !isUsed(key))).toEqual([])
  })

  it('follow the rules of wording: no exclamation marks, no space between Latin and kana', () => {
    for (const text of Object.values(en)) expect(text).not.toMatch(/!|\boops\b|please wait/i)
    for (const text of Object.values(ja)) expect(text).not.toMatch(/[A-Za-z] [ぁ-んァ-ヶ一-龠]|[ぁ-んァ-ヶ一-龠] [A-Za-z]/u)
  })

  it('have their values inserted unchanged and plural forms in each language', () => {
    expect(createTranslator('en').t('composer.failed', { reason: '<b>&' })).toBe('Not sent. <b>&')
    expect(createTranslator('en').count('sidebar.openApprovals', 1)).toBe('1 question')
    expect(createTranslator('en').count('sidebar.openApprovals', 3)).toBe('3 questions')
    expect(createTranslator('ja').count('sidebar.openApprovals', 3)).toBe('確認3件')
    expect(createTranslator('en').count('sight.tokens', 3096)).toBe('3,096 tokens')
    expect(createTranslator('en').t('card.goesTo', { destination: '{{time}} $t(app.name)' })).toBe('goes to {{time}} $t(app.name)')
  })

  it('follow the setting before the system', () => {
    expect(chooseLanguage('system', 'ja-JP')).toBe('ja')
    expect(chooseLanguage('system', 'de-DE')).toBe('en')
    expect(chooseLanguage('en', 'ja-JP')).toBe('en')
    expect(['ja_JP.UTF-8', 'JA', 'en-ZA', 'jam', 'C', ''].map((locale) => chooseLanguage('system', locale))).toEqual([
      'ja',
      'ja',
      'en',
      'en',
      'en',
      'en',
    ])
    // a value that only another version of Parley has counts as no choice
    expect(chooseLanguage('tlh', 'ja-JP')).toBe('ja')
    expect(languageCodes().map(languageName)).toEqual(['English', '日本語'])
  })
})
