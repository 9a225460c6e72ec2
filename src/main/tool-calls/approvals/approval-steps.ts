import type { Approval } from '../../../shared/approvals/approval'
import { type ApprovalOutcome, outcomeOf } from '../../../shared/approvals/approval-outcome'
import type { AuditEvent, Decider } from '../../../shared/audit/audit-entry'
import { assertNever } from '../../../shared/lib/assert-never'
import { messageOf } from '../../../shared/messages/message'
import type { ApprovalTable, EndTransition, Transition } from '../../storage/database/approval-table'
import type { ApprovalQueueOptions } from './approval-queue'
import { createExpiry } from './expiry'
import { inputHash } from './input-hash'
import type { NextApproval, ReviewedDecision } from './review-decision'

/**
 * Settles the approvals that cannot continue after a restart, and returns those it settled. Overdue approvals expire. A call that was
 * approved but had not begun is withdrawn, so that it does not surprise the user minutes later. A running call counts as done if its
 * effect is there, otherwise as failed. Open approvals in time stay open, and so do a yes to an earlier approval of the same call and
 * a call that was given to a client (`isGiven`).
 */
function recoverApprovals(
  approvals: ApprovalTable,
  now: number,
  wasDone: (approval: Approval) => boolean,
  isGiven: (toolCallId: string) => boolean,
  record: (approval: Approval) => void,
): readonly Approval[] {
  const expired = approvals.inState('requested').filter((approval) => now >= approval.expiresAt)
  const settled: readonly (readonly [Approval, EndTransition])[] = [
    ...expired.map((approval) => [approval, { to: 'expired', at: now, reason: 'expired' }] as const),
    ...approvals
      .inState('approved')
      .filter(({ approvalId, toolCallId }) => approvals.ofCall(toolCallId)?.approvalId === approvalId)
      .map((approval) => [approval, { to: 'withdrawn', at: now, reason: messageOf('closed-before-run') }] as const),
    ...approvals
      .inState('executing')
      .filter(({ toolCallId }) => !isGiven(toolCallId))
      .map((approval) =>
        wasDone(approval)
          ? ([approval, { to: 'done', at: now, reason: null }] as const)
          : ([approval, { to: 'failed', at: now, reason: messageOf('closed-while-running') }] as const),
      ),
  ]
  return settled.flatMap(([{ approvalId }, transition]) => approvals.end(approvalId, transition, record) ?? [])
}

/** The audit event of the step an approval has just taken, or null if it is no decision. `by`: who answered. */
function stepOf(
  { state, reason }: Approval,
  by: Decider,
): Pick<Extract<AuditEvent, { readonly kind: 'decided' }>, 'decision' | 'by' | 'reason'> | null {
  switch (state) {
    case 'approved':
      return { decision: 'allowed', by, reason }
    case 'denied':
      return { decision: 'denied', by, reason }
    case 'expired':
      return { decision: 'expired', by: { kind: 'time' }, reason: null }
    case 'withdrawn':
      return { decision: 'withdrawn', by: { kind: 'withdrawal' }, reason }
    case 'requested':
    case 'executing':
    case 'done':
    case 'failed':
      return null
    default:
      return assertNever(state, 'approval state')
  }
}

/** The approval that follows a yes: for the same call and the arguments that would run, open as long as the one before. */
function nextStep(answered: Approval, { question, destination, input, of }: NextApproval, approvalId: string, now: number): Approval {
  return {
    ...answered,
    approvalId,
    question,
    destination,
    input,
    inputHash: inputHash(input),
    editedInput: null,
    step: { index: answered.step.index + 1, of },
    state: 'requested',
    requestedAt: now,
    expiresAt: now + (answered.expiresAt - answered.requestedAt),
    decidedAt: null,
    reason: null,
  }
}

/** Receives the outcome of a call's approvals, with the last of them. */
export type SettledListener = (outcome: ApprovalOutcome, approval: Approval) => void

/** Who answers by default. */
export const user: Decider = { kind: 'user' }

/** Takes approvals from one state to the next: stores each step with its audit entry, then notifies listeners. */
export interface ApprovalSteps {
  /** Approvals settled at the start, because they expired or were interrupted while the app was closed. */
  readonly recovered: readonly Approval[]
  /** Stores a new approval, and waits for its answer. */
  add(approval: Approval): void
  /** Stores a step together with its changes, then notifies listeners. Null if the approval is not in a state that allows the step. */
  move(approvalId: string, transition: Transition, reviewed?: ReviewedDecision | null, by?: Decider): Approval | null
  /** The same for a step that nobody has to allow: where the disk does not take it, it holds all the same and is stored later. */
  end(approvalId: string, transition: EndTransition): Approval | null
  isLatest(approval: Approval): boolean
  /** As in `ApprovalQueue`. */
  whenSettled(toolCallId: string, listener: SettledListener): () => void
  /** Approvals expire no more. */
  close(): void
}

/** Settles the stored approvals that ended while the app was closed; the others wait. */
export function createApprovalSteps(options: ApprovalQueueOptions): ApprovalSteps {
  const { approvals, audit, clock, newId, report } = options
  const listeners = new Map<string, Set<SettledListener>>()
  const recovered = recoverApprovals(approvals, clock.now(), options.wasDone, options.isGiven, (approval) => record(approval))
  const expiry = createExpiry(clock, (approvalId) => void end(approvalId, { to: 'expired', at: clock.now(), reason: 'expired' }), report)
  for (const approval of approvals.inState('requested')) expiry.watch(approval)

  function move(approvalId: string, transition: Transition, reviewed: ReviewedDecision | null = null, by: Decider = user): Approval | null {
    const stored = options.durably(() => {
      const approval = approvals.transition(approvalId, transition)
      if (approval === null) return null
      reviewed?.remembered?.keep()
      record(approval, reviewed?.remembered?.ruleId ?? null, by)
      const next = reviewed?.next ? nextStep(approval, reviewed.next, newId('approval'), clock.now()) : null
      if (next !== null) approvals.insert(next)
      return { approval, next }
    })
    if (stored === null) return null
    expiry.forget(approvalId)
    announce(stored.approval, reviewed?.remembered?.ruleId ?? null)
    if (stored.next !== null) {
      expiry.watch(stored.next)
      announce(stored.next)
    }
    return stored.approval
  }

  function end(approvalId: string, transition: EndTransition): Approval | null {
    const ended = approvals.end(approvalId, transition, (approval) => record(approval))
    if (ended === null) return null
    expiry.forget(approvalId)
    announce(ended)
    return ended
  }

  /** Records the decision in the audit trail; the runner records that the call ran. */
  function record(approval: Approval, rememberedRuleId: string | null = null, by: Decider = user): void {
    const step = stepOf(approval, by)
    if (step === null) return
    const { conversationId, toolCallId, toolName, approvalId, editedInput } = approval
    audit.record({ conversationId, toolCallId, toolName, approvalId }, { kind: 'decided', ...step, editedInput, rememberedRuleId })
  }

  function isLatest({ approvalId, toolCallId }: Approval): boolean {
    return approvals.ofCall(toolCallId)?.approvalId === approvalId
  }

  function announce(approval: Approval, rememberedRuleId: string | null = null): void {
    guarded(() => options.onChange(approval, rememberedRuleId))
    const outcome = outcomeOf(approval)
    if (outcome === null || !isLatest(approval)) return
    const waiting = listeners.get(approval.toolCallId) ?? []
    listeners.delete(approval.toolCallId)
    for (const listener of waiting) guarded(() => listener(outcome, approval))
  }

  function guarded(task: () => void): void {
    try {
      task()
    } catch (error) {
      report(error)
    }
  }

  return {
    recovered,
    add(approval) {
      approvals.insert(approval)
      expiry.watch(approval)
      announce(approval)
    },
    move,
    end,
    isLatest,
    whenSettled(toolCallId, listener) {
      const approval = approvals.ofCall(toolCallId)
      const outcome = approval === null ? null : outcomeOf(approval)
      if (approval !== null && outcome !== null) {
        guarded(() => listener(outcome, approval))
        return () => {}
      }
      const waiting = listeners.get(toolCallId) ?? new Set()
      listeners.set(toolCallId, waiting.add(listener))
      return () => {
        waiting.delete(listener)
      }
    },
    close: expiry.close,
  }
}
