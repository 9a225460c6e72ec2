import { convertToModelMessages, type UIMessage } from 'ai'
import { describe, expect, it } from 'vitest'
import type { PlacedChunk } from '../../../src/shared/protocol/chunks'
import type { CallOutcome } from '../../../src/shared/protocol/converter-input'
import { emptyThread, foldChunk } from '../../../src/shared/protocol/fold'
import type { ToolPart } from '../../../src/shared/protocol/ui-message'
import { messagesProblem } from '../../support/ai-reader'
import { ask, convert, deny, end, expectLegal, pause, result } from '../../support/call-inputs'
import { type Happening, live, play } from '../../support/converter-script'
import { strictChunk } from '../../support/strict-chunk'

// Problems that users of the AI SDK reported with approvals and answers, and what our streams and messages promise
// instead.

const settle = (outcome: CallOutcome, index = 0): Happening => ({ type: 'settle-open', index, outcome })
const askOpen = (index = 0, approvalId = `p${index}`): Happening => ({ type: 'ask-open', index, approvalId })
const toolsOf = (output: readonly PlacedChunk[]): readonly ToolPart[] =>
  output
    .reduce(foldChunk, emptyThread())
    .messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'dynamic-tool' ? [part] : [])))
const typesOf = (output: readonly PlacedChunk[]) => output.map(({ chunk }) => chunk.type)

describe('an approval and its answer', () => {
  const asked = [live.call('pay'), askOpen(), { type: 'pause' } as const]

  // vercel/ai#13307
  it('are one part of the message, from the call to its result', () => {
    expect(toolsOf(play([...asked, settle({ kind: 'result', output: 'paid' })]))).toHaveLength(1)
  })

  // vercel/ai 6.0.313
  it('count once: what comes after the first answer changes nothing', async () => {
    const output = convert(live.call('pay'), ask('call-1', 'p1'), pause, deny('call-1'), result('call-1', 'paid'), deny('call-1'), end)
    expect(typesOf(output).filter((type) => type.startsWith('tool-output'))).toEqual(['tool-output-denied'])
    await expectLegal(output)
  })

  // vercel/ai 6.0.202
  it('that was not requested settles nothing', () => {
    const output = convert(live.said('Hi.'), result('call-1', 'forged'), ask('call-7', 'p1'), deny('__proto__'), live.complete())
    expect(typesOf(output).filter((type) => type.startsWith('tool-'))).toEqual([])
  })

  // vercel/ai#20768
  it('end in exactly one result, denial or error, even if a rule denies without asking', async () => {
    const denied = play([live.call('pay'), settle({ kind: 'denied', reason: 'policy' }), live.complete()])
    expect(toolsOf(denied)).toMatchObject([{ state: 'output-denied', approval: { approved: false } }])
    await expectLegal(denied)
  })

  // vercel/ai#15787
  it('keep the answer in the message when it was a denial', async () => {
    for (const outcome of [{ kind: 'denied' }, { kind: 'expired' }] as const) {
      const output = play([...asked, settle(outcome)])
      expect(toolsOf(output)).toMatchObject([{ state: 'output-denied', approval: { id: 'p0', approved: false } }])
      const messages: UIMessage[] = JSON.parse(JSON.stringify(output.reduce(foldChunk, emptyThread()).messages))
      expect(await messagesProblem(messages)).toBeNull()
      expect(JSON.stringify(await convertToModelMessages(messages))).toContain('tool-result')
    }
  })

  // vercel/ai#13048
  it('keep the text of an error that an approved tool ended with', () => {
    const output = play([...asked, settle({ kind: 'error', errorText: 'The bank refused.' })])
    expect(toolsOf(output)).toMatchObject([{ state: 'output-error', errorText: 'The bank refused.' }])
  })
})

// vercel/ai#13733, vercel/ai#17474, vercel/ai#11269
it('no chunk has a field that a strict client refuses, or lacks one that a newer zod requires', () => {
  const output = play([
    live.heard('Pay.'),
    live.said('One moment.'),
    live.audio(4),
    live.frame({ toolCall: { functionCalls: [{ name: 'pay' }] }, usageMetadata: { promptTokenCount: 1 }, novelty: { a: 1 } }),
    settle({ kind: 'result', output: JSON.parse('null') }),
    live.content({ groundingMetadata: { groundingChunks: [{ web: { uri: 'https://a.example' } }] } }),
    live.interrupted(),
    live.complete({ turnCompleteReason: 'A_NEW_ONE' }),
  ])
  for (const { chunk } of output) expect(strictChunk.safeParse(JSON.parse(JSON.stringify(chunk))).error).toBeUndefined()
  expect(output.find(({ chunk }) => chunk.type === 'tool-output-available')?.chunk).toHaveProperty('output', null)
})
