import { describe, expect, test } from 'vitest'
import { openMemoryStore } from '../../../src/main/storage/database/open-store'
import { approvalBench } from '../../support/approval-bench'
import { createFakeClock } from '../../support/fake-clock'
import { hoshinoPayment, paymentQuestion } from '../../support/payment-approval'

describe('an approval', () => {
  test('is stored before it is announced', () => {
    const { queue, store, changes } = approvalBench()
    const approval = queue.ask(paymentQuestion())
    expect(changes).toEqual([approval])
    expect(store.approvals.get(approval.approvalId)).toEqual(approval)
    expect(queue.open()).toEqual([approval])
  })

  test('carries the hash of its arguments, whatever order their keys came in', () => {
    const { queue } = approvalBench()
    const reversed = Object.fromEntries(Object.entries(hoshinoPayment).reverse())
    const first = queue.ask(paymentQuestion())
    const second = queue.ask(paymentQuestion({ toolCallId: 'call-2' }, reversed))
    expect(second.inputHash).toBe(first.inputHash)
  })

  test('of the same call is requested once', () => {
    const { queue, changes } = approvalBench()
    expect(queue.ask(paymentQuestion())).toEqual(queue.ask(paymentQuestion()))
    expect(changes).toHaveLength(1)
  })

  test('of the same call with other arguments is refused', () => {
    const { queue } = approvalBench()
    queue.ask(paymentQuestion())
    expect(() => queue.ask(paymentQuestion({}, { ...hoshinoPayment, amount: 486_000 }))).toThrow('different arguments')
    expect(queue.open()).toHaveLength(1)
  })

  test('that can’t be stored is not announced', () => {
    const bench = approvalBench()
    bench.store.close()
    expect(() => bench.queue.ask(paymentQuestion())).toThrow()
    expect(bench.changes).toEqual([])
  })
})

describe('an answer', () => {
  test('yes approves, and each waiting listener gets it once', () => {
    const { queue } = approvalBench()
    const { approvalId, inputHash } = queue.ask(paymentQuestion())
    const outcomes: unknown[] = []
    queue.whenSettled('call-1', (outcome) => outcomes.push(outcome))
    const decided = queue.decide({ approvalId, inputHash, approved: true })
    expect(decided).toMatchObject({ ok: true, value: { state: 'approved' } })
    queue.markExecuting(approvalId)
    queue.markDone(approvalId)
    expect(outcomes).toEqual([{ kind: 'approved' }])
  })

  test('no denies, with the user’s text', () => {
    const { queue } = approvalBench()
    const { approvalId, inputHash } = queue.ask(paymentQuestion())
    queue.decide({ approvalId, inputHash, approved: false, reason: ' not before the delivery ' })
    const outcomes: unknown[] = []
    queue.whenSettled('call-1', (outcome) => outcomes.push(outcome))
    expect(outcomes).toEqual([{ kind: 'denied', reason: 'not before the delivery' }])
    expect(queue.markExecuting(approvalId)).toMatchObject({ ok: false, error: { code: 'approval-state' } })
  })

  test('a second one changes nothing', () => {
    const { queue, store, changes } = approvalBench()
    const { approvalId, inputHash } = queue.ask(paymentQuestion())
    queue.decide({ approvalId, inputHash, approved: false })
    const before = store.approvals.events(approvalId)
    expect(queue.decide({ approvalId, inputHash, approved: true })).toMatchObject({ ok: false, error: { code: 'approval-decided' } })
    expect(queue.decide({ approvalId, inputHash, approved: false })).toMatchObject({ ok: false, error: { code: 'approval-decided' } })
    expect(store.approvals.events(approvalId)).toEqual(before)
    expect(changes).toHaveLength(2)
  })

  test('to an id that was never issued is refused', () => {
    const { queue } = approvalBench()
    const { inputHash } = queue.ask(paymentQuestion())
    expect(queue.decide({ approvalId: 'approval-99', inputHash, approved: true })).toMatchObject({
      ok: false,
      error: { code: 'approval-unknown' },
    })
    expect(queue.open()).toHaveLength(1)
  })

  test('for other arguments than shown is refused, and the approval stays open', () => {
    const { queue } = approvalBench()
    const shown = queue.ask(paymentQuestion())
    const other = queue.ask(paymentQuestion({ toolCallId: 'call-2' }, { ...hoshinoPayment, amount: 1 }))
    const mixed = queue.decide({ approvalId: shown.approvalId, inputHash: other.inputHash, approved: true })
    expect(mixed).toMatchObject({ ok: false, error: { code: 'approval-changed' } })
    expect(queue.open()).toHaveLength(2)
  })

  test('that can’t be stored does not count', () => {
    const { queue, store } = approvalBench()
    const { approvalId, inputHash } = queue.ask(paymentQuestion())
    const outcomes: unknown[] = []
    queue.whenSettled('call-1', (outcome) => outcomes.push(outcome))
    store.close()
    expect(queue.decide({ approvalId, inputHash, approved: true })).toMatchObject({ ok: false, error: { code: 'approval-not-stored' } })
    expect(outcomes).toEqual([])
  })
})

describe('time', () => {
  test('an expired approval can’t be granted', () => {
    const { queue, clock } = approvalBench()
    const { approvalId, inputHash } = queue.ask(paymentQuestion())
    const outcomes: unknown[] = []
    queue.whenSettled('call-1', (outcome) => outcomes.push(outcome))
    clock.advance(119_999)
    expect(queue.open()).toHaveLength(1)
    clock.advance(1)
    expect(outcomes).toEqual([{ kind: 'expired' }])
    expect(queue.decide({ approvalId, inputHash, approved: true })).toMatchObject({ ok: false, error: { code: 'approval-expired' } })
    expect(queue.get(approvalId)).toMatchObject({ state: 'expired', reason: 'expired' })
  })

  test('a yes that comes after the time, but before the late timer, is too late', () => {
    const clock = createFakeClock()
    const lateTimers = { ...clock, after: (delayMs: number, task: () => void) => clock.after(delayMs + 60_000, task) }
    const { queue } = approvalBench({ clock: lateTimers })
    const { approvalId, inputHash } = queue.ask(paymentQuestion())
    clock.advance(120_000)
    expect(queue.decide({ approvalId, inputHash, approved: true })).toMatchObject({ ok: false, error: { code: 'approval-expired' } })
    expect(queue.get(approvalId)?.state).toBe('expired')
  })

  test('an answered approval has no timer', () => {
    const { queue, clock, changes } = approvalBench()
    const { approvalId, inputHash } = queue.ask(paymentQuestion())
    queue.decide({ approvalId, inputHash, approved: true })
    expect(clock.pending()).toBe(0)
    clock.advance(1_000_000)
    expect(changes.at(-1)?.state).toBe('approved')
  })
})

describe('a withdrawn approval', () => {
  test('can’t be approved any more', () => {
    const { queue } = approvalBench()
    const { approvalId, inputHash } = queue.ask(paymentQuestion())
    expect(queue.withdraw({ toolCallId: 'call-1' }, 'Gemini took the call back.')).toHaveLength(1)
    expect(queue.decide({ approvalId, inputHash, approved: true })).toMatchObject({ ok: false, error: { code: 'approval-withdrawn' } })
  })

  test('takes an unused yes with it', () => {
    const { queue } = approvalBench()
    const { approvalId, inputHash } = queue.ask(paymentQuestion())
    queue.decide({ approvalId, inputHash, approved: true })
    queue.withdraw({ approvalId }, 'Gemini took the call back.')
    expect(queue.markExecuting(approvalId).ok).toBe(false)
  })

  test('includes the whole conversation and no other', () => {
    const { queue } = approvalBench()
    queue.ask(paymentQuestion())
    queue.ask(paymentQuestion({ toolCallId: 'call-2' }))
    const other = queue.ask(paymentQuestion({ toolCallId: 'call-3', conversationId: 'conversation-2' }))
    expect(queue.withdraw({ conversationId: 'conversation-1' }, 'The conversation was ended.')).toHaveLength(2)
    expect(queue.open()).toEqual([other])
  })

  test('does not affect a call that is running or done', () => {
    const { queue } = approvalBench()
    const { approvalId, inputHash } = queue.ask(paymentQuestion())
    queue.decide({ approvalId, inputHash, approved: true })
    queue.markExecuting(approvalId)
    expect(queue.withdraw({ approvalId }, 'too late')).toEqual([])
    expect(queue.get(approvalId)?.state).toBe('executing')
  })
})

describe('after a restart', () => {
  test('an open approval can still be answered', () => {
    const before = approvalBench()
    const { approvalId, inputHash } = before.queue.ask(paymentQuestion())
    before.clock.advance(60_000)
    const after = before.restart()
    expect(after.queue.open()).toHaveLength(1)
    expect(after.queue.decide({ approvalId, inputHash, approved: true }).ok).toBe(true)
  })

  test('the time of an open approval continues', () => {
    const before = approvalBench()
    const { approvalId } = before.queue.ask(paymentQuestion())
    before.clock.advance(60_000)
    const after = before.restart()
    after.clock.advance(60_000)
    expect(after.queue.get(approvalId)?.state).toBe('expired')
    expect(after.changes.map(({ state }) => state)).toEqual(['expired'])
  })

  test('an approval whose time passed meanwhile has expired', () => {
    const before = approvalBench()
    const { approvalId, inputHash } = before.queue.ask(paymentQuestion())
    before.queue.close()
    before.clock.advance(500_000)
    const after = before.restart()
    expect(after.queue.recovered).toMatchObject([{ approvalId, state: 'expired', reason: 'expired' }])
    expect(after.queue.decide({ approvalId, inputHash, approved: true })).toMatchObject({ ok: false, error: { code: 'approval-expired' } })
  })

  test('a yes that had not begun is withdrawn, and does not run minutes later', async () => {
    const before = approvalBench()
    const { approvalId, inputHash } = before.queue.ask(paymentQuestion())
    before.queue.decide({ approvalId, inputHash, approved: true })
    const after = before.restart()
    expect(after.queue.recovered).toMatchObject([{ state: 'withdrawn' }])
    const call = { toolCallId: 'call-1', conversationId: 'conversation-1', toolName: 'process_payment', input: hoshinoPayment }
    expect(await after.runner.run(call)).toMatchObject({ kind: 'error' })
    expect(after.store.wallet.payments()).toEqual([])
  })

  test('a call that stopped in the middle has failed if its effect is missing, and is done if it is there', () => {
    const before = approvalBench()
    for (const toolCallId of ['call-1', 'call-2']) {
      const { approvalId, inputHash } = before.queue.ask(paymentQuestion({ toolCallId }))
      before.queue.decide({ approvalId, inputHash, approved: true })
      before.queue.markExecuting(approvalId)
    }
    before.store.wallet.pay({
      paymentId: 'payment-1',
      toolCallId: 'call-2',
      inputHash: 'hash',
      accountId: '4417',
      recipient: 'Hoshino Print K.K.',
      amountMinor: 48600,
      currency: 'JPY',
      reference: 'INV-2231',
      payOn: '2026-11-27',
      paidAt: 0,
    })
    const after = before.restart()
    expect(after.queue.ofCall('call-1')?.state).toBe('failed')
    expect(after.queue.ofCall('call-2')?.state).toBe('done')
  })
})

test('a listener that throws is reported and stops neither the others nor the answer', () => {
  const { queue, reports } = approvalBench()
  const { approvalId, inputHash } = queue.ask(paymentQuestion())
  const heard: string[] = []
  queue.whenSettled('call-1', () => {
    throw new Error('broken listener')
  })
  queue.whenSettled('call-1', (outcome) => heard.push(outcome.kind))
  expect(queue.decide({ approvalId, inputHash, approved: true }).ok).toBe(true)
  expect(heard).toEqual(['approved'])
  expect(reports).toEqual([new Error('broken listener')])
})

test('a removed listener is not called', () => {
  const { queue } = approvalBench()
  const { approvalId, inputHash } = queue.ask(paymentQuestion())
  const heard: unknown[] = []
  queue.whenSettled('call-1', (outcome) => heard.push(outcome))()
  queue.decide({ approvalId, inputHash, approved: true })
  expect(heard).toEqual([])
})

test('every step of an approval is stored, with its time', () => {
  const clock = createFakeClock(1_000)
  const store = openMemoryStore({ clock, unreadable: () => {} })
  const { queue } = approvalBench({ clock, store })
  const { approvalId, inputHash } = queue.ask(paymentQuestion())
  clock.advance(5_000)
  queue.decide({ approvalId, inputHash, approved: true })
  queue.markExecuting(approvalId)
  clock.advance(200)
  queue.markFailed(approvalId, 'the disk is full')
  expect(store.approvals.events(approvalId)).toEqual([
    { state: 'requested', at: 1_000, reason: null },
    { state: 'approved', at: 6_000, reason: null },
    { state: 'executing', at: 6_000, reason: null },
    { state: 'failed', at: 6_200, reason: 'the disk is full' },
  ])
  expect(queue.get(approvalId)).toMatchObject({ state: 'failed', decidedAt: 6_000, reason: 'the disk is full' })
})
