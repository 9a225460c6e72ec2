import { describe, expect, it } from 'vitest'
import type { Chunk, PlacedChunk } from '../../../src/shared/protocol/chunks'
import { live, play } from '../../support/converter-script'
import { lintStream } from '../../support/stream-lint'

const good = play([
  live.heard('Pay Ines.'),
  live.audio(4),
  live.said('Shall I?'),
  live.call('pay'),
  live.call('tell'),
  { type: 'ask-open', index: 0, approvalId: 'p1' },
  { type: 'pause' },
  { type: 'settle-open', index: 0, outcome: { kind: 'result', output: 'paid' } },
  { type: 'settle-open', index: 0, outcome: { kind: 'result', output: 'told' } },
  live.said('Paid.'),
  live.complete(),
])

type Change = (output: readonly PlacedChunk[]) => readonly PlacedChunk[]
const isModel = (type: string, nth = 0) => {
  let seen = 0
  return (placed: PlacedChunk) => placed.role === 'assistant' && placed.chunk.type === type && seen++ === nth
}
const drop =
  (type: string, nth = 0): Change =>
  (output) => {
    const found = isModel(type, nth)
    return output.filter((placed) => !found(placed))
  }
const edit =
  (type: string, change: object, nth = 0): Change =>
  (output) => {
    const found = isModel(type, nth)
    return output.map((placed) => (found(placed) ? { ...placed, chunk: { ...placed.chunk, ...change } as Chunk } : placed))
  }
const repeat =
  (type: string, nth = 0): Change =>
  (output) => {
    const found = isModel(type, nth)
    return output.flatMap((placed) => (found(placed) ? [placed, placed] : [placed]))
  }
const swap =
  (left: string, leftNth: number, right: string, rightNth: number): Change =>
  (output) => {
    const changed = [...output]
    const [a, b] = [output.findIndex(isModel(left, leftNth)), output.findIndex(isModel(right, rightNth))]
    const [first, second] = [output[a], output[b]]
    if (first !== undefined && second !== undefined) changed.splice(a, 1, second).concat(changed.splice(b, 1, first))
    return changed
  }

const damages: { readonly [name: string]: Change } = {
  'no start': drop('start'),
  'start twice': repeat('start'),
  'start with another id': edit('start', { messageId: 'other' }),
  'no finish': drop('finish', 1),
  'finish twice': repeat('finish'),
  'a preliminary result and no other': edit('tool-output-available', { preliminary: true }),
  'a call that is denied while it runs': (output) =>
    output.flatMap((placed) =>
      isModel('tool-output-available')(placed) && placed.chunk.type === 'tool-output-available'
        ? [
            { ...placed, chunk: { ...placed.chunk, preliminary: true } },
            { ...placed, chunk: { type: 'tool-output-denied', toolCallId: placed.chunk.toolCallId } },
          ]
        : [placed],
    ),
  'a pause that ends with stop': edit('finish', { finishReason: 'stop' }),
  'an end that pauses without open calls': edit('finish', { finishReason: 'tool-calls' }, 1),
  'no start-step': drop('start-step'),
  'start-step twice': repeat('start-step'),
  'no finish-step': drop('finish-step'),
  'finish-step twice': repeat('finish-step'),
  'text never opened': drop('text-start'),
  'text opened twice': repeat('text-start'),
  'text never closed': drop('text-end'),
  'text closed twice': repeat('text-end'),
  'text outside a step': swap('start-step', 0, 'text-start', 0),
  'an empty delta': edit('text-delta', { delta: '' }),
  'a call twice': repeat('tool-input-start'),
  'a call made available twice': repeat('tool-input-available'),
  'a question asked twice': repeat('tool-approval-request'),
  'a question about an unknown call': edit('tool-approval-request', { toolCallId: 'call-9' }),
  'a question outside the step of its call': swap('tool-approval-request', 0, 'finish-step', 0),
  'a result twice': repeat('tool-output-available'),
  'a result of an unknown call': edit('tool-output-available', { toolCallId: 'call-9' }),
  'no result': drop('tool-output-available'),
  'a result behind the first step of a continuation': swap('tool-output-available', 0, 'start-step', 1),
  'a null id': edit('tool-output-available', { toolCallId: null }),
  'an empty id': edit('text-start', { id: '' }),
  'an unknown field': edit('finish', { usage: 1 }),
  'an unknown type': edit('text-start', { type: 'text' }),
  'sound that begins elsewhere': edit('data-pcm', { data: { chunk: 'AAA=', startSample: 7 } }),
  'half a sample': edit('data-pcm', { data: { chunk: 'AA==', startSample: 0 } }),
  'another turn': (output) => output.map((placed, index) => (index === output.length - 1 ? { ...placed, turnId: 'turn-9' } : placed)),
  'another role': (output) => output.map((placed, index) => (index === output.length - 1 ? { ...placed, role: 'user' } : placed)),
  'a second answer in the turn': (output) => [
    ...output,
    ...output.filter(({ role }) => role === 'assistant').map((placed) => ({ ...placed, messageId: 'x' })),
  ],
  'an empty continuation': (output) =>
    output.filter(({ chunk }, index) => index < output.findIndex(isModel('start', 1)) || chunk.type === 'start' || chunk.type === 'finish'),
}

describe('the lint that judges streams', () => {
  it('accepts what the converter makes', () => {
    expect(lintStream(good)).toEqual([])
  })

  it.each(Object.entries(damages))('refuses %s', (_name, damage) => {
    const damaged = damage(good)
    expect(damaged).not.toEqual(good)
    expect(lintStream(damaged)).not.toEqual([])
  })
})
