import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAgUiLint } from '../../../../src/shared/protocol/check/ag-ui-lint'
import { chunkFault } from '../../../../src/shared/protocol/check/chunk-schema'
import { createStreamLint } from '../../../../src/shared/protocol/check/stream-lint'
import { createTanstackLint } from '../../../../src/shared/protocol/check/tanstack-lint'
import type { PlacedChunk } from '../../../../src/shared/protocol/chunks'
import type { AgUiEvent } from '../../../../src/shared/protocol/dialects/ag-ui-events'
import { agUiEvents, readWithHttpAgent } from '../../../support/ag-ui-judge'
import { happenings } from '../../../support/arbitrary-happenings'
import { live, play } from '../../../support/converter-script'
import { dialectProblems, faults, tanstackChunks } from '../../../support/dialect-problems'

const output = play([
  live.heard('Pay.'),
  live.said('Shall I?'),
  live.call('pay'),
  { type: 'ask-open', index: 0, approvalId: 'p1' },
  { type: 'pause' },
  { type: 'settle-open', index: 0, outcome: { kind: 'result', output: 'paid' } },
  live.said('Paid.'),
  live.complete(),
])

describe('the check of a chunk', () => {
  it.each([
    [{ type: 'moon' }, 'unknown type moon'],
    [{ type: 'constructor' }, 'unknown type constructor'],
    [null, 'unknown type'],
    [{ type: 'finish', finishReason: 'STOP' }, 'finish at finishReason'],
    [{ type: 'tool-output-available', toolCallId: 'c' }, 'tool-output-available at output'],
    [{ type: 'text-start', id: null }, 'text-start at id'],
    [{ type: 'text-start', id: 'a', colour: 'teal' }, 'colour'],
    [{ type: 'tool-output-available', toolCallId: 'c', output: Number.NaN }, 'no JSON'],
  ])('says what is wrong with %j', (chunk, words) => {
    expect(chunkFault(chunk)).toContain(words)
  })

  it('reports nothing for a whole conversation', () => {
    expect(output.map(({ chunk }) => chunkFault(chunk)).filter((fault) => fault !== null)).toEqual([])
  })
})

describe('the check of AG-UI events', () => {
  const events = agUiEvents(output)

  it('agrees with the agent’s own: every lost event is found by both or by neither', { timeout: 60_000 }, async () => {
    expect(faults(createAgUiLint(), events)).toEqual([])
    for (const [index] of events.entries()) {
      const damaged = events.filter((_, at) => at !== index)
      const judged = (await readWithHttpAgent(damaged)).failures.length > 0
      // the agent accepts a run that just stops, we don't
      expect([damaged[index]?.type, faults(createAgUiLint(), damaged).length > 0]).toEqual([
        damaged[index]?.type,
        judged || index === events.length - 1,
      ])
    }
  })

  it('finds duplicates, and unknown fields', () => {
    for (const event of events.filter(({ type }) => type.endsWith('_START') || type === 'RUN_STARTED' || type.endsWith('_END'))) {
      const twice = events.flatMap((one) => (one === event ? [one, one] : [one]))
      expect(faults(createAgUiLint(), twice)).not.toEqual([])
    }
    const [first] = events
    if (first === undefined) throw new Error('no events')
    const odd: AgUiEvent = Object.assign({}, first, { colour: 'teal' })
    expect(createAgUiLint().take(odd)).toEqual([expect.stringContaining('colour')])
  })
})

describe('the check of older TanStack chunks', () => {
  it('accepts the writer’s output and finds what is lost, doubled or late', () => {
    const chunks = tanstackChunks(output)
    expect(chunks.map(({ type }) => type)).toEqual(['content', 'tool_call', 'approval-requested', 'tool_result', 'content', 'done'])
    expect(faults(createTanstackLint(), chunks)).toEqual([])
    const without = (type: string) => chunks.filter((chunk) => chunk.type !== type)
    const twice = (type: string) => chunks.flatMap((chunk) => (chunk.type === type ? [chunk, chunk] : [chunk]))
    for (const damaged of [without('tool_call'), twice('tool_call'), twice('tool_result'), twice('done'), [...chunks].reverse()])
      expect(faults(createTanstackLint(), damaged)).not.toEqual([])
  })
})

describe('all checks', () => {
  it('accept any output of the converter and the writers', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(happenings, (what) => {
        const placed = play(what)
        expect(faults(createStreamLint(), placed)).toEqual([])
        expect(dialectProblems(placed)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('store no more than they need of an endless conversation, and still find faults at its end', { timeout: 60_000 }, () => {
    const lint = createStreamLint()
    const turn = (index: number): readonly PlacedChunk[] => {
      const place = { turnId: `turn-${index}`, messageId: `message-${index}`, role: 'assistant' as const }
      return [
        { ...place, chunk: { type: 'start', messageId: place.messageId } },
        { ...place, chunk: { type: 'finish', finishReason: 'stop' } },
      ]
    }
    for (let index = 0; index < 5000; index += 1) for (const placed of turn(index)) expect(lint.take(placed)).toEqual([])
    expect(turn(4999).flatMap((placed) => lint.take(placed))).toContainEqual(expect.stringContaining('opened again'))
  })
})
