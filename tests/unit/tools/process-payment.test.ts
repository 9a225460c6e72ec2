import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/shared/lib/json'
import { messageOf, modelText } from '../../../src/shared/messages/message'
import { type ApprovalBench, approvalBench } from '../../support/approval-bench'
import { hoshinoPayment, paymentQuestion } from '../../support/payment-approval'

const balanceOf = (bench: ApprovalBench, accountId: string) =>
  bench.store.wallet.accounts().find((account) => account.accountId === accountId)?.balanceMinor

/** Says yes to the open approval of a call. */
function sayYes(bench: ApprovalBench, toolCallId = 'call-1'): void {
  const asked = bench.queue.ofCall(toolCallId)
  if (asked === null) throw new Error('nothing is asked')
  bench.queue.decide({ approvalId: asked.approvalId, inputHash: asked.inputHash, approved: true })
}

/** Requests approval, says yes each time and runs. */
async function pay(bench: ApprovalBench, input: JsonObject, toolCallId = 'call-1') {
  bench.queue.ask(paymentQuestion({ toolCallId }, input))
  while (bench.queue.ofCall(toolCallId)?.state === 'requested') sayYes(bench, toolCallId)
  return bench.runner.run(callOf(input, toolCallId))
}

const callOf = (input: JsonObject, toolCallId = 'call-1') => ({
  toolCallId,
  conversationId: 'conversation-1',
  toolName: 'process_payment',
  input,
})

describe('an approved payment', () => {
  test('takes the money from the account and returns the balance', async () => {
    const bench = approvalBench()
    const outcome = await pay(bench, hoshinoPayment)
    expect(outcome).toEqual({
      kind: 'result',
      effect: { en: 'paid ¥48,600', ja: '48,600円を支払い' },
      editedInput: null,
      output: {
        status: 'paid',
        paymentId: 'payment-1',
        recipient: 'Hoshino Print K.K.',
        amount: 48600,
        currency: 'JPY',
        account: 'studio ··4417',
        reference: 'INV-2231',
        when: '2026-11-27',
        balance: 1_201_400,
      },
    })
    expect(balanceOf(bench, '4417')).toBe(1_201_400)
    expect(bench.queue.ofCall('call-1')?.state).toBe('done')
  })

  test('is paid once, however often its call is run', async () => {
    const bench = approvalBench()
    const first = await pay(bench, hoshinoPayment)
    expect(await bench.runner.run(callOf(hoshinoPayment))).toEqual(first)
    expect(await bench.restart().runner.run(callOf(hoshinoPayment))).toEqual(first)
    expect(bench.store.wallet.payments()).toHaveLength(1)
    expect(balanceOf(bench, '4417')).toBe(1_201_400)
  })

  test('run twice at the same moment is paid once', async () => {
    const bench = approvalBench()
    const { approvalId, inputHash } = bench.queue.ask(paymentQuestion())
    bench.queue.decide({ approvalId, inputHash, approved: true })
    await Promise.all([bench.runner.run(callOf(hoshinoPayment)), bench.runner.run(callOf(hoshinoPayment))])
    expect(bench.store.wallet.payments()).toHaveLength(1)
  })

  test('counts cents exactly', async () => {
    const bench = approvalBench()
    await pay(bench, { ...hoshinoPayment, account: 'travel', currency: 'USD', amount: 1.1 })
    await pay(bench, { ...hoshinoPayment, account: 'travel', currency: 'USD', amount: 2.2 }, 'call-2')
    expect(balanceOf(bench, '7781')).toBe(239_670)
  })
})

describe('nothing is paid', () => {
  test.each([
    ['without a question', undefined],
    ['before the answer', 'open'],
    ['after a no', false],
  ] as const)('%s', async (_, answer) => {
    const bench = approvalBench()
    if (answer !== undefined) {
      const { approvalId, inputHash } = bench.queue.ask(paymentQuestion())
      if (answer !== 'open') bench.queue.decide({ approvalId, inputHash, approved: answer })
    }
    expect(await bench.runner.run(callOf(hoshinoPayment))).toMatchObject({ kind: 'error' })
    expect(bench.store.wallet.payments()).toEqual([])
    expect(bench.store.executions.get('call-1')).toBeNull()
  })

  test('with other arguments than were approved', async () => {
    const bench = approvalBench()
    const { approvalId, inputHash } = bench.queue.ask(paymentQuestion())
    bench.queue.decide({ approvalId, inputHash, approved: true })
    expect(await bench.runner.run(callOf({ ...hoshinoPayment, recipient: 'Mallory' }))).toMatchObject({ kind: 'error' })
    expect(bench.store.wallet.payments()).toEqual([])
    expect(bench.queue.get(approvalId)?.state).toBe('approved')
  })

  test('with the approval of another call', async () => {
    const bench = approvalBench()
    const { approvalId, inputHash } = bench.queue.ask(paymentQuestion())
    bench.queue.decide({ approvalId, inputHash, approved: true })
    expect(await bench.runner.run(callOf(hoshinoPayment, 'call-2'))).toMatchObject({ kind: 'error' })
    expect(bench.store.wallet.payments()).toEqual([])
  })

  test('when the call was withdrawn before it began', async () => {
    const bench = approvalBench()
    const { approvalId, inputHash } = bench.queue.ask(paymentQuestion())
    bench.queue.decide({ approvalId, inputHash, approved: true })
    const outcome = await bench.runner.run(callOf(hoshinoPayment), AbortSignal.abort())
    expect(outcome).toMatchObject({ kind: 'error', errorText: messageOf('taken-back-before-run') })
    expect(bench.store.wallet.payments()).toEqual([])
  })

  test.each([
    ['there is not enough money', { amount: 2_000_000 }, 'not enough money on studio ··4417, which has ¥1,250,000'],
    ['the account holds another currency', { currency: 'USD' }, 'studio ··4417 holds JPY, not USD'],
    ['there is no such account', { account: 'savings' }, 'The accounts are: studio ··4417 (JPY)'],
    ['name and digits name two accounts', { account: 'private ··4417' }, 'there is no account like that'],
  ])('when %s, and the model gets the reason', async (_, change, words) => {
    const bench = approvalBench()
    const outcome = await pay(bench, { ...hoshinoPayment, ...change })
    expect(outcome.kind === 'error' ? modelText(outcome.errorText) : '').toContain(words)
    expect(bench.store.wallet.payments()).toEqual([])
    expect(bench.queue.ofCall('call-1')?.state).toBe('failed')
    expect(bench.reports).toEqual([])
  })
})

test.each(['studio ··4417', 'studio', 'Studio account', '4417', 'スタジオ ··4417', 'スタジオの口座', '··4417'])(
  '%s names the studio account',
  async (account) => {
    const bench = approvalBench()
    expect(await pay(bench, { ...hoshinoPayment, account })).toMatchObject({ kind: 'result' })
    expect(balanceOf(bench, '4417')).toBe(1_201_400)
  },
)

describe('the question', () => {
  const questionOf = (change: JsonObject) => {
    const checked = approvalBench().toolBox.check(callOf({ ...hoshinoPayment, ...change }))
    return checked.ok ? checked.value.prepared.questions[0] : checked.error
  }

  test('names payee, amount and account in both languages', () => {
    expect(questionOf({})).toEqual({
      en: 'Pay Hoshino Print K.K. ¥48,600 from the studio account?',
      ja: 'Hoshino Print K.K.に48,600円を支払いますか？',
    })
    expect(questionOf({ recipient: '星野印刷', account: 'スタジオ ··4417' })).toMatchObject({ ja: '星野印刷に48,600円を支払いますか？' })
  })

  test.each([
    [{ amount: 12.5, currency: 'USD' }, '$12.50'],
    [{ amount: 48600, currency: 'CNY' }, 'CN¥48,600.00'],
    [{ amount: 1_250_000, currency: 'JPY' }, '¥1,250,000'],
  ])('shows %o as money of its currency', (change, money) => {
    expect(questionOf(change)).toMatchObject({ en: expect.stringContaining(money) })
  })

  test('makes characters visible that would hide what is paid', () => {
    expect(questionOf({ recipient: 'Hoshino\u202e\u200b Print' })).toMatchObject({
      en: expect.stringContaining('Hoshino⟨U+202E⟩⟨U+200B⟩ Print'),
    })
  })
})

describe('a large payment', () => {
  const questionsOf = (change: JsonObject) => {
    const checked = approvalBench().toolBox.check(callOf({ ...hoshinoPayment, ...change }))
    return checked.ok ? checked.value.prepared.questions : checked.error
  }

  test.each([
    [{ amount: 999_999 }, 1],
    [{ amount: 1_000_000 }, 2],
    [{ amount: 9_999.99, currency: 'USD' }, 1],
    [{ amount: 10_000, currency: 'USD' }, 2],
  ])('of %o has this many approvals: %i', (change, count) => {
    expect(questionsOf(change)).toHaveLength(count)
  })

  test('is made after the second yes, and not after the first', async () => {
    const bench = approvalBench()
    const input = { ...hoshinoPayment, amount: 1_200_000 }
    bench.queue.ask(paymentQuestion({}, input))
    sayYes(bench)
    expect(await bench.runner.run(callOf(input))).toMatchObject({ kind: 'error', errorText: messageOf('not-all-answered') })
    expect(balanceOf(bench, '4417')).toBe(1_250_000)
    expect(bench.queue.ofCall('call-1')?.question).toEqual({
      en: 'Large payment: pay Hoshino Print K.K. the full ¥1,200,000?',
      ja: '高額の支払いです。Hoshino Print K.K.に1,200,000円の全額を支払いますか？',
    })
    sayYes(bench)
    expect(await bench.runner.run(callOf(input))).toMatchObject({ kind: 'result' })
    expect(balanceOf(bench, '4417')).toBe(50_000)
  })
})

test('a very long name is cut in the question, between characters, and shown completely among the arguments', () => {
  const recipient = `${'星'.repeat(79)}🎉🎉`
  const checked = approvalBench().toolBox.check(callOf({ ...hoshinoPayment, recipient }))
  expect(checked).toMatchObject({
    ok: true,
    value: { prepared: { questions: [{ ja: `${'星'.repeat(79)}🎉…に48,600円を支払いますか？` }] } },
  })
})
