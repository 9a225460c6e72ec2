import { describe, expect, it } from 'vitest'
import { createTranslator } from '../../../src/shared/i18n/translator'
import { words as japanese } from '../../../src/shared/languages/ja'
import { earlierTexts } from '../../../src/shared/messages/earlier-texts'
import { asMessageText, fillText, type MessageCode, messageText, messageTexts } from '../../../src/shared/messages/message-text'
import { parseMessageText, translateMessage } from '../../../src/shared/messages/translate-message'
import { builtInToolsOnPaper } from '../../support/built-in-tools-on-paper'

const codes = (Object.keys(messageTexts) as MessageCode[]).filter((code) => /^(?!\{\w+\}$)/.test(messageTexts[code]))
const slotsOf = (text: string): readonly string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
const valuesOf = (code: MessageCode) => Object.fromEntries(slotsOf(messageTexts[code]).map((name, index) => [name, `値${index + 1}`]))

describe('a text that Parley tells', () => {
  it.each(codes)('is found again in its English words: %s', (code) => {
    const values = valuesOf(code)
    const text = fillText(messageTexts[code], values)
    expect(parseMessageText(text)).toEqual({ code, values })
  })

  it.each(codes)('says all of it in Japanese, without an English sentence: %s', (code) => {
    const [en, ja] = [messageTexts[code], japanese.messages[code]]
    expect(slotsOf(ja).every((name) => slotsOf(en).includes(name))).toBe(true)
    expect(ja).toMatch(/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u)
    expect(ja).not.toMatch(/[A-Za-z]+ [a-z]+ [a-z]+/)
  })

  it.each(earlierTexts)('is still found in the English words of an earlier version: %s, %s', (code, earlier) => {
    const names = slotsOf(earlier)
    const values = Object.fromEntries(names.map((name, index) => [name, `値${index + 1}`]))
    expect(earlier).not.toBe(messageTexts[code])
    expect(parseMessageText(fillText(earlier, values))).toEqual({ code, values })
    expect(slotsOf(japanese.messages[code]).every((name) => names.includes(name))).toBe(true)
  })

  it('keeps the values as they are, whatever stands in them', () => {
    const text = messageText('not-enough-money', { account: 'studio ··4417', left: '$1,000 (a\nb) {left}' })
    expect(translateMessage(text, createTranslator('ja'))).toBe(
      'studio ··4417の残高（$1,000 (a\nb) {left}）が足りないため、支払っていません。',
    )
    expect(translateMessage(text, createTranslator('en'))).toBe(text)
  })

  it('is said whole where a text stands within a text', () => {
    const problem = messageText('file-too-large', { file: 'a b.txt', size: 64 })
    expect(translateMessage(messageText('file-not-sent', { problem }), createTranslator('ja'))).toBe(
      'a b.txtは64 kBを超えています。何も送っていません。',
    )
    const byRule = messageText('denied', { reason: messageText('denied-by-rule', { number: 4, name: '支払い' }) })
    expect(translateMessage(byRule, createTranslator('ja'))).toBe('拒否：ルール4：支払い')
    const reason = messageText('service-refused', { host: 'api.open-meteo.com', status: 429 })
    expect(translateMessage(messageText('weather-unknown', { reason }), createTranslator('ja'))).toBe(
      '今は天気が分かりません：api.open-meteo.comの回答はHTTP 429でした。',
    )
  })

  it('is left as it is where it came from elsewhere', () => {
    for (const text of ['', 'Quota exceeded for metric', 'not before the delivery', '予約：満席', 'a: b; c: d']) {
      expect(translateMessage(text, createTranslator('ja'))).toBe(text)
    }
    expect(asMessageText('x')).toBe('x')
  })
})

describe('what does not fit about arguments', () => {
  const calls: readonly (readonly [string, Record<string, never> | Record<string, unknown>])[] = [
    ['process_payment', {}],
    ['process_payment', { recipient: '', amount: -5, currency: 'yen', account: '', reference: 'x'.repeat(200), when: 'soon', more: 1 }],
    ['process_payment', { recipient: 'a', amount: 0.5, currency: 'JPY', account: 'a', reference: 'a', when: '2026-11-27' }],
    ['get_weather', { place: ' ', days: 99, unit: 'kelvin' }],
    ['get_weather', { place: 5, days: 1.5 }],
    ['change_bgm', { track: 'polka' }],
    ['open_url', { url: 'nonsense' }],
    ['set_timer', { label: '', seconds: 0 }],
    ['set_timer', { label: 'x'.repeat(100), seconds: 1e9, a: 1, b: 2 }],
    ['read_file', { purpose: '' }],
    ['write_clipboard', { text: '' }],
    ['get_location', { exact: 'yes' }],
  ]

  it.each(calls)('is said in Japanese too: %s %j', (toolName, input) => {
    const tool = builtInToolsOnPaper().find(({ name }) => name === toolName)
    const prepared = tool?.prepare(input as Record<string, never>)
    if (prepared === undefined || prepared.ok) throw new Error('these arguments do fit')
    const words = translateMessage(prepared.error.message, createTranslator('ja'))
    expect(words).toMatch(/^引数が合わないため/)
    expect(words).not.toMatch(/expected|Invalid|must|Too |Unrecognized|decimal|characters/)
  })
})
