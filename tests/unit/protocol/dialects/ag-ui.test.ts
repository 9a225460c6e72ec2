import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlacedChunk } from '../../../../src/shared/protocol/chunks'
import type { AgUiEvent } from '../../../../src/shared/protocol/dialects/ag-ui-events'
import { agUiEvents, eventProblem, readWithHttpAgent, runsOf } from '../../../support/ag-ui-judge'
import { happenings } from '../../../support/arbitrary-happenings'
import { live, play } from '../../../support/converter-script'
import { bundledFixture, serverFrames } from '../../../support/fixture-facts'

const ENDS = ['RUN_FINISHED', 'RUN_ERROR']
const clientRun = (name: string) => (name === 'get_weather' ? { runsOn: 'client' as const } : undefined)
const types = (events: readonly AgUiEvent[]) => events.map(({ type }) => type)
const ofType = <Type extends AgUiEvent['type']>(events: readonly AgUiEvent[], type: Type) =>
  events.filter((event): event is AgUiEvent & { readonly type: Type } => event.type === type)
const customs = (events: readonly AgUiEvent[], name: string) => ofType(events, 'CUSTOM').filter((event) => event.name === name)
const text = (parts: readonly object[], more: object = {}) => ({
  type: 'text' as const,
  chunk: { candidates: [{ content: { role: 'model', parts }, ...more }] },
})

async function problems(events: readonly AgUiEvent[]): Promise<readonly string[]> {
  const refused = events.map(eventProblem).filter((problem) => problem !== null)
  const ends = runsOf(events).flatMap((run) => {
    const bounds = types(run).filter((type) => type === 'RUN_STARTED' || ENDS.includes(type))
    return bounds.length === 2 && ENDS.includes(run.at(-1)?.type ?? '') ? [] : [`a run of ${types(run).join(' ')}`]
  })
  if (events.length === 0) return refused
  const { failures, order } = await readWithHttpAgent(events)
  return [...refused, ...ends, ...failures, ...(order.join() === types(events).join() ? [] : ['an event was lost'])]
}

describe('AG-UI runs', () => {
  it('contain a spoken answer with the speech it answers', async () => {
    const events = agUiEvents(play([live.heard('Hi.'), live.said('Hello'), live.said(' there.'), live.complete()]))
    expect(types(events)).toEqual([
      'RUN_STARTED',
      'STEP_STARTED',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_CONTENT',
      'CUSTOM',
      'TEXT_MESSAGE_END',
      'STEP_FINISHED',
      'RUN_FINISHED',
    ])
    expect(customs(events, 'data-transcript').map(({ value }) => value)).toEqual([{ turnId: 'turn-1', text: 'Hi.', final: true }])
    const { messages } = await readWithHttpAgent(events)
    expect(messages).toMatchObject([{ id: 'message-2', role: 'assistant', content: 'Hello there.' }])
  })

  it('never put the user’s text into the answer', () => {
    const events = agUiEvents(play([live.heard('Mine.'), live.said('Yours.'), live.heard(' Late.'), live.complete()]))
    expect(ofType(events, 'TEXT_MESSAGE_CONTENT').map((event) => event.delta)).toEqual(['Yours.'])
  })

  it('give text after a call an id of its own', () => {
    const events = agUiEvents(
      play([
        text([{ text: 'Let me see.' }, { functionCall: { name: 'look', args: {} } }]),
        { type: 'settle-open', index: 0, outcome: { kind: 'result', output: 1 } },
        text([{ text: 'Found.' }]),
      ]),
    )
    const [first, second] = ofType(events, 'TEXT_MESSAGE_START')
    expect(first?.messageId).not.toBe(second?.messageId)
    expect(ofType(events, 'TOOL_CALL_START')[0]?.parentMessageId).toBe(first?.messageId)
  })

  it('send one start, one end and one result per call, thoughts and signatures with them', async () => {
    const parts = [
      { text: 'Hm.', thought: true, thoughtSignature: 's1' },
      { functionCall: { name: 'look', args: { at: 'sky' } }, thoughtSignature: 's2' },
    ]
    const events = agUiEvents(play([text(parts), { type: 'settle-open', index: 0, outcome: { kind: 'error', errorText: 'no sky' } }]))
    expect(types(events).filter((type) => type.startsWith('TOOL_') || type.startsWith('REASONING_'))).toEqual([
      'REASONING_START',
      'REASONING_MESSAGE_START',
      'REASONING_MESSAGE_CONTENT',
      'REASONING_MESSAGE_END',
      'REASONING_ENCRYPTED_VALUE',
      'REASONING_END',
      'TOOL_CALL_START',
      'TOOL_CALL_ARGS',
      'TOOL_CALL_END',
      'REASONING_ENCRYPTED_VALUE',
      'TOOL_CALL_RESULT',
    ])
    expect(ofType(events, 'TOOL_CALL_RESULT')[0]).toMatchObject({
      content: '{"error":"no sky"}',
      metadata: { tanstack: { state: 'output-error' } },
    })
    expect(await problems(events)).toEqual([])
  })

  it('report reason, model and tokens', () => {
    const usageMetadata = { promptTokenCount: 3, candidatesTokenCount: 4, totalTokenCount: 7 }
    const chunk = {
      candidates: [{ content: { parts: [{ text: 'x' }] }, finishReason: 'MAX_TOKENS' }],
      usageMetadata,
      modelVersion: 'gemini-x',
    }
    expect(agUiEvents(play([{ type: 'text', chunk }])).at(-1)).toMatchObject({
      type: 'RUN_FINISHED',
      outcome: { type: 'success' },
      usage: [{ model: 'gemini-x', inputTokens: 3, outputTokens: 4, totalTokens: 7 }],
      metadata: { tanstack: { finishReason: 'length', model: 'gemini-x' }, parley: { rawFinishReason: 'MAX_TOKENS' } },
    })
  })

  it('end with an error if the answer failed, was cut off or was stopped by the model', () => {
    const failed = agUiEvents(play([text([{ text: 'Half' }]), { type: 'text', chunk: { error: { code: 503, message: 'overloaded' } } }]))
    const cut = agUiEvents(play([live.said('Half')]))
    const malformed = agUiEvents(play([text([{ text: 'Half' }], { finishReason: 'MALFORMED_FUNCTION_CALL' })]))
    expect([failed, cut, malformed].map((events) => events.at(-1))).toMatchObject([
      { type: 'RUN_ERROR', message: 'overloaded' },
      { type: 'RUN_ERROR', message: 'The answer was cut off.' },
      { type: 'RUN_ERROR', message: 'The model ended its answer with an error (MALFORMED_FUNCTION_CALL).' },
    ])
    expect(types(failed).slice(-3)).toEqual(['TEXT_MESSAGE_END', 'STEP_FINISHED', 'RUN_ERROR'])
  })

  it('report an interruption as a cancelled run', () => {
    const events = agUiEvents(play([live.heard('Go.'), live.said('One two'), live.interrupted(), live.complete()]))
    expect(ofType(events, 'RUN_FINISHED').map(({ outcome }) => outcome)).toEqual([{ type: 'cancelled' }])
    expect(customs(events, 'data-interrupted')).toHaveLength(1)
  })

  it('pause with what they wait for, and continue as a run that names its parent', () => {
    const events = agUiEvents(
      play([
        live.call('pay'),
        live.call('get_weather'),
        live.call('think'),
        { type: 'ask-open', index: 0, approvalId: 'p1' },
        { type: 'pause' },
        { type: 'settle-open', index: 0, outcome: { kind: 'denied' } },
      ]),
      { tools: clientRun, expiresAt: () => '2030-01-01T00:00:00.000Z' },
    )
    const [first, second] = runsOf(events)
    const outcome = ofType(first ?? [], 'RUN_FINISHED')[0]?.outcome
    expect(outcome).toMatchObject({
      type: 'interrupt',
      interrupts: [
        { id: 'p1', reason: 'tool_call', toolCallId: 'call-1', expiresAt: '2030-01-01T00:00:00.000Z', metadata: { kind: 'approval' } },
        { id: 'client_tool_call-2', reason: 'tanstack:client_tool_execution', toolCallId: 'call-2', metadata: { kind: 'client_tool' } },
      ],
    })
    expect(ofType(second ?? [], 'RUN_STARTED')[0]).toMatchObject({ runId: 'run-2', parentRunId: 'run-1' })
    expect(ofType(second ?? [], 'TOOL_CALL_RESULT')[0]).toMatchObject({
      toolCallId: 'call-1',
      content: expect.stringContaining('"denied":true'),
    })
  })

  it('list the calls that the server still runs by itself, without asking', () => {
    const events = agUiEvents(play([live.call('think'), { type: 'pause' }]))
    expect(ofType(events, 'RUN_FINISHED')[0]?.outcome).toEqual({ type: 'success', pendingToolCallIds: ['call-1'] })
  })

  it('come one after the other, even if answers of two turns run at once', async () => {
    const told: readonly PlacedChunk[] = (['one', 'two', 'one', 'two'] as const).flatMap((name, index): readonly PlacedChunk[] => {
      const place = { turnId: name, messageId: name, role: 'assistant' as const }
      return index < 2
        ? [{ ...place, chunk: { type: 'start', messageId: name } }]
        : [{ ...place, chunk: { type: 'finish', finishReason: 'stop' } }]
    })
    const events = agUiEvents(told)
    expect(types(events)).toEqual(['RUN_STARTED', 'RUN_FINISHED', 'RUN_STARTED', 'RUN_FINISHED'])
    expect(await problems(events)).toEqual([])
  })

  it('end with an error when chunks stop in the middle', async () => {
    const whole = play([text([{ text: 'One' }, { functionCall: { name: 'look', args: {} } }]), text([{ text: 'two' }])])
    for (let length = 0; length <= whole.length; length += 1) expect(await problems(agUiEvents(whole.slice(0, length)))).toEqual([])
  })

  it('contain speech without an answer', () => {
    const events = agUiEvents(play([live.heard('Anybody there?')]))
    expect(customs(events, 'data-transcript').map(({ value }) => value)).toEqual([
      { turnId: 'turn-1', text: 'Anybody there?', final: true },
    ])
  })

  it.each(['weather', 'payment', 'interruption'])('of the bundled recording %s pass the judges', async (name) => {
    for (const on of ['approved', 'denied', 'expired'] as const) {
      const events = agUiEvents(play(serverFrames(await bundledFixture(name), on).map(live.frame)))
      expect({ problems: await problems(events), empty: events.length === 0 }).toEqual({ problems: [], empty: false })
    }
  })

  it('are valid whatever happens', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(happenings, async (what) => {
        expect(await problems(agUiEvents(play(what), { tools: clientRun }))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('would not pass the judges without an event', async () => {
    const events = agUiEvents(play([live.said('One'), live.call('pay'), live.complete()]))
    for (const type of ['RUN_STARTED', 'TEXT_MESSAGE_END', 'TOOL_CALL_START', 'STEP_FINISHED']) {
      const damaged = events.filter((event) => event.type !== type)
      expect(await problems(damaged)).not.toEqual([])
    }
  })
})
