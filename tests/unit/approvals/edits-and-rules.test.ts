import { describe, expect, test } from 'vitest'
import { inputHash } from '../../../src/main/tool-calls/approvals/input-hash'
import { mostByRule } from '../../../src/main/tool-calls/policy/policy-decision'
import { paymentTool } from '../../../src/main/tool-calls/tools/process-payment'
import { ruleName } from '../../../src/shared/approvals/rule-name'
import { countingIds } from '../../../src/shared/lib/ids'
import { approvalBench } from '../../support/approval-bench'
import { createFakeClock } from '../../support/fake-clock'
import { hoshinoPayment, paymentQuestion } from '../../support/payment-approval'
import { transferTool } from '../../support/transfer-tool'

const paymentCall = { toolCallId: 'call-1', conversationId: 'conversation-1', toolName: 'process_payment', input: hoshinoPayment }

function askedBench() {
  const bench = approvalBench()
  const { approvalId, inputHash: shown } = bench.queue.ask(paymentQuestion())
  return { ...bench, answer: { approvalId, inputHash: shown } }
}

/** The decisions of the trail, oldest first. */
function decisions(bench: Pick<ReturnType<typeof approvalBench>, 'audit'>) {
  return bench.audit
    .list({ kind: 'decided' }, 100)
    .toReversed()
    .map(({ event }) => event)
}

describe('changed arguments', () => {
  const edited = { ...hoshinoPayment, amount: 40_000 }

  test('run instead of those that were shown, once, and the outcome says so', async () => {
    const bench = askedBench()
    const decided = bench.queue.decide({ ...bench.answer, approved: true, editedInput: edited })
    expect(decided).toMatchObject({ ok: true, value: { state: 'approved', input: hoshinoPayment, editedInput: edited, ...bench.answer } })
    const outcome = await bench.runner.run(paymentCall)
    expect(outcome).toMatchObject({ kind: 'result', output: { amount: 40_000 }, editedInput: edited, effect: { en: 'paid ¥40,000' } })
    expect(bench.store.wallet.payments()).toMatchObject([{ amountMinor: 40_000 }])
    expect(await bench.runner.run(paymentCall)).toEqual(outcome)
    expect(bench.store.wallet.payments()).toHaveLength(1)
    expect(decisions(bench)).toMatchObject([{ decision: 'allowed', by: { kind: 'user' }, editedInput: edited }])
  })

  test('are not run after a restart that came between the answer and the run', async () => {
    const bench = askedBench()
    bench.queue.decide({ ...bench.answer, approved: true, editedInput: edited })
    expect(bench.store.approvals.get(bench.answer.approvalId)).toMatchObject({ editedInput: edited })
    // an unused yes from before the app stopped is withdrawn, edited or not
    expect(await bench.restart().runner.run(paymentCall)).toMatchObject({ kind: 'error' })
    expect(bench.store.wallet.payments()).toEqual([])
  })

  test('that don’t match the tool are refused, and the approval stays open', () => {
    const bench = askedBench()
    const decided = bench.queue.decide({ ...bench.answer, approved: true, editedInput: { ...hoshinoPayment, amount: -1 } })
    expect(decided).toMatchObject({ ok: false, error: { code: 'edit-refused', message: expect.stringContaining('amount') } })
    expect(bench.queue.open()).toHaveLength(1)
    expect(decisions(bench)).toMatchObject([{ decision: 'refused', reason: { code: 'refusal', values: { code: 'edit-refused' } } }])
  })

  test('that a rule denies are refused with the rule’s name', () => {
    const bench = askedBench()
    bench.policy.save({
      ruleId: null,
      tool: 'process_payment',
      effect: 'deny',
      scope: { kind: 'always' },
      matchers: [{ argument: 'amount', operator: 'at-least', value: 100_000 }],
      name: { en: 'no large payments', ja: '高額は不可' },
    })
    const decided = bench.queue.decide({ ...bench.answer, approved: true, editedInput: { ...hoshinoPayment, amount: 100_000 } })
    expect(decided).toMatchObject({ ok: false, error: { message: expect.stringContaining('Rule 1, “no large payments”') } })
    expect(bench.queue.open()).toHaveLength(1)
  })

  test('can’t come with a no', () => {
    const bench = askedBench()
    const decided = bench.queue.decide({ ...bench.answer, approved: false, editedInput: edited })
    expect(decided).toMatchObject({ ok: false, error: { code: 'edit-refused' } })
    expect(bench.queue.open()).toHaveLength(1)
  })

  test('that are the ones shown are no change', () => {
    const bench = askedBench()
    const reversed = Object.fromEntries(Object.entries(hoshinoPayment).reverse())
    expect(bench.queue.decide({ ...bench.answer, approved: true, editedInput: reversed })).toMatchObject({
      ok: true,
      value: { editedInput: null },
    })
  })

  test('do not make an answer to other arguments count: the hash stays that of what was shown', () => {
    const bench = askedBench()
    const decided = bench.queue.decide({ ...bench.answer, inputHash: inputHash(edited), approved: true, editedInput: edited })
    expect(decided).toMatchObject({ ok: false, error: { code: 'approval-changed' } })
  })
})

describe('a rule created from an answer', () => {
  const limit = { argument: 'amount', operator: 'at-most', value: 50_000 } as const

  test('applies to the next call at once, after a restart, and can be removed', () => {
    const bench = askedBench()
    bench.queue.decide({ ...bench.answer, approved: true, remember: { scope: 'always', matchers: [limit] } })
    const [{ rule } = { rule: null }] = bench.policy.list()
    expect(rule).toMatchObject({
      tool: 'process_payment',
      effect: 'allow',
      origin: 'user',
      name: ruleName({
        tool: 'process_payment',
        effect: 'allow',
        matchers: [{ argument: 'amount', operator: 'at-most', value: 50_000 }],
        scope: { kind: 'always' },
      }),
    })
    expect(decisions(bench)).toMatchObject([{ decision: 'allowed', rememberedRuleId: rule?.ruleId }])
    const again = bench.restart()
    const judgement = again.judge.judge({ ...paymentCall, toolCallId: 'call-2' })
    expect(judgement).toMatchObject({ kind: 'allow', rule: { number: 1 } })
    expect(again.policy.list()[0]?.uses).toBe(1)
    again.policy.remove(rule?.ruleId ?? '')
    expect(again.judge.judge({ ...paymentCall, toolCallId: 'call-3' })).toMatchObject({ kind: 'ask' })
  })

  test('for a high risk without a limit is refused with what is missing, and nothing is decided', () => {
    const bench = askedBench()
    const decided = bench.queue.decide({ ...bench.answer, approved: true, remember: { scope: 'always', matchers: [] } })
    expect(decided).toMatchObject({ ok: false, error: { code: 'rule-refused', message: expect.stringContaining('limit on an argument') } })
    expect(bench.queue.open()).toHaveLength(1)
    expect(bench.policy.list()).toHaveLength(1)
  })

  test('for this conversation applies only in it', () => {
    const bench = askedBench()
    bench.queue.decide({ ...bench.answer, approved: true, remember: { scope: 'conversation', matchers: [] } })
    const other = { ...hoshinoPayment, amount: 1 }
    expect(bench.judge.judge({ ...paymentCall, toolCallId: 'call-2', input: other })).toMatchObject({ kind: 'allow' })
    expect(bench.judge.judge({ ...paymentCall, toolCallId: 'call-3', conversationId: 'conversation-2' })).toMatchObject({ kind: 'ask' })
  })

  test('that would not apply to this very call is refused: it would have no effect', () => {
    const bench = askedBench()
    const decided = bench.queue.decide({
      ...bench.answer,
      approved: true,
      remember: { scope: 'always', matchers: [{ ...limit, value: 100 }] },
    })
    expect(decided).toMatchObject({ ok: false, error: { code: 'rule-refused', message: expect.stringContaining('would not hold') } })
  })

  test('of a no denies from then on, without asking', () => {
    const bench = askedBench()
    bench.queue.decide({ ...bench.answer, approved: false, remember: { scope: 'always', matchers: [] } })
    expect(bench.judge.judge({ ...paymentCall, toolCallId: 'call-2' })).toMatchObject({ kind: 'deny', rule: { number: 1 } })
    expect(bench.policy.hiddenTools('conversation-1')).toEqual(new Set(['process_payment']))
  })

  test('comes right before the rule that asked, so that it overrides nothing above it', () => {
    const bench = approvalBench()
    const rule = { ruleId: null, tool: 'process_payment', scope: { kind: 'always' }, name: { en: 'x', ja: 'x' } } as const
    bench.policy.save({ ...rule, effect: 'ask', matchers: [] })
    bench.policy.save({ ...rule, effect: 'deny', matchers: [{ argument: 'amount', operator: 'at-least', value: 200_000 }] })
    const { approvalId, inputHash: shown } = bench.queue.ask(paymentQuestion())
    const remember = { scope: 'always', matchers: [{ ...limit, value: 1_000_000 }] } as const
    expect(bench.queue.decide({ approvalId, inputHash: shown, approved: true, remember }).ok).toBe(true)
    expect(bench.policy.list().map(({ rule: { effect } }) => effect)).toEqual(['deny', 'allow', 'ask', 'ask'])
    const large = { ...hoshinoPayment, amount: 300_000 }
    expect(bench.judge.judge({ ...paymentCall, toolCallId: 'call-9', input: large })).toMatchObject({ kind: 'deny' })
  })

  test('that can’t be stored invalidates the answer', () => {
    const bench = askedBench()
    const failing = {
      ...bench.store,
      rules: {
        list: bench.store.rules.list,
        replace() {
          throw new Error('the disk is full')
        },
      },
    }
    bench.queue.close()
    const over = approvalBench({ clock: bench.clock, store: failing })
    const decided = over.queue.decide({ ...bench.answer, approved: true, remember: { scope: 'conversation', matchers: [] } })
    expect(decided).toMatchObject({ ok: false, error: { code: 'approval-not-stored' } })
    expect(over.queue.open()).toHaveLength(1)
    expect(over.audit.verify()).toMatchObject({ brokenAt: null })
  })
})

describe('a call with two approvals', () => {
  function twiceAsked(amount: number) {
    const transfers = { made: [] }
    const bench = approvalBench({ tools: () => [transferTool(transfers)] })
    const call = { toolCallId: 'call-1', conversationId: 'conversation-1', toolName: 'transfer', input: { amount } }
    const judgement = bench.judge.judge(call)
    const questions = judgement.kind === 'ask' ? judgement.checked.prepared.questions : []
    const [question] = questions
    if (question === undefined) throw new Error('the call was not asked about')
    const first = bench.queue.ask(paymentQuestion({ toolName: 'transfer', question, questions: questions.length }, { amount }))
    const outcomes: string[] = []
    bench.queue.whenSettled('call-1', ({ kind }) => outcomes.push(kind))
    return { bench, call, first, transfers, outcomes }
  }

  test('runs after both were answered with yes, and not before', async () => {
    const { bench, call, first, transfers, outcomes } = twiceAsked(1000)
    expect(first.step).toEqual({ index: 1, of: 2 })
    bench.queue.decide({ approvalId: first.approvalId, inputHash: first.inputHash, approved: true })
    expect(outcomes).toEqual([])
    expect(await bench.runner.run(call)).toMatchObject({ kind: 'error' })
    const [second] = bench.queue.open()
    expect(second).toMatchObject({ toolCallId: 'call-1', step: { index: 2, of: 2 }, question: { en: 'Really move 1000 points?' } })
    expect(second?.approvalId).not.toBe(first.approvalId)
    bench.queue.decide({ approvalId: second?.approvalId ?? '', inputHash: second?.inputHash ?? '', approved: true })
    expect(outcomes).toEqual(['approved'])
    // the first attempt was refused before it began, so the call can still run
    expect(await bench.runner.run(call)).toMatchObject({ kind: 'result' })
    expect(transfers.made).toEqual([{ toolCallId: 'call-1', amount: 1000 }])
  })

  test('is not run when the first yes is given twice: the second approval has its own answer', async () => {
    const { bench, call, first, transfers } = twiceAsked(1000)
    const yes = { approvalId: first.approvalId, inputHash: first.inputHash, approved: true }
    bench.queue.decide(yes)
    expect(bench.queue.decide(yes)).toMatchObject({ ok: false, error: { code: 'approval-decided' } })
    expect(await bench.runner.run(call)).toMatchObject({ kind: 'error' })
    expect(transfers.made).toEqual([])
  })

  test.each(['denied', 'expired', 'withdrawn'] as const)('is not run when the second was %s', async (end) => {
    const { bench, call, first, transfers, outcomes } = twiceAsked(1000)
    bench.queue.decide({ approvalId: first.approvalId, inputHash: first.inputHash, approved: true })
    const [second] = bench.queue.open()
    if (end === 'denied') bench.queue.decide({ approvalId: second?.approvalId ?? '', inputHash: second?.inputHash ?? '', approved: false })
    if (end === 'expired') bench.clock.advance(120_000)
    if (end === 'withdrawn') bench.queue.withdraw({ conversationId: 'conversation-1' }, 'The session ended.')
    expect(outcomes).toEqual([end])
    expect(await bench.runner.run(call)).toMatchObject({ kind: 'error' })
    expect(transfers.made).toEqual([])
  })

  test('waits for its second answer over a restart', async () => {
    const { bench, call, first, transfers } = twiceAsked(1000)
    bench.queue.decide({ approvalId: first.approvalId, inputHash: first.inputHash, approved: true })
    const after = bench.restart()
    const [second] = after.queue.open()
    after.queue.decide({ approvalId: second?.approvalId ?? '', inputHash: second?.inputHash ?? '', approved: true })
    expect(await after.runner.run(call)).toMatchObject({ kind: 'result' })
    expect(transfers.made).toHaveLength(1)
  })

  test('requests the second for the changed arguments, and gets one if only those need it', async () => {
    const { bench, call, first, transfers } = twiceAsked(10)
    bench.queue.decide({ approvalId: first.approvalId, inputHash: first.inputHash, approved: true, editedInput: { amount: 2000 } })
    expect(await bench.runner.run(call)).toMatchObject({ kind: 'error' })
    const [second] = bench.queue.open()
    expect(second).toMatchObject({ input: { amount: 2000 }, step: { index: 2, of: 2 } })
    bench.queue.decide({ approvalId: second?.approvalId ?? '', inputHash: second?.inputHash ?? '', approved: true })
    expect(await bench.runner.run(call)).toMatchObject({ kind: 'result', editedInput: { amount: 2000 } })
    expect(transfers.made).toEqual([{ toolCallId: 'call-1', amount: 2000 }])
  })

  test('creates no rule from the first answer', () => {
    const { bench, first } = twiceAsked(1000)
    const remember = { scope: 'always', matchers: [] } as const
    const decided = bench.queue.decide({ approvalId: first.approvalId, inputHash: first.inputHash, approved: true, remember })
    expect(decided).toMatchObject({ ok: false, error: { code: 'rule-refused' } })
  })
})

describe('several answers at once', () => {
  function three() {
    const bench = approvalBench()
    const asked = [
      bench.queue.ask(paymentQuestion()),
      bench.queue.ask(paymentQuestion({ toolCallId: 'call-2' })),
      bench.queue.ask(paymentQuestion({ toolCallId: 'call-3', turnId: 'turn-2' })),
    ]
    const answers = (approved: boolean) => asked.map(({ approvalId, inputHash: shown }) => ({ approvalId, inputHash: shown, approved }))
    return { bench, answers }
  }

  test('allow the approvals of one turn, each with its own hash', () => {
    const { bench, answers } = three()
    const [first, second] = answers(true)
    if (first === undefined || second === undefined) throw new Error('not asked')
    const results = bench.queue.decideAll([first, { ...second, inputHash: 'f'.repeat(64) }])
    expect(results).toMatchObject([{ ok: true }, { ok: false, error: { code: 'approval-changed' } }])
    expect(bench.queue.open()).toHaveLength(2)
  })

  test('need one press of the user for all of them, and none counts without it', () => {
    const { bench, answers } = three()
    const together = answers(true).slice(0, 2)
    const asked: number[] = []
    const pressed = (yes: boolean) => (since: number) => asked.push(since) > 0 && yes
    expect(bench.queue.decideAll(together, pressed(false)).map(({ ok }) => ok)).toEqual([false, false])
    expect(bench.queue.open()).toHaveLength(3)
    expect(bench.queue.decideAll(together, pressed(true)).map(({ ok }) => ok)).toEqual([true, true])
    expect(asked).toHaveLength(2)
  })

  test('allow nothing if they are of several turns', () => {
    const { bench, answers } = three()
    expect(bench.queue.decideAll(answers(true)).every(({ ok }) => !ok)).toBe(true)
    expect(bench.queue.open()).toHaveLength(3)
  })

  test('deny every open one', () => {
    const { bench, answers } = three()
    expect(bench.queue.decideAll(answers(false)).every(({ ok }) => ok)).toBe(true)
    expect(bench.queue.open()).toEqual([])
  })
})

test('a rule of the user for a medium risk lets as many calls run in 24 hours as it says, and then asks, also after a restart', () => {
  const bench = approvalBench({
    rules: [],
    tools: ({ wallet }) => [{ ...paymentTool(wallet, createFakeClock(), countingIds()), risk: 'medium', idempotent: true }],
  })
  const { approvalId, inputHash: shown } = bench.queue.ask(paymentQuestion({ risk: 'medium' }))
  const remember = { scope: 'always', matchers: [], mostPerDay: 2 } as const
  expect(bench.queue.decide({ approvalId, inputHash: shown, approved: true, remember }).ok).toBe(true)
  expect(bench.policy.list()).toMatchObject([
    {
      rule: {
        mostPerDay: 2,
        name: ruleName({ tool: 'process_payment', effect: 'allow', matchers: [], scope: { kind: 'always' }, mostPerDay: 2 }),
      },
    },
  ])
  const again = bench.restart()
  const judge = (toolCallId: string) => again.judge.judge({ ...paymentCall, toolCallId, conversationId: toolCallId })
  expect(['call-2', 'call-3', 'call-4'].map((id) => judge(id).kind)).toEqual(['allow', 'allow', 'ask'])
  again.clock.advance(24 * 60 * 60_000)
  expect(judge('call-5').kind).toBe('allow')
})

test('a rule’s own limit for a high risk holds where it is lower than Parley’s, and no higher one is taken', () => {
  for (const [mostPerDay, runs] of [
    [1, 1],
    [500, mostByRule],
  ] as const) {
    const bench = approvalBench({ rules: [] })
    const scope = { kind: 'always' } as const
    const matchers = [{ argument: 'amount', operator: 'at-most', value: 50_000 }] as const
    const draft = { ruleId: null, tool: 'process_payment', effect: 'allow', matchers, scope, name: { en: 'x', ja: 'x' } } as const
    expect(bench.policy.save({ ...draft, mostPerDay }).ok).toBe(true)
    const calls = Array.from({ length: runs + 1 }, (_, number) => ({
      ...paymentCall,
      toolCallId: `call-${number}`,
      conversationId: `c-${number}`,
    }))
    expect(calls.map((call) => bench.judge.judge(call).kind)).toEqual([...Array.from({ length: runs }, () => 'allow'), 'ask'])
  }
})

test('a rule lets so many payments run in 24 hours, which bounds their sum, and then asks until the time is over', () => {
  const bench = approvalBench({ rules: [] })
  bench.policy.save({
    ruleId: null,
    tool: 'process_payment',
    effect: 'allow',
    matchers: [{ argument: 'amount', operator: 'at-most', value: 50_000 }],
    scope: { kind: 'always' },
    name: { en: 'small payments', ja: '少額の支払い' },
  })
  let count = 0
  const pay = (conversationId: string) => {
    count += 1
    const input = { ...hoshinoPayment, reference: `INV-${count}` }
    return bench.judge.judge({ ...paymentCall, toolCallId: `call-${count}`, conversationId, input }).kind
  }
  // conversations of their own make no difference
  for (let number = 0; number < mostByRule; number += 1) expect(pay(`conversation-${number}`)).toBe('allow')
  expect(pay('conversation-1')).toBe('ask')
  bench.clock.advance(24 * 60 * 60_000 - 1)
  expect(pay('conversation-2')).toBe('ask')
  bench.clock.advance(1)
  expect(pay('conversation-2')).toBe('allow')
})
