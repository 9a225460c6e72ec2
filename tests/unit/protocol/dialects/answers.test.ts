import { RunAgentInputSchema } from '@ag-ui/core/schemas'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answersOfResume, parseRunAgentInput } from '../../../../src/shared/protocol/dialects/ag-ui-request'
import type { PendingCall } from '../../../../src/shared/protocol/dialects/pending-calls'
import { answersOfContinuation, parseTanstackContinuation } from '../../../../src/shared/protocol/dialects/tanstack-continuation'

const call = (toolCallId: string, approvalId: string | null, approved = false): PendingCall => ({
  messageId: 'm',
  toolCallId,
  toolName: 'pay',
  input: {},
  approvalId,
  approved,
})
const pending = [call('c1', 'p1'), call('c2', null), call('c3', 'p3', true)]

const input = {
  threadId: 't',
  runId: 'r',
  state: {},
  messages: [{ id: '1', role: 'user', content: 'Hi' }],
  tools: [],
  context: [],
  forwardedProps: {},
}

describe('a RunAgentInput', () => {
  it('is read as its own schema allows, with the additions of TanStack’s client', () => {
    expect(RunAgentInputSchema.safeParse(input).success).toBe(true)
    expect(parseRunAgentInput({ ...input, data: {}, parentRunId: null })).toEqual({
      ok: true,
      value: {
        ...{ threadId: 't', runId: 'r', parentRunId: null, resume: [], tools: [], results: [], openCalls: [], ignored: [] },
        said: { text: 'Hi', files: [] },
        thread: [{ id: '1', role: 'user', text: 'Hi' }],
      },
    })
  })

  it('provides its last message only if that is the user’s, also beside answers', () => {
    const textOf = (more: object) => {
      const parsed = parseRunAgentInput({ ...input, ...more })
      return parsed.ok ? (parsed.value.said?.text ?? null) : parsed.error.message
    }
    expect(
      textOf({ messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'text', text: 'b' }] }] }),
    ).toBe('ab')
    expect(textOf({ messages: [{ role: 'assistant', content: 'Hi' }] })).toBeNull()
    expect(textOf({ resume: [{ interruptId: 'p1', status: 'cancelled' }] })).toBe('Hi')
    expect(textOf({ messages: [] })).toBeNull()
  })

  it.each([
    [null, 'The request is no RunAgentInput'],
    [{ ...input, runId: '' }, '"runId" of the request'],
    [{ ...input, messages: 'none' }, '"messages" of the request'],
    [{ ...input, resume: [{ interruptId: 'p1', status: 'done' }] }, '"resume.0.status" of the request'],
  ])('of a wrong shape is refused with a message (%#)', (value, words) => {
    const parsed = parseRunAgentInput(value)
    expect(parsed.ok ? '' : parsed.error.message).toContain(words)
  })

  it('never makes its reader throw', () => {
    fc.assert(
      fc.property(fc.anything(), fc.jsonValue(), (anything, json) => {
        parseRunAgentInput(anything)
        parseRunAgentInput({
          ...input,
          messages: [{ role: 'user', content: json }],
          resume: [{ interruptId: 'p1', status: 'resolved', payload: json }],
        })
        parseTanstackContinuation(anything)
        parseTanstackContinuation({ approvals: json, tool_results: json })
      }),
    )
  })
})

describe('answers in resume', () => {
  const answers = (interruptId: string, payload?: unknown, status: 'resolved' | 'cancelled' = 'resolved') =>
    answersOfResume([{ interruptId, status, payload }], pending)

  it.each([
    [true, true],
    [{ approved: true }, true],
    [false, false],
    [{ approved: false }, false],
    ['true', false],
    [1, false],
    [{ approved: 'true' }, false],
    [undefined, false],
    [{}, false],
  ])('%j says %j: only true approves', (payload, approved) => {
    expect(answers('p1', payload)).toEqual({
      answers: [{ kind: 'approval', approvalId: 'p1', toolCallId: 'c1', approved, reason: null }],
      problems: [],
    })
  })

  it('may have a reason and other arguments', () => {
    expect(answers('p1', { approved: false, payload: { reason: 'too much' } }).answers).toMatchObject([
      { approved: false, reason: 'too much' },
    ])
    expect(answers('p1', { approved: true, editedArgs: { amount: 1 } }).answers).toMatchObject([
      { approved: true, editedInput: { amount: 1 } },
    ])
  })

  it('are outputs of client-run calls, and ignored for calls that were not allowed', () => {
    expect(answers('client_tool_c2', { sky: 'clear' }).answers).toEqual([{ kind: 'output', toolCallId: 'c2', output: { sky: 'clear' } }])
    expect(answers('client_tool_c3', 1).answers).toEqual([{ kind: 'output', toolCallId: 'c3', output: 1 }])
    expect(answers('client_tool_c1', 1)).toEqual({ answers: [], problems: ['The call c1 has an output, but nobody allowed it.'] })
  })

  it('count once, and not without an open approval', () => {
    const resume = [true, false].map((payload) => ({ interruptId: 'p1', status: 'resolved' as const, payload }))
    const { answers: counted, problems } = answersOfResume(
      [...resume, { interruptId: 'p3', status: 'resolved', payload: true }, { interruptId: 'x', status: 'cancelled' }],
      pending,
    )
    expect(counted).toMatchObject([{ toolCallId: 'c1', approved: true }])
    expect(problems).toHaveLength(3)
  })

  it('can withdraw a call', () => {
    expect(answers('p1', undefined, 'cancelled').answers).toEqual([{ kind: 'cancelled', toolCallId: 'c1' }])
  })
})

describe('a continuation of the older TanStack contract', () => {
  it.each([
    [{ approvals: [{ approvalId: 'p1', approved: true }] }],
    [{ approvals: [{ approval_id: 'p1', approved: true }] }],
    [{ approvals: [{ id: 'p1', approved: true }] }],
    [{ approvals: { p1: true } }],
    [{ approvals: { p1: { approved: true } } }],
  ])('answers an approval however its keys are spelled: %j', (body) => {
    const parsed = parseTanstackContinuation({ run_id: 'r', ...body })
    if (!parsed.ok) throw new Error(parsed.error.message)
    expect(parsed.value.runId).toBe('r')
    expect(answersOfContinuation(parsed.value, pending)).toEqual({
      answers: [{ kind: 'approval', approvalId: 'p1', toolCallId: 'c1', approved: true, reason: null }],
      problems: [],
    })
  })

  it.each([
    [{ tool_results: [{ tool_call_id: 'c2', output: '{"sky":"clear"}' }] }, { sky: 'clear' }],
    [{ toolResults: [{ toolCallId: 'c2', output: { sky: 'clear' } }] }, { sky: 'clear' }],
    [{ tool_results: { c2: { output: { sky: 'clear' } } } }, { sky: 'clear' }],
    [{ tool_results: { c2: { sky: 'clear' } } }, { sky: 'clear' }],
    [{ tool_results: [{ tool_call_id: 'c2', content: 'plain words' }] }, 'plain words'],
    [{ tool_results: [{ tool_call_id: 'c2' }] }, null],
  ])('sends an output as JSON text or as a value: %j', (body, output) => {
    const parsed = parseTanstackContinuation(body)
    if (!parsed.ok) throw new Error(parsed.error.message)
    expect(answersOfContinuation(parsed.value, pending).answers).toEqual([{ kind: 'output', toolCallId: 'c2', output }])
  })

  it.each([
    [[], 'no JSON object'],
    [{}, 'answers nothing'],
    [{ approvals: 'yes' }, '"approvals"'],
    [{ tool_results: 5 }, '"tool_results"'],
    [{ approvals: [{ approved: true }] }, 'no id'],
  ])('of a wrong shape is refused with a message: %j', (body, words) => {
    const parsed = parseTanstackContinuation(body)
    expect(parsed.ok ? '' : parsed.error.message).toContain(words)
  })

  it('can’t send an output before the yes, nor answer what is not open', () => {
    const parsed = parseTanstackContinuation({ approvals: { x: true }, tool_results: { c1: { output: 1 }, c9: { output: 1 } } })
    if (!parsed.ok) throw new Error(parsed.error.message)
    const { answers, problems } = answersOfContinuation(parsed.value, pending)
    expect({ answers, problems: problems.length }).toEqual({ answers: [], problems: 3 })
  })
})
