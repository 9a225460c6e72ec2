import { type Approval, approvalSchema, type Decision } from '../../../shared/approvals/approval'
import { outcomeOf } from '../../../shared/approvals/outcome'
import type { AuditEvent, Decider } from '../../../shared/audit/audit-entry'
import { failure, type Result, success } from '../../../shared/lib/result'
import { tell } from '../../../shared/told/tell'
import type { Transition } from '../../storage/database/approval-table'
import { answerableQuestion, type DecisionFailure } from './answerable-question'
import type { ApprovalQueue, ApprovalQueueOptions, SettledListener, WithdrawTarget } from './approval-queue-types'
import { createExpiry } from './expiry'
import { inputHash } from './input-hash'
import { nextStep } from './next-step'
import { recoverApprovals } from './recover-approvals'
import type { ReviewedDecision } from './review-decision'
import { stepOf } from './step-of'

const tooLate: Result<Approval, DecisionFailure> = failure(
  'approval-closed',
  'Parley is closing, so this answer does not count. The question waits for the next start.',
)

const user: Decider = { kind: 'user' }

/** Takes up the questions of the store: settles what ended while the program was away, then waits for the others. */
export function createApprovalQueue(options: ApprovalQueueOptions): ApprovalQueue {
  const { approvals, audit, clock, newId, onChange, report } = options
  const listeners = new Map<string, Set<SettledListener>>()
  const recovered = options.durably(() => {
    const settled = recoverApprovals(approvals, clock.now(), options.wasDone, options.isGiven)
    for (const approval of settled) record(approval)
    return settled
  })
  const expiry = createExpiry(clock, (approvalId) => void move(approvalId, { to: 'expired', at: clock.now(), reason: 'expired' }), report)
  for (const approval of approvals.inState('requested')) expiry.watch(approval)
  let closed = false

  /** Stores a step together with what goes with it, then tells of it. Null where the question is not in a state that leads there. */
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

  /** The trail tells of the decision; that the call ran is told by whoever runs it. */
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
    guarded(() => onChange(approval, rememberedRuleId))
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

  function decideStored(decision: Decision, by: Decider): Result<Approval, DecisionFailure> {
    const approval = approvals.get(decision.approvalId)
    const now = clock.now()
    // the timer may be late: a computer that slept, a busy process
    if (approval?.state === 'requested' && now >= approval.expiresAt)
      move(approval.approvalId, { to: 'expired', at: now, reason: 'expired' })
    const current = approvals.get(decision.approvalId)
    const answerable = answerableQuestion(current, decision)
    if (!answerable.ok) return refuse(decision, current, answerable.error, by)
    const reviewed = options.review(answerable.value, decision)
    if (!reviewed.ok) return refuse(decision, current, reviewed.error, by)
    const reason = decision.reason?.trim()
    const decided = move(
      decision.approvalId,
      {
        to: decision.approved ? 'approved' : 'denied',
        at: now,
        reason: reason === undefined || reason === '' ? null : reason,
        ...(reviewed.value.editedInput !== null && { editedInput: reviewed.value.editedInput }),
      },
      reviewed.value,
      by,
    )
    return decided === null
      ? failure('approval-decided', 'This question was answered just now; the first answer stands.')
      : success(decided)
  }

  /** An answer that does not count leaves a trace: it may be forged. */
  function refuse(decision: Decision, approval: Approval | null, refusal: DecisionFailure, by: Decider): Result<Approval, DecisionFailure> {
    const { conversationId, toolCallId, toolName } = approval ?? { conversationId: '', toolCallId: '', toolName: '' }
    const event: AuditEvent = {
      kind: 'decided',
      decision: 'refused',
      by,
      reason: `${refusal.code}: ${refusal.message}`,
      editedInput: null,
      rememberedRuleId: null,
    }
    options.durably(() => audit.record({ conversationId, toolCallId, toolName, approvalId: decision.approvalId.slice(0, 200) }, event))
    return { ok: false, error: refusal }
  }

  function decide(decision: Decision, by: Decider = user): Result<Approval, DecisionFailure> {
    if (closed) return tooLate
    try {
      return decideStored(decision, by)
    } catch (error) {
      report(error)
      return failure(
        'approval-not-stored',
        'Parley could not write your answer down, so it does not count yet. Check that the disk is not full, then answer again.',
      )
    }
  }

  function moved(approvalId: string, transition: Transition): Result<Approval> {
    const approval = move(approvalId, transition)
    if (approval !== null) return success(approval)
    const state = approvals.get(approvalId)?.state ?? 'unknown'
    return failure('approval-state', tell('wrong-state', { state, next: transition.to }))
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
      const [asked] = approvals.stepsOfCall(question.toolCallId)
      if (asked !== undefined) {
        if (asked.inputHash === hash && asked.toolName === question.toolName) return asked
        throw new Error('a call was asked about twice with different arguments')
      }
      const { expiresInMs, questions, ...facts } = question
      const approval = approvalSchema.parse({
        ...facts,
        approvalId: newId('approval'),
        inputHash: hash,
        editedInput: null,
        step: { index: 1, of: questions },
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
    decide,
    decideAll(decisions) {
      if (closed) return decisions.map(() => tooLate)
      const allowed = decisions.filter(({ approved }) => approved).map(({ approvalId }) => approvals.get(approvalId))
      const turns = new Set(allowed.map((approval) => `${approval?.conversationId} ${approval?.turnId}`))
      if (turns.size <= 1) return decisions.map((decision) => decide(decision))
      const refusal = {
        code: 'answers-of-several-turns',
        message: 'Only questions of one turn can be allowed together. Nothing was decided; answer them one by one.',
      } as const
      return decisions.map((decision) => refuse(decision, approvals.get(decision.approvalId), refusal, user))
    },
    withdraw(target, reason) {
      return targets(target)
        .filter(isLatest)
        .flatMap(({ approvalId }) => move(approvalId, { to: 'withdrawn', at: clock.now(), reason }) ?? [])
    },
    markExecuting: (approvalId) => moved(approvalId, { to: 'executing', at: clock.now(), reason: null }),
    markDone: (approvalId) => moved(approvalId, { to: 'done', at: clock.now(), reason: null }),
    markFailed: (approvalId, reason) => moved(approvalId, { to: 'failed', at: clock.now(), reason }),
    get: (approvalId) => approvals.get(approvalId),
    ofCall: (toolCallId) => approvals.ofCall(toolCallId),
    stepsOfCall: (toolCallId) => approvals.stepsOfCall(toolCallId),
    open: () => approvals.inState('requested'),
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
    close() {
      closed = true
      expiry.close()
    },
  }
}
