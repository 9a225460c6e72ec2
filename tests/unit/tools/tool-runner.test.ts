import { describe, expect, test } from 'vitest'
import { implementTool, ToolError } from '../../../src/main/tool-calls/tools/main-tool'
import { z } from '../../../src/shared/lib/zod'
import { messageOf } from '../../../src/shared/messages/message'
import { defineTool } from '../../../src/shared/tools/define-tool'
import { approvalBench } from '../../support/approval-bench'
import { hoshinoPayment, paymentQuestion } from '../../support/payment-approval'

const echo = defineTool({
  name: 'echo',
  description: 'Says it again.',
  input: z.strictObject({ words: z.string() }),
  output: z.strictObject({ words: z.string() }),
  risk: 'low',
  approval: 'allow',
  idempotent: true,
  timeoutMs: 1000,
  runs: 'main',
  hint: ({ of }) => of({ en: 'Says it again', ja: '繰り返す' }),
  icon: 'repeat',
  secretArguments: [],
  question: ({ words }) => words,
  destination: () => '',
  effect: (_, { words }, { of }) => of({ en: `said ${words}`, ja: words }),
})

type Work = (input: { words: string }, signal: AbortSignal) => Promise<{ words: string }>

/** A bench whose only tool is the echo, allowed by a rule. */
function runnerWith(work: Work) {
  const tool = implementTool(echo, { run: (input, { signal }) => work(input, signal), recall: () => null })
  const bench = approvalBench({ tools: () => [tool] })
  bench.judge.judge(callOf('hello'))
  return bench
}

const callOf = (words: unknown) => ({
  toolCallId: 'call-1',
  conversationId: 'conversation-1',
  toolName: 'echo',
  input: { words: words as string },
})

describe('a call is not run', () => {
  test('if there is no such tool, and the model gets those that exist', async () => {
    const { runner, store, toolBox } = approvalBench()
    const call = { toolCallId: 'call-1', conversationId: 'conversation-1', toolName: 'rm_rf', input: {} }
    const expected = 'There is no such tool. The tools are: process_payment.'
    expect(toolBox.check(call)).toMatchObject({ ok: false, error: { code: 'unknown-tool', message: expected } })
    expect(await runner.run(call)).toMatchObject({ kind: 'error', errorText: messageOf('no-such-tool', { tools: 'process_payment' }) })
    expect(store.executions.list('conversation-1')).toEqual([])
  })

  test.each(['__proto__', 'constructor', 'toString'])('if its tool is called %s', (toolName) => {
    expect(approvalBench().toolBox.check({ toolName, input: {} })).toMatchObject({ ok: false, error: { code: 'unknown-tool' } })
  })

  test.each([
    ['an amount in words', { amount: 'much' }, 'amount'],
    ['a negative amount', { amount: -1 }, 'amount'],
    ['more decimal places than yen have', { amount: 48600.5 }, 'amount: has more decimal places than JPY has'],
    ['a currency that is none', { currency: 'yen' }, 'currency'],
    ['a day that is none', { when: 'tomorrow' }, 'when: must be a date like 2026-11-27'],
    ['a payee of blanks', { recipient: '  ' }, 'recipient: must not be empty'],
    ['an argument that the tool does not know', { urgent: true }, 'urgent'],
  ])('with %s, and the model gets what to correct', (_, change, words) => {
    const checked = approvalBench().toolBox.check({ toolName: 'process_payment', input: { ...hoshinoPayment, ...change } })
    expect(checked).toMatchObject({ ok: false, error: { code: 'bad-arguments', message: expect.stringContaining(words) } })
  })

  test('without its arguments', () => {
    expect(approvalBench().toolBox.check({ toolName: 'process_payment', input: {} })).toMatchObject({
      ok: false,
      error: { code: 'bad-arguments' },
    })
  })
})

describe('a run', () => {
  test('returns the tool’s result, and is recorded', async () => {
    const { runner, store } = runnerWith(async ({ words }) => ({ words }))
    expect(await runner.run(callOf('hello'))).toEqual({
      kind: 'result',
      output: { words: 'hello' },
      effect: { en: 'said hello', ja: 'hello' },
      editedInput: null,
    })
    expect(store.executions.get('call-1')).toMatchObject({ state: 'done', toolName: 'echo', approvalId: null, output: { words: 'hello' } })
  })

  test('that takes too long is stopped, and its signal says so', async () => {
    let stopped: AbortSignal | undefined
    const { runner, store, clock } = runnerWith((_, signal) => {
      stopped = signal
      return new Promise(() => {})
    })
    const outcome = runner.run(callOf('hello'))
    clock.advance(1000)
    expect(await outcome).toMatchObject({ kind: 'error', errorText: messageOf('too-slow', { seconds: 1 }) })
    expect(stopped?.aborted).toBe(true)
    expect(store.executions.get('call-1')).toMatchObject({ state: 'failed' })
  })

  test('that is withdrawn is stopped', async () => {
    const { runner, clock } = runnerWith(() => new Promise(() => {}))
    const controller = new AbortController()
    const outcome = runner.run(callOf('hello'), controller.signal)
    controller.abort()
    expect(await outcome).toMatchObject({ kind: 'error', errorText: messageOf('taken-back-and-stopped') })
    expect(clock.pending()).toBe(0)
  })

  test('that fails returns the tool’s text for the model', async () => {
    const { runner, reports } = runnerWith(async () => {
      throw new ToolError('The disk is full.')
    })
    expect(await runner.run(callOf('hello'))).toMatchObject({ kind: 'error', errorText: 'The disk is full.' })
    expect(reports).toEqual([])
  })

  test('that fails inside reveals nothing of the inside to the model', async () => {
    const { runner, reports } = runnerWith(async () => {
      throw new Error('ENOENT /home/user/secret')
    })
    const outcome = await runner.run(callOf('hello'))
    expect(outcome).toMatchObject({ kind: 'error', errorText: messageOf('failed-inside', { tool: 'echo' }) })
    expect(reports).toHaveLength(1)
  })

  test('that returns something else than declared is a fault, not a result', async () => {
    const wrong: Work = async () => JSON.parse('{"words":7}')
    const { runner, reports } = runnerWith(wrong)
    expect(await runner.run(callOf('hello'))).toMatchObject({ kind: 'error' })
    expect(reports).toHaveLength(1)
  })

  test('of a call that ran before is not made again', async () => {
    let runs = 0
    const { runner } = runnerWith(async ({ words }) => {
      runs += 1
      return { words }
    })
    const first = await runner.run(callOf('hello'))
    expect(await runner.run(callOf('hello'))).toEqual(first)
    expect(await runner.run(callOf('goodbye'))).toMatchObject({ kind: 'error' })
    expect(runs).toBe(1)
  })

  test('is not begun if it can’t be recorded', async () => {
    let runs = 0
    const { runner, store } = runnerWith(async ({ words }) => {
      runs += 1
      return { words }
    })
    store.close()
    expect(await runner.run(callOf('hello'))).toMatchObject({ kind: 'error' })
    expect(runs).toBe(0)
  })
})

test('a schema that changes its input is a fault of the tool: what was shown would not be what runs', () => {
  const trimming = implementTool(
    { ...echo, input: z.strictObject({ words: z.string().trim() }) },
    { run: async (input) => input, recall: () => null },
  )
  expect(() => trimming.prepare({ words: ' hello ' })).toThrow('changes its input')
})

describe('a run that was interrupted when Parley stopped', () => {
  /** Begins a payment as the runner does, and stops before its end is written. */
  function cutOff(paid: boolean) {
    const before = approvalBench()
    const { approvalId, inputHash } = before.queue.ask(paymentQuestion())
    before.queue.decide({ approvalId, inputHash, approved: true })
    before.queue.markExecuting(approvalId)
    const call = { toolCallId: 'call-1', conversationId: 'conversation-1', toolName: 'process_payment', input: hoshinoPayment }
    before.store.executions.begin({ ...call, approvalId, inputHash, startedAt: 0 })
    const payment = { paymentId: 'payment-1', toolCallId: 'call-1', inputHash, accountId: '4417', recipient: 'Hoshino Print K.K.' }
    const money = { amountMinor: 48600, currency: 'JPY', reference: 'INV-2231', payOn: '2026-11-27', paidAt: 0 }
    if (paid) before.store.wallet.pay({ ...payment, ...money })
    return { after: before.restart(), call }
  }

  test('has the result of its payment if the money was paid, and pays no second time', async () => {
    const { after, call } = cutOff(true)
    expect(after.store.executions.get('call-1')).toMatchObject({ state: 'done', output: { status: 'paid', balance: 1_201_400 } })
    expect(await after.runner.run(call)).toMatchObject({ kind: 'result', output: { paymentId: 'payment-1' } })
    expect(after.store.wallet.payments()).toHaveLength(1)
  })

  test('has failed if it was not, and pays nothing later', async () => {
    const { after, call } = cutOff(false)
    expect(after.store.executions.get('call-1')).toMatchObject({ state: 'failed' })
    expect(await after.runner.run(call)).toMatchObject({ kind: 'error', errorText: messageOf('closed-without-end') })
    expect(after.store.wallet.payments()).toEqual([])
  })
})
