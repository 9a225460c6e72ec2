import { describe, expect, it } from 'vitest'
import { createTranslator } from '../../../src/shared/i18n/translator'
import { words as english } from '../../../src/shared/languages/en'
import { words as japanese } from '../../../src/shared/languages/ja'
import type { JsonObject } from '../../../src/shared/lib/json'
import { failure, textOf } from '../../../src/shared/lib/result'
import { displayText, displayTextSchema, type Message, messageOf, modelText, storedTextSchema } from '../../../src/shared/messages/message'
import { type MessageCode, messageTexts } from '../../../src/shared/messages/message-text'
import { modelTexts } from '../../../src/shared/messages/model-texts'
import { aiSdkSse } from '../../../src/shared/protocol/dialects/ai-sdk'
import { errorChunk } from '../../../src/shared/protocol/settlement'
import { toolResponseFor } from '../../../src/shared/tools/tool-response'
import { builtInToolsOnPaper } from '../../support/built-in-tools-on-paper'

const codes = Object.keys(messageTexts) as MessageCode[]
const slotsOf = (text: string): ReadonlySet<string> => new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))
const inEnglish = createTranslator('en')
const inJapanese = createTranslator('ja')

/** A message with a value in every place. */
function filled(code: MessageCode): Message {
  return { code, values: Object.fromEntries([...slotsOf(messageTexts[code])].map((name, index) => [name, `値${index + 1}`])) }
}

describe('a message of Parley', () => {
  it.each(codes)('is worded in English and in Japanese, and its values fill every place: %s', (code) => {
    const message = filled(code)
    for (const text of [displayText(message, inEnglish), displayText(message, inJapanese), modelText(message)]) {
      expect(text).not.toMatch(/\{\w+\}/)
    }
    expect(english.messages[code]).not.toMatch(/\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Han}/u)
    expect(japanese.messages[code]).not.toMatch(/[A-Za-z]+ [a-z]+ [a-z]+/)
  })

  it('keeps the values unchanged, whatever they are', () => {
    const left = '$1,000 (a\nb) {left}'
    const message = messageOf('not-enough-money', { account: 'studio ··4417', left })
    expect(displayText(message, inJapanese)).toBe('studio ··4417の残高（$1,000 (a\nb) {left}）が足りないため、支払っていません。')
    expect(displayText(message, inEnglish)).toContain(`studio ··4417, which has ${left}`)
  })

  it('is complete if its values are messages or texts in several languages', () => {
    const problem = messageOf('file-too-large', { file: 'a b.txt', size: 64 })
    expect(displayText(messageOf('file-not-sent', { problem }), inJapanese)).toBe('a b.txtは64 kBを超えています。何も送っていません。')
    const reason = messageOf('denied-by-rule', { number: 4, name: { en: 'Payments', ja: '支払い' } })
    expect(displayText(messageOf('denied', { reason }), inJapanese)).toBe('拒否：ルール4：支払い')
    expect(modelText(messageOf('denied', { reason }))).toBe('Denied: Rule 4: Payments')
  })

  it('is unchanged after storage, and so is a text of an earlier version or from elsewhere', () => {
    const nested = messageOf('arguments-do-not-fit', { tool: 'pay', problems: [messageOf('argument-empty'), messageOf('argument-date')] })
    for (const text of [nested, messageOf('source-gone', { file: 'a.db' }), 'The file a.db is not there any more.', '']) {
      expect(displayTextSchema.parse(JSON.parse(JSON.stringify(text)))).toEqual(text)
    }
    const earlier = { en: 'a.db holds no tables.', ja: 'a.dbに表がありません。' }
    expect(storedTextSchema.parse(earlier)).toEqual(earlier)
    expect(displayText(earlier, inJapanese)).toBe(earlier.ja)
    expect(displayText('The file a.db is not there any more.', inJapanese)).toBe('The file a.db is not there any more.')
  })

  it('is refused with a code that does not exist, or with a value that is no text', () => {
    for (const text of [{ code: 'constructor', values: {} }, { code: 'session-ended' }, { code: 'source-gone', values: { file: null } }]) {
      expect(displayTextSchema.safeParse(text).success).toBe(false)
    }
  })

  it('gives a failure its English text for programs, and is itself what the user sees', () => {
    const message = messageOf('source-name-taken', { name: 'Orders' })
    const { error } = failure('source-name-taken', message)
    expect(error.message).toBe('There is already a source called Orders.')
    expect(displayText(textOf(error), inJapanese)).toBe('Ordersという名前のデータソースがすでにあります。')
    expect(textOf(failure('other', 'Plain.').error)).toBe('Plain.')
  })
})

describe('the text for the model', () => {
  it.each(Object.entries(modelTexts))('differs from the text for the user, with the values of the message: %s', (code, text) => {
    const own = messageTexts[code as MessageCode]
    expect(text).not.toBe(own)
    expect([...slotsOf(text)].filter((name) => !slotsOf(own).has(name))).toEqual([])
    expect(own).not.toMatch(/[Tt]he user\b|[Dd]o not call/)
  })

  it('speaks of the user; the text for the user addresses them', () => {
    const stopped = messageOf('stopped-by-user')
    expect(modelText(stopped)).toBe('The user stopped this call. Do not call it again unless the user asks for it.')
    expect(displayText(stopped, inEnglish)).toBe('You stopped this call.')
    expect(displayText(stopped, inJapanese)).toBe('あなたが止めました。')
    expect(toolResponseFor({ kind: 'error', errorText: stopped })).toEqual({ status: 'failed', error: modelText(stopped) })
  })

  it('is in the chunk of a failed call; the message that the user sees is next to it, and no outside client gets it', () => {
    const message = messageOf('clipboard-in-browser')
    const chunk = errorChunk('call-1', message)
    expect(chunk).toEqual({ type: 'tool-output-error', toolCallId: 'call-1', errorText: modelText(message), toolMetadata: { message } })
    expect(aiSdkSse({ type: 'chunk', chunk })).not.toContain('toolMetadata')
    expect(errorChunk('call-1', 'no room')).toEqual({ type: 'tool-output-error', toolCallId: 'call-1', errorText: 'no room' })
  })
})

describe('the fault of an argument', () => {
  const calls: readonly (readonly [string, JsonObject])[] = [
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

  it.each(calls)('is in Japanese too: %s %j', (toolName, input) => {
    const tool = builtInToolsOnPaper().find(({ name }) => name === toolName)
    const prepared = tool?.prepare(input)
    if (prepared === undefined || prepared.ok) throw new Error('these arguments do fit')
    const text = displayText(textOf(prepared.error), inJapanese)
    expect(text).toMatch(/^引数が合わないため/)
    expect(text).not.toMatch(/expected|Invalid|must|Too |Unrecognized|decimal|characters/)
    expect(prepared.error.message).toMatch(/Correct the arguments and call again\.$/)
  })

  it('is sent to the model in English with the kinds of the values', () => {
    const tool = builtInToolsOnPaper().find(({ name }) => name === 'get_weather')
    const prepared = tool?.prepare({ place: 5, days: 99 })
    expect(prepared?.ok === false ? prepared.error.message : '').toContain(
      'place: Invalid input: expected string, received number; days: Too big: expected number to be <=',
    )
  })
})
