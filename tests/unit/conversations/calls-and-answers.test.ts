import { describe, expect, test, vi } from 'vitest'
import { inputHash } from '../../../src/main/tool-calls/approvals/input-hash'
import { createPageTools, pageTool } from '../../../src/main/tool-calls/tools/page-tools'
import type { JsonObject } from '../../../src/shared/lib/json'
import { z } from '../../../src/shared/lib/zod'
import { messageOf } from '../../../src/shared/messages/message'
import { defineTool } from '../../../src/shared/tools/define-tool'
import { type ConversationBench, conversationBench } from '../../support/conversation-bench'
import { hoshinoPayment } from '../../support/payment-approval'
import { transferTool } from '../../support/transfer-tool'

const payment = (id: string, change: JsonObject = {}) => ({ id, name: 'process_payment', args: { ...hoshinoPayment, ...change } })
const transfer = (id: string, amount: number) => ({ id, name: 'transfer', args: { amount } })

/** The answer to the approval of the only open call, or of the one at this place. */
function answerTo({ queue }: ConversationBench, approved: boolean, place = 0) {
  const asked = queue.open()[place]
  if (asked === undefined) throw new Error('nothing is asked')
  return { approvalId: asked.approvalId, inputHash: asked.inputHash, approved }
}

const settled = (bench: ConversationBench, statuses: readonly string[]) =>
  vi.waitFor(() => expect(bench.statuses()).toEqual(statuses), { timeout: 20_000 })

/** Points can be moved by calls whose runs wait until the test releases them. */
function transferBench(facts: Parameters<typeof transferTool>[1] = {}) {
  const transfers = { made: [] }
  return { transfers, bench: conversationBench({ rules: [], tools: () => [transferTool(transfers, facts)] }) }
}

describe('an answer', () => {
  test('given twice, and then the other way round, runs the call once (ui-protocols §7 case 10)', async () => {
    const bench = conversationBench()
    bench.call(payment('a'))
    const yes = answerTo(bench, true)
    expect(bench.queue.decide(yes).ok).toBe(true)
    expect(bench.queue.decide(yes).ok).toBe(false)
    expect(bench.queue.decide({ ...yes, approved: false }).ok).toBe(false)
    await settled(bench, ['waiting', 'done'])
    expect(bench.store.wallet.payments()).toHaveLength(1)
    expect(await bench.toolParts()).toMatchObject([{ state: 'output-available' }])
  })

  test('for an id that was never issued, or for other arguments, runs nothing and is recorded (case 11)', async () => {
    const bench = conversationBench()
    bench.call(payment('a'))
    const yes = answerTo(bench, true)
    expect(bench.queue.decide({ ...yes, approvalId: 'approval-77' })).toMatchObject({ ok: false, error: { code: 'approval-unknown' } })
    const changed = inputHash({ ...hoshinoPayment, recipient: 'Mallory' })
    expect(bench.queue.decide({ ...yes, inputHash: changed })).toMatchObject({ ok: false, error: { code: 'approval-changed' } })
    expect(bench.store.wallet.payments()).toEqual([])
    expect(bench.statuses()).toEqual(['waiting'])
    const refused = bench.audit
      .list({ kind: 'decided' }, 10)
      .filter(({ event }) => event.kind === 'decided' && event.decision === 'refused')
    expect(refused.map(({ subject }) => subject.approvalId)).toEqual([yes.approvalId, 'approval-77'])
  })

  test('that comes after the time is up runs nothing: the denial stands (late answer)', async () => {
    const bench = conversationBench()
    bench.call(payment('a'))
    const yes = answerTo(bench, true)
    bench.clock.advance(120_000)
    expect(bench.queue.decide(yes)).toMatchObject({ ok: false, error: { code: 'approval-expired' } })
    expect(bench.statuses()).toEqual(['waiting', 'expired'])
    expect(await bench.toolParts()).toMatchObject([{ state: 'output-denied', approval: { approved: false, reason: 'expired' } }])
    expect(bench.store.wallet.payments()).toEqual([])
  })

  test('that comes after the model withdrew the call runs nothing (late answer)', async () => {
    const bench = conversationBench()
    bench.call(payment('a'))
    const yes = answerTo(bench, true)
    bench.receive({ toolCallCancellation: { ids: ['a'] } })
    expect(bench.queue.decide(yes)).toMatchObject({ ok: false, error: { code: 'approval-withdrawn' } })
    expect(bench.statuses()).toEqual(['waiting'])
    expect(await bench.toolParts()).toMatchObject([{ state: 'output-error' }])
    expect(bench.store.wallet.payments()).toEqual([])
  })

  test('no with a reason reaches the model as a denial with that reason, and the turn continues (cases 13 and 29)', async () => {
    const bench = conversationBench()
    bench.call(payment('a'))
    bench.queue.decide({ ...answerTo(bench, false), reason: 'not before the delivery' })
    expect(bench.answers.at(-1)?.response).toMatchObject({ status: 'denied', reason: 'not before the delivery' })
    expect(await bench.toolParts()).toMatchObject([
      { state: 'output-denied', approval: { approved: false, reason: 'not before the delivery' } },
    ])
    expect(bench.store.wallet.payments()).toEqual([])
    expect(bench.store.executions.list('conversation-1')).toEqual([])
  })

  test('goes to its approval, its result to the call that the model made (case 32)', async () => {
    const bench = conversationBench()
    bench.call(payment('original'))
    bench.queue.decide(answerTo(bench, true))
    await settled(bench, ['waiting', 'done'])
    expect(bench.answers.map(({ modelCallId, name }) => [modelCallId, name])).toEqual([
      ['original', 'process_payment'],
      ['original', 'process_payment'],
    ])
  })
})

describe('a call', () => {
  test('has a response at once while its approval is open, so that the model’s history is complete whatever the user types (case 6)', () => {
    const bench = conversationBench()
    bench.call(payment('a'), payment('b', { amount: 2 }))
    bench.conversation.sendText('And what is the weather like?')
    expect(bench.answers.map(({ modelCallId, response }) => [modelCallId, response.status])).toEqual([
      ['a', 'waiting'],
      ['b', 'waiting'],
    ])
    expect(bench.queue.open()).toHaveLength(2)
  })

  test('that a rule denies ends as denied in the thread, exactly once, and never needs approval (case 12)', async () => {
    const bench = conversationBench()
    const name = { en: 'no payments', ja: '支払い不可' }
    bench.policy.save({ ruleId: null, tool: 'process_payment', effect: 'deny', scope: { kind: 'always' }, matchers: [], name })
    bench.call(payment('a'))
    expect(bench.queue.open()).toEqual([])
    expect(bench.changes).toEqual([])
    expect(bench.answers).toHaveLength(1)
    expect(bench.answers[0]?.response).toMatchObject({ status: 'denied', rule: 'no payments' })
    expect(await bench.toolParts()).toMatchObject([{ state: 'output-denied', approval: { approved: false } }])
    const summaries = bench.summaries.ofConversation('conversation-1')
    expect(summaries).toMatchObject([{ effect: 'deny', number: 1, name, durationMs: null }])
  })

  test('stores the user’s answer and its time, for a page that comes later; expiry and withdrawal are no answer', async () => {
    const bench = conversationBench()
    bench.call(payment('a'), payment('b', { amount: 2 }), payment('c', { amount: 3 }))
    const [first, second] = bench.queue.open()
    for (const [question, approved] of [
      [first, true],
      [second, false],
    ] as const)
      bench.queue.decide({ approvalId: question?.approvalId ?? '', inputHash: question?.inputHash ?? '', approved })
    await settled(bench, ['waiting', 'waiting', 'waiting', 'denied', 'done'])
    const answers = bench.summaries.ofConversation('conversation-1').map(({ answer }) => answer)
    expect(answers).toEqual([{ approved: true, at: expect.any(Number) }, { approved: false, at: expect.any(Number) }, null])
  })

  test('that a rule allows runs at once, and the rule and its time are stored', async () => {
    const { bench, transfers } = transferBench({ approval: 'allow' })
    bench.call(transfer('a', 100))
    await settled(bench, ['done'])
    expect(transfers.made).toHaveLength(1)
    expect(bench.ended).toHaveLength(1)
    const summaries = bench.summaries.ofConversation('conversation-1')
    expect(summaries).toMatchObject([{ effect: 'allow', number: 1, name: { code: 'rule-default-allow' }, durationMs: 0 }])
  })

  test('repeated exactly, as after a reconnect, needs approval if a rule let the first one run', async () => {
    const { bench, transfers } = transferBench({ approval: 'allow' })
    bench.call(transfer('a', 100))
    await settled(bench, ['done'])
    bench.session({ phase: 'reconnecting', attempt: 1, of: 6, nextTryAt: 0 })
    bench.session({ phase: 'ready', since: 0 })
    bench.call(transfer('a', 100))
    expect(bench.queue.open()).toMatchObject([{ rule: { name: { code: 'rule-repeated' } } }])
    expect(transfers.made).toHaveLength(1)
  })

  test.each([
    ['as it was', undefined, 100],
    ['with changed arguments', 60, 60],
  ])('repeated exactly, %s, needs approval even if the first one ran by a yes that created a rule', async (_, changed, again) => {
    const { bench, transfers } = transferBench()
    bench.call(transfer('a', 100))
    const [asked] = bench.queue.open()
    bench.queue.decide({
      ...answerTo(bench, true),
      ...(changed !== undefined && { editedInput: { ...asked?.input, amount: changed } }),
      remember: { scope: 'always', matchers: [{ argument: 'amount', operator: 'at-most', value: 500 }] },
    })
    await settled(bench, ['waiting', 'done'])
    bench.call(transfer('b', again))
    expect(bench.queue.open()).toMatchObject([{ rule: { number: 1, name: { code: 'rule-repeated' } } }])
    expect(transfers.made).toHaveLength(1)
  })

  test('that fails after a yes returns its reason as a text (case 14)', async () => {
    const { bench } = transferBench()
    bench.call(transfer('a', 13))
    bench.queue.decide(answerTo(bench, true))
    await settled(bench, ['waiting', 'failed'])
    expect(bench.answers.at(-1)?.response).toEqual({ status: 'failed', error: 'Thirteen points can’t be moved.' })
    expect(await bench.toolParts()).toMatchObject([{ state: 'output-error', errorText: 'Thirteen points can’t be moved.' }])
  })

  test.each([
    ['an unknown tool', { id: 'a', name: 'rm_rf', args: {} }, 'no such tool'],
    ['arguments that do not fit', payment('a', { amount: -1 }), 'amount'],
  ])('with %s is refused with the fault, recorded, and does not run', async (_, call, words) => {
    const bench = conversationBench()
    bench.call(call)
    expect(bench.answers[0]?.response).toMatchObject({ status: 'failed', error: expect.stringContaining(words) })
    expect(await bench.toolParts()).toMatchObject([{ state: 'output-error' }])
    expect(bench.audit.list({}, 10).map(({ event }) => (event.kind === 'decided' ? event.decision : event.kind))).toEqual([
      'refused',
      'requested',
    ])
    expect(bench.store.executions.list('conversation-1')).toEqual([])
  })

  test('with changed arguments returns to the model which ones ran', async () => {
    const bench = conversationBench()
    bench.call(payment('a'))
    const edited = { ...hoshinoPayment, amount: 40_000 }
    bench.queue.decide({ ...answerTo(bench, true), editedInput: edited })
    await settled(bench, ['waiting', 'done'])
    expect(bench.answers.at(-1)?.response).toMatchObject({ editedInput: edited, result: { amount: 40_000 } })
    expect(bench.summaries.ofConversation('conversation-1')).toMatchObject([{ editedInput: edited }])
  })

  test('with two approvals stays one part of the thread, answered after the last', async () => {
    const { bench, transfers } = transferBench()
    bench.call(transfer('a', 1000))
    bench.queue.decide(answerTo(bench, true))
    expect(await bench.toolParts()).toMatchObject([{ state: 'approval-requested' }])
    expect(transfers.made).toEqual([])
    bench.queue.decide(answerTo(bench, true))
    await settled(bench, ['waiting', 'done'])
    expect(await bench.toolParts()).toMatchObject([{ state: 'output-available', output: { moved: 1000 } }])
  })

  test('with two questions is denied by a no to the second', async () => {
    const { bench, transfers } = transferBench()
    bench.call(transfer('a', 1000))
    bench.queue.decide(answerTo(bench, true))
    bench.queue.decide(answerTo(bench, false))
    expect(bench.statuses()).toEqual(['waiting', 'denied'])
    expect(await bench.toolParts()).toMatchObject([{ state: 'output-denied', approval: { approved: false } }])
    expect(transfers.made).toEqual([])
  })
})

test.each([
  [true, true],
  [true, false],
  [false, true],
  [false, false],
])('two payments at once, answered %s and %s, each end as answered', async (first, second) => {
  const bench = conversationBench()
  bench.call(payment('a'), payment('b', { amount: 2 }))
  const [yesOrNo, other] = [answerTo(bench, first, 0), answerTo(bench, second, 1)]
  bench.queue.decideAll([yesOrNo, other])
  await vi.waitFor(() => expect(bench.answers).toHaveLength(4), { timeout: 20_000 })
  const state = (approved: boolean) => ({ state: approved ? 'output-available' : 'output-denied' })
  expect(await bench.toolParts()).toMatchObject([state(first), state(second)])
  const paid = [first ? 48_600 : [], second ? 2 : []].flat()
  expect(bench.store.wallet.payments().map(({ amountMinor }) => amountMinor)).toEqual(paid)
})

describe('a call that runs', () => {
  function runningCall() {
    const { bench, transfers } = transferBench({ approval: 'allow', before: () => new Promise(() => {}) })
    bench.call(transfer('a', 100))
    const [{ toolCallId } = { toolCallId: '' }] = bench.store.executions.unfinished()
    return { bench, transfers, toolCallId }
  }

  test('can be stopped by the user, and the model is told not to retry', async () => {
    const { bench, transfers, toolCallId } = runningCall()
    expect(bench.conversation.stopCall(toolCallId)).toBe(true)
    await settled(bench, ['failed'])
    expect(bench.answers[0]?.response.error).toContain('The user stopped this call. Do not call it again')
    expect(bench.conversation.stopCall(toolCallId)).toBe(false)
    expect(transfers.made).toEqual([])
  })

  test('is stopped when the model withdraws it, without a response', async () => {
    const { bench, toolCallId } = runningCall()
    bench.receive({ toolCallCancellation: { ids: ['a'] } })
    await vi.waitFor(() => expect(bench.store.executions.get(toolCallId)?.state).toBe('failed'), { timeout: 20_000 })
    expect(bench.answers).toEqual([])
  })

  test('is stopped when its conversation is ended', async () => {
    const { bench, toolCallId } = runningCall()
    await bench.conversation.stopSession('withdraw')
    await vi.waitFor(() => expect(bench.store.executions.get(toolCallId)?.errorText).toEqual(messageOf('conversation-ended')), {
      timeout: 20_000,
    })
  })
})

describe('an open approval', () => {
  test.each([
    ['the conversation is ended', (bench: ConversationBench) => bench.conversation.stopSession('withdraw')],
    ['the session is lost', (bench: ConversationBench) => bench.session({ phase: 'failed', cause: 'unreachable', detail: '' })],
    ['the user stops the call', (bench: ConversationBench) => bench.conversation.stopCall(bench.queue.open()[0]?.toolCallId ?? '')],
  ])('is withdrawn when %s', async (_, end) => {
    const bench = conversationBench()
    bench.call(payment('a'))
    const yes = answerTo(bench, true)
    await end(bench)
    expect(bench.queue.open()).toEqual([])
    expect(bench.queue.decide(yes)).toMatchObject({ ok: false, error: { code: 'approval-withdrawn' } })
    expect(await bench.toolParts()).toMatchObject([{ state: 'output-error' }])
  })

  test('stays open while the connection is renewed, and its yes runs the call once', async () => {
    const bench = conversationBench()
    bench.call(payment('a'))
    bench.session({ phase: 'reconnecting', attempt: 1, of: 6, nextTryAt: 0 })
    bench.session({ phase: 'ready', since: 0 })
    bench.queue.decide(answerTo(bench, true))
    await settled(bench, ['waiting', 'done'])
    expect(bench.store.wallet.payments()).toHaveLength(1)
  })
})

test('a tool of the window and one of main in one step: each is answered, and a tool of the window that never answers fails in time', async () => {
  const definition = defineTool({
    name: 'hum',
    description: 'Hums.',
    input: z.strictObject({}),
    output: z.strictObject({ hummed: z.boolean() }),
    risk: 'low',
    approval: 'allow',
    idempotent: true,
    timeoutMs: 5000,
    runs: 'renderer',
    hint: (i18n) => i18n.of({ en: 'Hums', ja: 'ハミング' }),
    icon: 'music',
    secretArguments: [],
    question: (_, i18n) => i18n.of({ en: 'Hum?', ja: 'ハミングしますか？' }),
    destination: () => '',
    effect: (_input, _output, i18n) => i18n.of({ en: 'hummed', ja: 'ハミング' }),
  })
  const given: string[] = []
  const page = createPageTools((name, payload) => {
    if (name === 'tool.run' && 'toolCallId' in payload) given.push(String(payload.toolCallId))
  })
  const transfers = { made: [] }
  const bench = conversationBench({ rules: [], tools: () => [transferTool(transfers, { approval: 'allow' }), pageTool(definition, page)] })
  bench.call({ id: 'a', name: 'hum', args: {} }, transfer('b', 5), { id: 'c', name: 'hum', args: {} })
  const [first = '', silent = ''] = given
  expect(page.settle('call-of-nobody', { kind: 'result', output: { hummed: true } })).toMatchObject({
    ok: false,
    error: { code: 'call-not-given' },
  })
  expect(page.settle(first, { kind: 'result', output: { hummed: true } }).ok).toBe(true)
  expect(page.settle(first, { kind: 'result', output: { hummed: false } }).ok).toBe(false)
  await vi.waitFor(() => expect(bench.answers).toHaveLength(2), { timeout: 20_000 })
  bench.clock.advance(5000)
  await vi.waitFor(() => expect(bench.answers).toHaveLength(3), { timeout: 20_000 })
  expect(page.settle(silent, { kind: 'result', output: { hummed: true } }).ok).toBe(false)
  expect(await bench.toolParts()).toMatchObject([
    { state: 'output-available', output: { hummed: true } },
    { state: 'output-available', output: { moved: 5 } },
    { state: 'output-error', errorText: expect.stringContaining('did not end within 5 s') },
  ])
})
