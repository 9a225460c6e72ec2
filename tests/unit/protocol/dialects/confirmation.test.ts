import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countingIds } from '../../../../src/shared/lib/ids'
import type { Chunk, PlacedChunk } from '../../../../src/shared/protocol/chunks'
import type { CallOutcome } from '../../../../src/shared/protocol/converter-input'
import { type ConfirmationForm, createConfirmation } from '../../../../src/shared/protocol/dialects/confirmation'
import { chunkProblem, messagesProblem, readMessages } from '../../../support/ai-reader'
import { happenings } from '../../../support/arbitrary-happenings'
import { type Happening, live, play } from '../../../support/converter-script'
import { bundledFixture, serverFrames } from '../../../support/fixture-facts'
import { lintStream } from '../../../support/stream-lint'

const asked: readonly Happening[] = [live.call('pay', { amount: 5 }), { type: 'ask-open', index: 0, approvalId: 'p1' }, { type: 'pause' }]
const settled = (outcome: CallOutcome): readonly Happening[] => [
  ...asked,
  { type: 'settle-open', index: 0, outcome },
  live.said('Well.'),
  live.complete(),
]

function stage(form: ConfirmationForm = 'adk', newId = countingIds()) {
  return createConfirmation({ form, newId, hint: (name) => (name === 'pay' ? 'Shall I pay?' : undefined) })
}

function through(output: readonly PlacedChunk[], confirmation = stage()): readonly PlacedChunk[] {
  return output.flatMap((placed) => confirmation.push(placed))
}

const calls = (output: readonly PlacedChunk[]): readonly Chunk[] =>
  output.map(({ chunk }) => chunk).filter((chunk) => 'toolCallId' in chunk)

async function problems(output: readonly PlacedChunk[]): Promise<readonly string[]> {
  const refused = await Promise.all(output.map(({ chunk }) => chunkProblem(chunk)))
  return [...refused, ...lintStream(output), await messagesProblem(await readMessages(output))].filter((problem) => problem !== null)
}

describe('an approval in the ADK form', () => {
  it('is answered as soon as its call has a preliminary result', async () => {
    const adk = (author: string, parts: readonly object[], more: object = {}): Happening => ({
      type: 'adk',
      event: { author, content: { parts }, ...more },
    })
    const named = (id: string, name: string) => ({ id, name })
    const question = { ...named('c1', 'adk_request_confirmation'), args: { originalFunctionCall: named('k', 'pay') } }
    const confirmation = stage()
    const script = [
      adk('agent', [{ functionCall: named('k', 'pay') }], { longRunningToolIds: ['k'] }),
      adk('agent', [{ functionCall: question }]),
      adk('user', [{ functionResponse: { ...named('c1', 'adk_request_confirmation'), response: { confirmed: true } } }]),
      adk('agent', [{ functionResponse: { ...named('k', 'pay'), response: { status: 'pending' } } }]),
      adk('user', [{ functionResponse: { ...named('k', 'pay'), response: { status: 'done' } } }]),
      adk('agent', [{ text: 'Paid.' }]),
    ]
    const output = through(play(script), confirmation)
    expect(calls(output).slice(4)).toEqual([
      { type: 'tool-output-available', toolCallId: 'adk-1', output: { confirmed: true } },
      { type: 'tool-output-available', toolCallId: 'call-1', output: { status: 'pending' }, preliminary: true },
      { type: 'tool-output-available', toolCallId: 'call-1', output: { status: 'done' } },
    ])
    expect(confirmation.open()).toEqual([])
    expect(await problems(output)).toEqual([])
  })

  it('comes after the call it is about, as a call of its own with a hint', async () => {
    const output = through(play(asked))
    expect(calls(output)).toEqual([
      {
        type: 'tool-input-start',
        toolCallId: 'call-1',
        toolName: 'pay',
        dynamic: true,
        providerMetadata: { google: { callId: 'fc-pay' } },
      },
      expect.objectContaining({ type: 'tool-input-available', toolCallId: 'call-1', input: { amount: 5 } }),
      { type: 'tool-input-start', toolCallId: 'adk-1', toolName: 'adk_request_confirmation', dynamic: true },
      {
        type: 'tool-input-available',
        toolCallId: 'adk-1',
        toolName: 'adk_request_confirmation',
        dynamic: true,
        input: {
          originalFunctionCall: { id: 'call-1', name: 'pay', args: { amount: 5 } },
          toolConfirmation: { hint: 'Shall I pay?', confirmed: false },
        },
      },
    ])
    expect(await problems(through(play(settled({ kind: 'result', output: 'paid' }))))).toEqual([])
  })

  const endings: readonly (readonly [string, boolean | null, CallOutcome, object, object])[] = [
    [
      'approved',
      true,
      { kind: 'result', output: 'paid' },
      { output: { confirmed: true } },
      { type: 'tool-output-available', output: 'paid' },
    ],
    [
      'approved, then failed',
      true,
      { kind: 'error', errorText: 'no money' },
      { output: { confirmed: true } },
      { type: 'tool-output-error', errorText: 'no money' },
    ],
    [
      'denied',
      false,
      { kind: 'denied' },
      { output: { confirmed: false } },
      { type: 'tool-output-error', errorText: 'Denied: not allowed' },
    ],
    [
      'expired',
      null,
      { kind: 'expired' },
      { output: { confirmed: false } },
      { type: 'tool-output-error', errorText: 'Denied: no answer in time' },
    ],
    [
      'withdrawn',
      null,
      { kind: 'withdrawn', reason: 'taken back' },
      { errorText: 'taken back' },
      { type: 'tool-output-error', errorText: 'taken back' },
    ],
  ]
  it.each(endings)(
    'that is %s is settled before its call, and then forgotten',
    async (_name, approved, outcome, confirmation, original) => {
      const before = play(asked).slice(0, -1)
      const whole = play(settled(outcome))
      const ours = stage()
      const output = [...through(whole.slice(0, before.length), ours)]
      expect(ours.open()).toHaveLength(1)
      if (approved !== null) ours.answer({ kind: 'approval', id: 'p1', approved })
      output.push(...through(whole.slice(before.length), ours))
      const settlements = calls(output).filter(({ type }) => type.startsWith('tool-output'))
      expect(settlements).toEqual([
        expect.objectContaining({ toolCallId: 'adk-1', ...confirmation }),
        expect.objectContaining({ toolCallId: 'call-1', ...original }),
      ])
      expect(ours.open()).toEqual([])
      expect(ours.answer({ kind: 'output', toolCallId: 'adk-1', output: { confirmed: true } })).toMatchObject({
        ok: false,
        error: { code: 'unknown-question' },
      })
      expect(await problems(output)).toEqual([])
    },
  )

  it.each(['adk', 'standard'] as const)('and in the standard one (%s) is answered under any of its ids, once', (form) => {
    const answers = [
      { kind: 'approval', id: 'p1', approved: true },
      { kind: 'approval', id: 'call-1', approved: true },
      { kind: 'output', toolCallId: 'call-1', output: { confirmed: true } },
      ...(form === 'adk'
        ? ([
            { kind: 'approval', id: 'adk-1', approved: true },
            { kind: 'output', toolCallId: 'adk-1', output: { confirmed: true } },
            { kind: 'output', toolCallId: 'adk-1', output: '{"confirmed":true}' },
            { kind: 'output', toolCallId: 'adk-1', output: { response: '{"confirmed":true}' } },
          ] as const)
        : []),
    ] as const
    for (const answer of answers) {
      const ours = stage(form)
      through(play(asked).slice(0, -1), ours)
      expect(ours.answer(answer)).toEqual({ ok: true, value: { approvalId: 'p1', toolCallId: 'call-1', approved: true, reason: null } })
      expect(ours.answer({ kind: 'approval', id: 'p1', approved: false })).toMatchObject({ ok: false, error: { code: 'answered' } })
    }
  })

  it.each(['yes', 1, 'true', null, undefined, {}, [true]])('is approved only by true: not by %j', (approved) => {
    for (const answer of [
      { kind: 'approval', id: 'adk-1', approved },
      { kind: 'output', toolCallId: 'adk-1', output: { confirmed: approved } },
      { kind: 'output', toolCallId: 'adk-1', output: approved },
    ] as const) {
      const ours = stage()
      through(play(asked).slice(0, -1), ours)
      expect(ours.answer(answer)).toMatchObject({ ok: true, value: { approved: false } })
    }
  })

  it('is not answered by an output of a call that was not allowed', () => {
    const ours = stage()
    through(play(asked).slice(0, -1), ours)
    expect(ours.answer({ kind: 'output', toolCallId: 'call-1', output: 'paid' })).toMatchObject({ ok: false, error: { code: 'no-answer' } })
    expect(ours.answer({ kind: 'output', toolCallId: 'call-9', output: { confirmed: true } })).toMatchObject({
      ok: false,
      error: { code: 'unknown-question' },
    })
  })

  it('never takes an id of another approval', () => {
    const ids = ['adk-x', 'adk-x', 'adk-y']
    const two: readonly Happening[] = [
      live.call('pay'),
      live.call('tell'),
      { type: 'ask-open', index: 0, approvalId: 'p1' },
      { type: 'ask-open', index: 1, approvalId: 'p2' },
    ]
    const ours = stage('adk', () => ids.shift() ?? 'adk-z')
    through(play(two).slice(0, -2), ours)
    expect(ours.open().map(({ confirmationId }) => confirmationId)).toEqual(['adk-x', 'adk-y'])
  })

  it('comes before the results of its step, even if one of them came first', async () => {
    const output = through(
      play([
        live.call('tell'),
        live.call('pay'),
        { type: 'settle-open', index: 0, outcome: { kind: 'result', output: 'told' } },
        { type: 'ask-open', index: 0, approvalId: 'p1' },
        { type: 'pause' },
      ]),
    )
    expect(calls(output).map((chunk) => [chunk.type, 'toolCallId' in chunk && chunk.toolCallId])).toEqual([
      ['tool-input-start', 'call-1'],
      ['tool-input-available', 'call-1'],
      ['tool-input-start', 'call-2'],
      ['tool-input-available', 'call-2'],
      ['tool-input-start', 'adk-1'],
      ['tool-input-available', 'adk-1'],
      ['tool-output-available', 'call-1'],
    ])
    expect(await problems(output)).toEqual([])
  })

  it('of the payment recording passes the judges', async () => {
    for (const [on, kind] of [
      ['approved', 'result'],
      ['denied', 'denied'],
      ['expired', 'expired'],
    ] as const) {
      const frames = serverFrames(await bundledFixture('payment'), on).map(live.frame)
      const at = frames.findIndex((frame) => JSON.stringify(frame).includes('"toolCall"')) + 1
      const outcome: CallOutcome = kind === 'result' ? { kind, output: 'paid' } : { kind }
      const output = through(
        play([
          ...frames.slice(0, at),
          { type: 'ask-open', index: 0, approvalId: 'p1' },
          { type: 'pause' },
          { type: 'settle-open', index: 0, outcome },
          ...frames.slice(at),
        ]),
      )
      expect(output.some(({ chunk }) => chunk.type === 'tool-input-start' && chunk.toolName === 'adk_request_confirmation')).toBe(true)
      expect(await problems(output)).toEqual([])
    }
  })

  it('keeps every stream valid and leaves nothing behind, whatever happens', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(happenings, async (what) => {
        const ours = stage()
        const output = through(play(what), ours)
        expect(await problems(output)).toEqual([])
        expect(output.some(({ chunk }) => chunk.type === 'tool-approval-request' || chunk.type === 'tool-output-denied')).toBe(false)
      }),
      { numRuns: 500 },
    )
  })
})
