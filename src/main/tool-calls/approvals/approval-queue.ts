import { type Approval, type ApprovalState, approvalSchema, type Decision } from '../../../shared/approvals/approval'
import type { ApprovalRule } from '../../../shared/approvals/built-in-rules'
import type { CopiedText } from '../../../shared/approvals/copied-text'
import type { AuditEvent, Decider } from '../../../shared/audit/audit-entry'
import type { Clock } from '../../../shared/lib/clock'
import type { NewId } from '../../../shared/lib/ids'
import type { JsonObject } from '../../../shared/lib/json'
import { failure, type Result, success, textOf } from '../../../shared/lib/result'
import { type DisplayText, messageOf } from '../../../shared/messages/message'
import type { ApprovalTable, EndTransition } from '../../storage/database/approval-table'
import type { AuditTrail } from '../audit/audit-trail'
import { answerableApproval, type DecisionFailure } from './answerable-approval'
import { type ApprovalSteps, createApprovalSteps, type SettledListener, user } from './approval-steps'
import { callHash } from './input-hash'
import type { ReviewDecision } from './review-decision'

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
  /** the hash of the tool's definition, if that may change; null otherwise */
  readonly definitionHash?: string | null
  readonly rule: ApprovalRule
  /** the arguments with text that somebody else wrote */
  readonly copied?: readonly CopiedText[]
  /** how many questions there are about this call; this is the first of them */
  readonly questions: number
  readonly expiresInMs: number
}

/**
 * Whether main saw the user press a key or the mouse for an answer, not before this time (ms since the epoch). Asked once for each answer
 * to an approval of high risk.
 */
export type TakePress = (since: number) => boolean

/** Which approvals to withdraw. */
type WithdrawTarget = { readonly approvalId: string } | { readonly conversationId: string } | { readonly toolCallId: string }

/** Dependencies of the queue. */
export interface ApprovalQueueOptions {
  readonly approvals: ApprovalTable
  readonly audit: Pick<AuditTrail, 'record'>
  /** Checks the details of an answer: changed arguments, a rule to store, a further approval. */
  readonly review: ReviewDecision
  readonly clock: Clock
  readonly newId: NewId
  /** Called with every approval after each step, once the step is stored, and with the rule created from the answer. */
  readonly onChange: (approval: Approval, rememberedRuleId: string | null) => void
  /** Called with errors of listeners and steps that could not be stored; neither is thrown at the caller. */
  readonly report: (error: unknown) => void
  /** Whether a call that was running when the app stopped had its effect. */
  readonly wasDone: (approval: Approval) => boolean
  /** Whether a client was given this call and still has it. */
  readonly isGiven: (toolCallId: string) => boolean
  /** Writes all of `body` or nothing. */
  durably<Value>(body: () => Value): Value
}

/**
 * Holds all approvals that wait for the user. Every step is stored before listeners are called, and reads return stored rows, so what
 * is read here survives a crash.
 */
export interface ApprovalQueue {
  /**
   * Stores an approval request and announces it. The same call with the same arguments is asked for only once: a repeat returns the
   * first approval.
   */
  ask(question: Question): Approval
  /**
   * Takes the user's answer if it counts: once, in time, for an id of this queue and for the arguments that were shown. If the call
   * needs a further approval, a yes requests it in the same step. `by`: who answers; the user by default. An answer that comes from a
   * page names `takePress`: without a press that main saw, a yes to a high risk does not count, and the approval stays open.
   */
  decide(decision: Decision, by?: Decider, takePress?: TakePress): Result<Approval, DecisionFailure>
  /**
   * Takes several answers, each on its own. Answers that allow must all be for approvals of one turn: otherwise none of the answers
   * counts, including those that deny. One press is enough for all of them.
   */
  decideAll(decisions: readonly Decision[], takePress?: TakePress): readonly Result<Approval, DecisionFailure>[]
  /** Withdraws open approvals, and approved ones whose call has not begun. Returns those that changed. */
  withdraw(target: WithdrawTarget, reason: DisplayText): readonly Approval[]
  /** Claims an approved call for its single run. A caller that gets a failure must not run it. */
  markExecuting(approvalId: string): Result<Approval>
  markDone(approvalId: string): Result<Approval>
  markFailed(approvalId: string, reason: DisplayText): Result<Approval>
  get(approvalId: string): Approval | null
  /** The latest approval of a call. */
  ofCall(toolCallId: string): Approval | null
  /** All approvals of a call, the first one first. */
  stepsOfCall(toolCallId: string): readonly Approval[]
  /** Open approvals, the one that expires first at the head. */
  open(): readonly Approval[]
  /**
   * Calls `listener` once with the outcome of all approvals of a call, at once if it already exists. Returns a function that removes
   * the listener.
   */
  whenSettled(toolCallId: string, listener: SettledListener): () => void
  /** Approvals settled at the start, because they expired or were interrupted while the app was closed. */
  readonly recovered: readonly Approval[]
  /** Stops the clock. Open approvals wait for the next start: no answer counts before that. */
  close(): void
}

const tooLate: Result<Approval, DecisionFailure> = failure(
  'approval-closed',
  'Parley is closing, so this answer does not count. The question waits for the next start.',
)

const withoutInput = failure(
  'approval-without-input',
  'Parley saw no key and no click of yours for this answer, so nothing was allowed. Answer again with the keyboard or the mouse: the question is still open.',
)

/** Takes the user's answers. */
interface ApprovalDecisions extends Pick<ApprovalQueue, 'decide' | 'decideAll'> {
  /** No answer counts from now on. */
  close(): void
}

function createApprovalDecisions(options: ApprovalQueueOptions, steps: ApprovalSteps): ApprovalDecisions {
  const { approvals, audit, clock, report } = options
  let closed = false

  function decideStored(decision: Decision, by: Decider, takePress: TakePress): Result<Approval, DecisionFailure> {
    const approval = approvals.get(decision.approvalId)
    const now = clock.now()
    // the timer may be late: the computer slept, or the process was busy
    if (approval?.state === 'requested' && now >= approval.expiresAt)
      steps.end(approval.approvalId, { to: 'expired', at: now, reason: 'expired' })
    const current = approvals.get(decision.approvalId)
    const answerable = answerableApproval(current, decision)
    if (!answerable.ok) return refuse(decision, current, answerable.error, by)
    const reviewed = options.review(answerable.value, decision)
    if (!reviewed.ok) return refuse(decision, current, reviewed.error, by)
    const needsPress = decision.approved && answerable.value.risk === 'high'
    if (needsPress && !takePress(answerable.value.requestedAt)) return refuse(decision, current, withoutInput.error, by)
    const reason = decision.reason?.trim()
    const decided = steps.move(
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

  /** An answer that does not count is recorded: it may be forged. */
  function refuse(decision: Decision, approval: Approval | null, refusal: DecisionFailure, by: Decider): Result<Approval, DecisionFailure> {
    const { conversationId, toolCallId, toolName } = approval ?? { conversationId: '', toolCallId: '', toolName: '' }
    const event: AuditEvent = {
      kind: 'decided',
      decision: 'refused',
      by,
      reason: messageOf('refusal', { code: refusal.code, reason: textOf(refusal) }),
      editedInput: null,
      rememberedRuleId: null,
    }
    options.durably(() => audit.record({ conversationId, toolCallId, toolName, approvalId: decision.approvalId.slice(0, 200) }, event))
    return { ok: false, error: refusal }
  }

  function decide(decision: Decision, by: Decider = user, takePress: TakePress = () => true): Result<Approval, DecisionFailure> {
    if (closed) return tooLate
    try {
      return decideStored(decision, by, takePress)
    } catch (error) {
      report(error)
      return failure(
        'approval-not-stored',
        'Parley could not write your answer down, so it does not count yet. Check that the disk is not full, then answer again.',
      )
    }
  }

  return {
    decide,
    decideAll(decisions, takePress = () => true) {
      if (closed) return decisions.map(() => tooLate)
      const allowed = decisions.filter(({ approved }) => approved).map(({ approvalId }) => approvals.get(approvalId))
      const turns = new Set(allowed.map((approval) => `${approval?.conversationId} ${approval?.turnId}`))
      if (turns.size <= 1) {
        const high = allowed.flatMap((approval) => (approval?.risk === 'high' ? [approval.requestedAt] : []))
        const pressed = high.length === 0 || takePress(Math.max(...high))
        return decisions.map((decision) => decide(decision, user, () => pressed))
      }
      const refusal = {
        code: 'answers-of-several-turns',
        message: 'Only questions of one turn can be allowed together. Nothing was decided; answer them one by one.',
      } as const
      return decisions.map((decision) => refuse(decision, approvals.get(decision.approvalId), refusal, user))
    },
    close() {
      closed = true
    },
  }
}

/** Resumes the stored approvals: settles those that ended while the app was closed, then waits for the others. */
export function createApprovalQueue(options: ApprovalQueueOptions): ApprovalQueue {
  const { approvals, clock, newId } = options
  const steps = createApprovalSteps(options)
  const decisions = createApprovalDecisions(options, steps)

  function moved(approvalId: string, to: ApprovalState, approval: Approval | null): Result<Approval> {
    if (approval !== null) return success(approval)
    const state = approvals.get(approvalId)?.state ?? 'unknown'
    return failure('approval-state', messageOf('wrong-state', { state, next: to }))
  }

  function ended(approvalId: string, transition: EndTransition): Result<Approval> {
    return moved(approvalId, transition.to, steps.end(approvalId, transition))
  }

  function targets(target: WithdrawTarget): readonly Approval[] {
    if ('conversationId' in target) return approvals.ofConversation(target.conversationId)
    const approval = 'toolCallId' in target ? approvals.ofCall(target.toolCallId) : approvals.get(target.approvalId)
    return approval === null ? [] : [approval]
  }

  return {
    recovered: steps.recovered,
    ask(question) {
      const hash = callHash(question.input, question.definitionHash ?? null)
      const [asked] = approvals.stepsOfCall(question.toolCallId)
      if (asked !== undefined) {
        if (asked.inputHash === hash && asked.toolName === question.toolName) return asked
        throw new Error('a call was asked about twice with different arguments')
      }
      const { expiresInMs, questions, definitionHash: _, copied = [], ...facts } = question
      const approval = approvalSchema.parse({
        ...facts,
        ...(copied.length > 0 && { copied }),
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
      steps.add(approval)
      return approval
    },
    decide: decisions.decide,
    decideAll: decisions.decideAll,
    withdraw(target, reason) {
      return targets(target)
        .filter(steps.isLatest)
        .flatMap(({ approvalId }) => steps.end(approvalId, { to: 'withdrawn', at: clock.now(), reason }) ?? [])
    },
    markExecuting: (approvalId) =>
      moved(approvalId, 'executing', steps.move(approvalId, { to: 'executing', at: clock.now(), reason: null })),
    markDone: (approvalId) => ended(approvalId, { to: 'done', at: clock.now(), reason: null }),
    markFailed: (approvalId, reason) => ended(approvalId, { to: 'failed', at: clock.now(), reason }),
    get: (approvalId) => approvals.get(approvalId),
    ofCall: (toolCallId) => approvals.ofCall(toolCallId),
    stepsOfCall: (toolCallId) => approvals.stepsOfCall(toolCallId),
    open: () => approvals.inState('requested'),
    whenSettled: steps.whenSettled,
    close() {
      decisions.close()
      steps.close()
    },
  }
}
