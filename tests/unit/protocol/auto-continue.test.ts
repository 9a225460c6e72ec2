import * as sdk from 'ai'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UIMessage } from '../../../src/shared/protocol/ui-message'
import {
  type ContinuableMessage,
  type ContinuablePart,
  lastAssistantMessageIsCompleteWithApprovalResponses as completeWithApprovals,
  lastAssistantMessageIsCompleteWithToolCalls as completeWithToolCalls,
  createAutoContinue,
  shouldContinue,
} from '../../support/auto-continue'

const step: ContinuablePart = { type: 'step-start' }
const done: ContinuablePart = { type: 'text', state: 'done' }
const streaming: ContinuablePart = { type: 'text', state: 'streaming' }
const stateless: ContinuablePart = { type: 'text' }
const data: ContinuablePart = { type: 'data-note' }

let calls = 0
function call(state: string, more: Partial<ContinuablePart> = {}): ContinuablePart {
  calls += 1
  return { type: 'dynamic-tool', toolName: 'pay', toolCallId: `call-${calls}`, state, ...more }
}

const answered = (approved: boolean, more: Partial<ContinuablePart> = {}) =>
  call('approval-responded', { approval: { id: `p-${calls}`, approved }, ...more })
const requested = () => call('approval-requested', { approval: { id: `p-${calls}` } })
const output = (more: Partial<ContinuablePart> = {}) => call('output-available', more)
const failed = () => call('output-error')
const denied = () => call('output-denied', { approval: { id: `p-${calls}`, approved: false } })
const waiting = (more: Partial<ContinuablePart> = {}) => call('input-available', more)
const provider = { providerExecuted: true } as const

const assistant = (...parts: readonly ContinuablePart[]): readonly ContinuableMessage[] => [{ role: 'assistant', parts }]
const inStep = (...parts: readonly ContinuablePart[]) => assistant(step, ...parts)
const user: ContinuableMessage = { role: 'user', parts: [done] }

// name, messages, complete with approvals, complete with tool calls, continues if `pay` runs elsewhere, and if the
// client runs it
const rows: readonly (readonly [string, readonly ContinuableMessage[], boolean, boolean, boolean, boolean])[] = [
  ['0: no messages', [], false, false, false, false],
  ['0: the last one is the user’s', [...inStep(answered(true)), user], false, false, false, false],
  ['0: text only', inStep(done), false, false, false, false],
  ['1: approved', inStep(answered(true)), true, false, true, false],
  ['1b: denied', inStep(answered(false)), true, false, true, true],
  ['2: an output', inStep(output()), false, true, false, true],
  ['2b: an error', inStep(failed()), false, true, false, true],
  ['3: an answer and an output', inStep(answered(true), output()), true, false, true, false],
  ['3b: an answer and an error', inStep(answered(true), failed()), true, false, true, false],
  ['3c: two answers, one of them a denial', inStep(answered(true), answered(false)), true, false, true, false],
  ['4: a question', inStep(requested()), false, false, false, false],
  ['4b: an answer and a question', inStep(answered(true), requested()), false, false, false, false],
  ['4c: an answer and an open call', inStep(answered(true), waiting()), false, false, false, false],
  ['4d: an output and an open call', inStep(output(), waiting()), false, false, false, false],
  ['4e: an answer and a call that still streams', inStep(answered(true), call('input-streaming')), false, false, false, false],
  ['5: an answer, then a step with text', inStep(answered(true), step, done), false, false, false, false],
  ['5b: outputs, then an empty step', inStep(output(), output(), step), false, false, false, false],
  ['5c: a question, then a step with an output', inStep(requested(), step, output()), false, true, false, true],
  ['5d: a question, then a step with an answer', inStep(requested(), step, answered(true)), true, false, true, false],
  ['5e: an answer before the only step', assistant(answered(true), step), false, false, false, false],
  ['5f: an answer without any step', assistant(answered(true)), true, false, true, false],
  ['6: an output of the provider', inStep(output(provider)), false, false, false, false],
  ['6b: an answer about a tool of the provider', inStep(answered(true, provider)), true, false, true, true],
  ['6c: an open call of the provider and an answer', inStep(waiting(provider), answered(true)), false, false, false, false],
  ['6d: an open call of the provider and an output', inStep(waiting(provider), output()), false, true, false, true],
  ['7: a settled denial', inStep(denied()), false, false, false, false],
  ['7b: a settled denial and an answer', inStep(denied(), answered(true)), true, false, true, false],
  ['7c: a settled denial and an output', inStep(denied(), output()), false, false, false, false],
  ['7d: a denial told as an error', inStep(call('output-error', { approval: { id: 'p', approved: false } })), false, true, false, true],
  ['8: an empty step', inStep(), false, false, false, false],
  ['8: no parts', assistant(), false, false, false, false],
  ['9: a preliminary output', inStep(output({ preliminary: true })), false, false, false, false],
  ['9b: a preliminary output and an answer', inStep(output({ preliminary: true }), answered(true)), false, false, false, false],
  ['10: an output, then whole text in its step', inStep(output(), done), false, true, false, true],
  ['10b: an output, then text that still streams', inStep(output(), streaming), false, false, false, false],
  ['10c: an output, then text without a state', inStep(output(), stateless), false, false, false, false],
  ['10e: an answer, then whole text in its step', inStep(answered(true), done), true, false, true, false],
  ['11: an approved call with its output', inStep(output({ approval: { id: 'p', approved: true } })), false, true, false, true],
  ['12: an answer about a call of a known type', inStep(answered(true, { type: 'tool-pay' })), true, false, true, false],
  ['12: an output of a call of a known type', inStep(output({ type: 'tool-pay' })), false, true, false, true],
  ['13: a complete step, then the user', [...inStep(output()), user], false, false, false, false],
  ['14: an output, then data', inStep(output(), data), false, true, false, true],
]

const elsewhere = new Set<string>()
const here = new Set(['pay'])

describe('whether a turn continues by itself', () => {
  it.each(rows)('%s', (_name, messages, byApprovals, byToolCalls, goesOn, goesOnHere) => {
    expect([completeWithApprovals({ messages }), completeWithToolCalls({ messages })]).toEqual([byApprovals, byToolCalls])
    const theirs = { messages: asTheirs(messages) }
    expect([
      sdk.lastAssistantMessageIsCompleteWithApprovalResponses(theirs),
      sdk.lastAssistantMessageIsCompleteWithToolCalls(theirs),
    ]).toEqual([byApprovals, byToolCalls])
    expect([shouldContinue(messages, elsewhere), shouldContinue(messages, here)]).toEqual([goesOn, goesOnHere])
  })

  it('is decided on our own messages unchanged', () => {
    const message: UIMessage = {
      id: 'm',
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        {
          type: 'dynamic-tool',
          toolName: 'pay',
          toolCallId: 'c',
          state: 'approval-responded',
          input: {},
          approval: { id: 'p', approved: true },
        },
      ],
    }
    expect(shouldContinue([message], elsewhere)).toBe(true)
  })
})

describe('the rules of the AI SDK and ours', () => {
  const states = [
    'input-streaming',
    'input-available',
    'approval-requested',
    'approval-responded',
    'output-available',
    'output-error',
    'output-denied',
  ]
  const part: fc.Arbitrary<ContinuablePart> = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(step, done, streaming, stateless, data, { type: 'reasoning', state: 'streaming' }) },
    {
      weight: 5,
      arbitrary: fc.record(
        {
          type: fc.constantFrom('dynamic-tool', 'tool-pay', 'tool-'),
          toolName: fc.constantFrom('pay', 'look'),
          toolCallId: fc.uuid(),
          state: fc.constantFrom(...states, 'approval-responded', 'output-available'),
          preliminary: fc.boolean(),
          providerExecuted: fc.boolean(),
          approval: fc.record({ id: fc.uuid(), approved: fc.boolean() }),
        },
        { requiredKeys: ['type', 'toolCallId', 'state'] },
      ),
    },
  )
  const messages = fc.array(
    fc.record({ role: fc.constantFrom('assistant', 'assistant', 'user'), parts: fc.array(part, { maxLength: 6 }) }),
    {
      maxLength: 3,
    },
  )

  it('agree on any messages', () => {
    fc.assert(
      fc.property(messages, (some) => {
        const theirs = { messages: asTheirs(some) }
        expect(completeWithApprovals({ messages: some })).toBe(sdk.lastAssistantMessageIsCompleteWithApprovalResponses(theirs))
        expect(completeWithToolCalls({ messages: some })).toBe(sdk.lastAssistantMessageIsCompleteWithToolCalls(theirs))
      }),
      { numRuns: 5000 },
    )
  })

  it('differ only in that we continue less often, and never twice for the same answers', () => {
    fc.assert(
      fc.property(messages, fc.constantFrom(elsewhere, here), (some, clientTools) => {
        const either = completeWithApprovals({ messages: some }) || completeWithToolCalls({ messages: some })
        const goesOn = shouldContinue(some, clientTools)
        if (goesOn) expect(either).toBe(true)
        const autoContinue = createAutoContinue(clientTools)
        expect(autoContinue({ messages: some })).toBe(goesOn)
        expect(autoContinue({ messages: some })).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the same answers', () => {
  const approved: ContinuablePart = {
    type: 'dynamic-tool',
    toolName: 'pay',
    toolCallId: 'c1',
    state: 'approval-responded',
    approval: { id: 'p1', approved: true },
  }

  it('are sent once, even if the other side settled them without further output', () => {
    const autoContinue = createAutoContinue(elsewhere)
    expect(autoContinue({ messages: inStep(approved) })).toBe(true)
    expect(autoContinue({ messages: inStep(approved) })).toBe(false)
    expect(autoContinue({ messages: inStep({ ...approved, state: 'output-available' }) })).toBe(false)
  })

  it('of a client-run tool wait for the output and go with it', () => {
    const autoContinue = createAutoContinue(here)
    expect(autoContinue({ messages: inStep(approved) })).toBe(false)
    expect(autoContinue({ messages: inStep({ ...approved, state: 'output-available' }) })).toBe(true)
    expect(autoContinue({ messages: inStep({ ...approved, state: 'output-available' }) })).toBe(false)
  })

  it('do not prevent those of a later step', () => {
    const autoContinue = createAutoContinue(elsewhere)
    const settled = { ...approved, state: 'output-available' }
    expect(autoContinue({ messages: inStep(approved) })).toBe(true)
    expect(autoContinue({ messages: inStep(settled, step, { ...approved, toolCallId: 'c2' }) })).toBe(true)
  })
})

// the package wants whole messages; its rules read only what ours read
function asTheirs(messages: readonly ContinuableMessage[]): sdk.UIMessage[] {
  return JSON.parse(JSON.stringify(messages.map((message, index) => ({ id: `m${index}`, ...message }))))
}
