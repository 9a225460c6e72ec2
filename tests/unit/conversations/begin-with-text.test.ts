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

describe('the first message of a conversation without a key', () => {
  it('is answered by the recording that it starts, without a notice', () => {
    expect(begin('pay the Hoshino Print invoice, from the studio account')).toEqual({ answers: 'payment', told: [] })
  })

  it('that was never recorded gets a notice, because the answer can’t match', () => {
    expect(begin('Please write me a poem')).toEqual({ answers: undefined, told: hint })
  })

  it('in Japanese that was never recorded gets a Japanese answer', () => {
    expect(begin('詩を書いてください')).toEqual({ answers: 'payment-ja', told: hint })
    expect(begin('詩を書いてください', { chosen: paymentInJapanese })).toEqual({ answers: undefined, told: hint })
  })

  it('does not matter if Gemini answers, if there is a key, or if one recording answers everything', () => {
    const quiet = { answers: undefined, told: [] }
    expect(begin('Please write me a poem', { chosen: null })).toEqual(quiet)
    expect(begin('Please write me a poem', { hasKey: true })).toEqual(quiet)
    expect(begin('Please write me a poem', { fixtures: [weather] })).toEqual(quiet)
  })
})
