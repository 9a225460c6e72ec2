import { type Approval, approvalSchema, type Decision } from '../../shared/approvals/approval'
import type { ApprovalRule } from '../../shared/approvals/built-in-rules'
import { type ApprovalOutcome, outcomeOf } from '../../shared/approvals/outcome'
import type { Clock } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import type { JsonObject } from '../../shared/lib/json'
import { failure, type Result, success } from '../../shared/lib/result'
import type { ApprovalTable, Transition } from '../store/approval-table'
import { type DecisionFailure, decisionRefusal } from './decision-refusal'
import { createExpiry } from './expiry'
import { inputHash } from './input-hash'
import { recoverApprovals } from './recover-approvals'

/** One call that needs the user's yes. */
export interface Question {
  readonly conversationId: string
  readonly turnId: string
  readonly messageId: string
  readonly toolCallId: string
  readonly toolName: string
  readonly risk: Approval['risk']
  readonly question: Approval['question']
  readonly destination: string
  /** the whole arguments as the model sent them */
  readonly input: JsonObject
  readonly rule: ApprovalRule
  readonly expiresInMs: number
}

/** Which questions to take back. */
export type WithdrawTarget = { readonly approvalId: string } | { readonly conversationId: string } | { readonly toolCallId: string }

/** What the queue needs of the world. */
export interface ApprovalQueueOptions {
  readonly approvals: ApprovalTable
  readonly clock: Clock
  readonly newId: NewId
  /** Hears of every question after each step, once the step is stored. */
  readonly onChange: (approval: Approval) => void
  /** Hears of what a listener threw and of a step that could not be stored; nothing is thrown at whoever moved the question. */
  readonly report: (error: unknown) => void
  /** Whether a call that was running when the program stopped did what it was to do. */
  readonly wasDone: (approval: Approval) => boolean
}

/**
 * The one place where questions to the user wait. Every step is stored before anybody hears of it; the stored row is the
 * truth, so what is read here is what survives a crash.
 */
export interface ApprovalQueue {
  /** Stores a question and announces it. The same call with the same arguments is asked once: its first question is given again. */
  ask(question: Question): Approval
  /** Takes the user's answer, if it counts: once, in time, for an id of this queue and for the arguments that were shown. */
  decide(decision: Decision): Result<Approval, DecisionFailure>
  /** Takes back what is open, and what was approved but has not begun. Gives what changed. */
  withdraw(target: WithdrawTarget, reason: string): readonly Approval[]
  /** Claims an approved call for its one run. Whoever gets a failure must not run it. */
  markExecuting(approvalId: string): Result<Approval>
  markDone(approvalId: string): Result<Approval>
  markFailed(approvalId: string, reason: string): Result<Approval>
  get(approvalId: string): Approval | null
  ofCall(toolCallId: string): Approval | null
  /** Open questions, the one that ends first at the head. */
  open(): readonly Approval[]
  /** Calls `listener` once with the outcome, at once where there is one already. Gives a function that takes the listener off. */
  whenSettled(approvalId: string, listener: (outcome: ApprovalOutcome, approval: Approval) => void): () => void
  /** What the start settled, because it happened while the program was away: expired, or stopped in the middle. */
  readonly recovered: readonly Approval[]
  /** Stops the clock. Open questions stay open and wait for the next start. */
  close(): void
}

type SettledListener = (outcome: ApprovalOutcome, approval: Approval) => void

/** Takes up the questions of the store: settles what ended while the program was away, then waits for the others. */
export function createApprovalQueue(options: ApprovalQueueOptions): ApprovalQueue {
  const { approvals, clock, newId, onChange, report } = options
  const listeners = new Map<string, Set<SettledListener>>()
  const recovered = recoverApprovals(approvals, clock.now(), options.wasDone)
  const expiry = createExpiry(clock, (approvalId) => void move(approvalId, { to: 'expired', at: clock.now(), reason: 'expired' }), report)
  for (const approval of approvals.inState('requested')) expiry.watch(approval)

  /** Stores a step, then tells of it. Null where the question is not in a state that leads there. */
  function move(approvalId: string, transition: Transition): Approval | null {
    const approval = approvals.transition(approvalId, transition)
    if (approval === null) return null
    expiry.forget(approvalId)
    announce(approval)
    return approval
  }

  function announce(approval: Approval): void {
    guarded(() => onChange(approval))
    const outcome = outcomeOf(approval)
    if (outcome === null) return
    const waiting = listeners.get(approval.approvalId) ?? []
    listeners.delete(approval.approvalId)
    for (const listener of waiting) guarded(() => listener(outcome, approval))
  }

  function guarded(task: () => void): void {
    try {
      task()
    } catch (error) {
      report(error)
    }
  }

  function decideStored(decision: Decision): Result<Approval, DecisionFailure> {
    const approval = approvals.get(decision.approvalId)
    const now = clock.now()
    // the timer may be late: a computer that slept, a busy process
    if (approval?.state === 'requested' && now >= approval.expiresAt)
      move(approval.approvalId, { to: 'expired', at: now, reason: 'expired' })
    const refusal = decisionRefusal(approvals.get(decision.approvalId), decision)
    if (refusal !== null) return { ok: false, error: refusal }
    const reason = decision.reason?.trim()
    const decided = move(decision.approvalId, {
      to: decision.approved ? 'approved' : 'denied',
      at: now,
      reason: reason === undefined || reason === '' ? null : reason,
    })
    return decided === null
      ? failure('approval-decided', 'This question was answered just now; the first answer stands.')
      : success(decided)
  }

  function moved(approvalId: string, transition: Transition): Result<Approval> {
    const approval = move(approvalId, transition)
    if (approval !== null) return success(approval)
    const state = approvals.get(approvalId)?.state ?? 'unknown'
    return failure('approval-state', `This call is ${state}, so it can't become ${transition.to}.`)
  }

  function targets(target: WithdrawTarget): readonly Approval[] {
    if ('conversationId' in target) return approvals.ofConversation(target.conversationId)
    const approval = 'toolCallId' in target ? approvals.ofCall(target.toolCallId) : approvals.get(target.approvalId)
    return approval === null ? [] : [approval]
  }

  return {
    recovered,
    ask(question) {
      const hash = inputHash(question.input)
      const asked = approvals.ofCall(question.toolCallId)
      if (asked !== null) {
        if (asked.inputHash === hash && asked.toolName === question.toolName) return asked
        throw new Error('a call was asked about twice with different arguments')
      }
      const { expiresInMs, ...facts } = question
      const approval = approvalSchema.parse({
        ...facts,
        approvalId: newId('approval'),
        inputHash: hash,
        editedInput: null,
        step: { index: 1, of: 1 },
        state: 'requested',
        requestedAt: clock.now(),
        expiresAt: clock.now() + expiresInMs,
        decidedAt: null,
        reason: null,
      })
      approvals.insert(approval)
      expiry.watch(approval)
      announce(approval)
      return approval
    },
    decide(decision) {
      try {
        return decideStored(decision)
      } catch (error) {
        report(error)
        return failure(
          'approval-not-stored',
          'Parley could not write your answer down, so it does not count yet. Check that the disk is not full, then answer again.',
        )
      }
    },
    withdraw(target, reason) {
      return targets(target).flatMap(({ approvalId }) => move(approvalId, { to: 'withdrawn', at: clock.now(), reason }) ?? [])
    },
    markExecuting: (approvalId) => moved(approvalId, { to: 'executing', at: clock.now(), reason: null }),
    markDone: (approvalId) => moved(approvalId, { to: 'done', at: clock.now(), reason: null }),
    markFailed: (approvalId, reason) => moved(approvalId, { to: 'failed', at: clock.now(), reason }),
    get: (approvalId) => approvals.get(approvalId),
    ofCall: (toolCallId) => approvals.ofCall(toolCallId),
    open: () => approvals.inState('requested'),
    whenSettled(approvalId, listener) {
      const approval = approvals.get(approvalId)
      const outcome = approval === null ? null : outcomeOf(approval)
      if (approval !== null && outcome !== null) {
        guarded(() => listener(outcome, approval))
        return () => {}
      }
      const waiting = listeners.get(approvalId) ?? new Set()
      listeners.set(approvalId, waiting.add(listener))
      return () => {
        waiting.delete(listener)
      }
    },
    close: () => expiry.close(),
  }
}
