import { describe, expect, it } from 'vitest'
import { createTranslator } from '../../../src/shared/i18n/translator'
import { words as english } from '../../../src/shared/languages/en'
import { words as japanese } from '../../../src/shared/languages/ja'
import { failure, textOf } from '../../../src/shared/lib/result'
import { displayText, displayTextSchema, type Message, messageOf, modelText, storedTextSchema } from '../../../src/shared/messages/message'
import { type MessageCode, messageTexts } from '../../../src/shared/messages/message-text'

const codes = Object.keys(messageTexts) as MessageCode[]
const slotsOf = (text: string): ReadonlySet<string> => new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))
const inEnglish = createTranslator('en')
const inJapanese = createTranslator('ja')

/** A message with a value in every place. */
function filled(code: MessageCode): Message {
  return { code, values: Object.fromEntries([...slotsOf(messageTexts[code])].map((name, index) => [name, `値${index + 1}`])) }
}

describe('a message', () => {
  it.each(codes)('is worded in English and in Japanese, and its values fill every place: %s', (code) => {
    const message = filled(code)
    for (const text of [displayText(message, inEnglish), displayText(message, inJapanese), modelText(message)]) {
      expect(text).not.toMatch(/\{\w+\}/)
    }
    expect(english.messages[code]).not.toMatch(/\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Han}/u)
    expect(japanese.messages[code]).not.toMatch(/[A-Za-z]+ [a-z]+ [a-z]+/)
  })

  it('keeps its values as they are, whatever they contain', () => {
    const left = '$1,000 (a\nb) {left}'
    const message = messageOf('not-enough-money', { account: 'studio ··4417', left })
    expect(displayText(message, inJapanese)).toBe('studio ··4417の残高（$1,000 (a\nb) {left}）が足りないため、支払っていません。')
    expect(displayText(message, inEnglish)).toContain(`studio ··4417, which has ${left}`)
  })

  it('words the messages and the texts in several languages that are its values', () => {
    const problem = messageOf('file-too-large', { file: 'a b.txt', size: 64 })
    expect(displayText(messageOf('file-not-sent', { problem }), inJapanese)).toBe('a b.txtは64 kBを超えています。何も送っていません。')
    const reason = messageOf('denied-by-rule', { number: 4, name: { en: 'Payments', ja: '支払い' } })
    expect(displayText(messageOf('denied', { reason }), inJapanese)).toBe('拒否：ルール4：支払い')
    expect(modelText(messageOf('denied', { reason }))).toBe('Denied: Rule 4: Payments')
  })

  it('is the same after it was stored, and so is a text of an earlier version or of somebody else', () => {
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
