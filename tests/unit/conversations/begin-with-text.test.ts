import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createNoticeService } from '../../../src/main/lib/notices'
import { type Beginning, beginWithText } from '../../../src/main/replay/choose-recording'
import { parseFixture } from '../../../src/shared/fixtures/parse-fixture'

const [weather, payment, paymentInJapanese] = ['weather', 'payment', 'payment-ja'].map((name) => {
  const parsed = parseFixture(readFileSync(join(import.meta.dirname, `../../../fixtures/${name}.jsonl`), 'utf8'))
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value
})
if (weather === undefined || payment === undefined || paymentInJapanese === undefined) throw new Error('no recordings')
const fixtures = [weather, payment, paymentInJapanese]

function begin(text: string, change: Partial<Beginning> = {}) {
  const notices = createNoticeService(
    (prefix) => prefix,
    () => undefined,
  )
  const fixture = beginWithText({
    conversationId: 'conversation-1',
    text,
    chosen: weather ?? null,
    fixtures,
    hasKey: false,
    notices,
    ...change,
  })
  return { answers: fixture?.fixtureId, told: notices.list().map(({ kind, conversationId }) => ({ kind, conversationId })) }
}

const hint = [{ kind: 'not-recorded', conversationId: 'conversation-1' }]

describe('the first words of a conversation without a key', () => {
  it('are answered by the recording that they begin, and then nothing has to be told', () => {
    expect(begin('pay the Hoshino Print invoice, from the studio account')).toEqual({ answers: 'payment', told: [] })
  })

  it('that were never recorded are told to be: the answer that comes can’t fit', () => {
    expect(begin('Please write me a poem')).toEqual({ answers: undefined, told: hint })
  })

  it('in Japanese that were never recorded hear Japanese', () => {
    expect(begin('詩を書いてください')).toEqual({ answers: 'payment-ja', told: hint })
    expect(begin('詩を書いてください', { chosen: paymentInJapanese })).toEqual({ answers: undefined, told: hint })
  })

  it('are no matter where Gemini answers, where there is a key, or where one recording was given for all', () => {
    const quiet = { answers: undefined, told: [] }
    expect(begin('Please write me a poem', { chosen: null })).toEqual(quiet)
    expect(begin('Please write me a poem', { hasKey: true })).toEqual(quiet)
    expect(begin('Please write me a poem', { fixtures: [weather] })).toEqual(quiet)
  })
})
