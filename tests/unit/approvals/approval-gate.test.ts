import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Approval, Decision } from '../../../src/shared/approvals/approval'
import { canTransition } from '../../../src/shared/approvals/transitions'
import { type ApprovalBench, approvalBench } from '../../support/approval-bench'
import { hoshinoPayment, paymentQuestion } from '../../support/payment-approval'
import { scaled } from '../../support/scale'

/** Few calls and few amounts, so that ids repeat and hashes meet the wrong ids. */
const call = fc.constantFrom('call-1', 'call-2', 'call-3')
const amount = fc.constantFrom(100, 200)
const step = fc.oneof(
  fc.record({ type: fc.constant('ask' as const), call, amount }),
  fc.record({ type: fc.constant('answer' as const), call, approved: fc.boolean() }),
  fc.record({
    type: fc.constant('forge' as const),
    approvalId: fc.constantFrom('approval-1', 'approval-2', 'approval-9', '__proto__'),
    amount,
  }),
  fc.record({ type: fc.constant('run' as const), call, amount }),
  fc.record({ type: fc.constant('withdraw' as const), call }),
  fc.record({ type: fc.constant('time' as const), ms: fc.constantFrom(1, 30_000, 120_000) }),
  fc.record({ type: fc.constant('restart' as const), ms: fc.constantFrom(0, 119_999, 120_000) }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/**
 * The required state, independent of the code: which call was last approved in time, with which amount, and not used up
 * or withdrawn since.
 */
interface Model {
  readonly questions: Map<
    string,
    { readonly approvalId: string; readonly amount: number; readonly expiresAt: number; state: 'open' | 'yes' | 'over' }
  >
  readonly paid: Map<string, number>
}

const inputOf = (value: number) => ({ ...hoshinoPayment, amount: value })

function expireIn(model: Model, now: number): void {
  for (const question of model.questions.values()) if (question.state === 'open' && now >= question.expiresAt) question.state = 'over'
}

async function take(bench: ApprovalBench, model: Model, next: Step): Promise<ApprovalBench> {
  const { queue, clock } = bench
  expireIn(model, clock.now())
  switch (next.type) {
    case 'ask': {
      const known = model.questions.get(next.call)
      const ask = () => queue.ask(paymentQuestion({ toolCallId: next.call }, inputOf(next.amount)))
      if (known !== undefined && known.amount !== next.amount) {
        expect(ask).toThrow()
        return bench
      }
      const { approvalId, expiresAt } = ask()
      if (known === undefined) model.questions.set(next.call, { approvalId, amount: next.amount, expiresAt, state: 'open' })
      else expect(approvalId).toBe(known.approvalId)
      return bench
    }
    case 'answer': {
      const question = model.questions.get(next.call)
      if (question === undefined) return bench
      const shown = queue.get(question.approvalId)
      const decided = queue.decide({ approvalId: question.approvalId, inputHash: shown?.inputHash ?? '', approved: next.approved })
      expect(decided.ok).toBe(question.state === 'open')
      if (question.state === 'open') question.state = next.approved ? 'yes' : 'over'
      return bench
    }
    case 'forge': {
      const target = [...model.questions.values()].find(({ approvalId }) => approvalId === next.approvalId)
      const otherHash = [...model.questions.values()].find((question) => question.amount !== target?.amount)
      const inputHash = otherHash === undefined ? 'f'.repeat(64) : (queue.get(otherHash.approvalId)?.inputHash ?? '')
      const forged: Decision = { approvalId: next.approvalId, inputHash, approved: true }
      expect(queue.decide(forged).ok).toBe(false)
      return bench
    }
    case 'run': {
      const question = model.questions.get(next.call)
      const allowed = question?.state === 'yes' && question.amount === next.amount
      const again = model.paid.get(next.call) === next.amount
      const outcome = await bench.runner.run({
        toolCallId: next.call,
        conversationId: 'conversation-1',
        toolName: 'process_payment',
        input: inputOf(next.amount),
      })
      expect(outcome.kind).toBe(allowed || again ? 'result' : 'error')
      if (question !== undefined && allowed) {
        model.paid.set(next.call, next.amount)
        question.state = 'over'
      }
      return bench
    }
    case 'withdraw': {
      const question = model.questions.get(next.call)
      const withdrawn = queue.withdraw({ toolCallId: next.call }, 'taken back')
      expect(withdrawn).toHaveLength(question === undefined || question.state === 'over' ? 0 : 1)
      if (question !== undefined) question.state = 'over'
      return bench
    }
    case 'time':
      clock.advance(next.ms)
      return bench
    case 'restart': {
      queue.close()
      clock.advance(next.ms)
      for (const question of model.questions.values()) if (question.state === 'yes') question.state = 'over'
      return bench.restart()
    }
  }
}

/** Every announced or stored approval follows legal transitions, and a run begins only after a stored yes. */
function checkTrail(bench: ApprovalBench, approval: Approval): void {
  const states = bench.store.approvals.events(approval.approvalId).map(({ state }) => state)
  expect(states[0]).toBe('requested')
  for (const [index, state] of states.slice(1).entries()) expect(canTransition(states[index] ?? state, state)).toBe(true)
  expect(states.at(-1)).toBe(approval.state)
}

test('in whatever order events happen, a payment is made if and only if a valid yes for this call was stored before it ran', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 40, size: 'max' }), async (steps) => {
      let bench = approvalBench()
      const model: Model = { questions: new Map(), paid: new Map() }
      for (const next of steps) bench = await take(bench, model, next)
      const payments = bench.store.wallet.payments()
      expect(new Map(payments.map(({ toolCallId, amountMinor }) => [toolCallId, amountMinor]))).toEqual(model.paid)
      expect(payments).toHaveLength(model.paid.size)
      for (const { toolCallId } of payments) {
        const approval = bench.queue.ofCall(toolCallId)
        const states = approval === null ? [] : bench.store.approvals.events(approval.approvalId).map(({ state }) => state)
        expect(states).toEqual(['requested', 'approved', 'executing', 'done'])
      }
      for (const approval of bench.store.approvals.ofConversation('conversation-1')) checkTrail(bench, approval)
      bench.queue.close()
      bench.store.close()
    }),
    { numRuns: scaled(300) },
  )
}, 60_000)
