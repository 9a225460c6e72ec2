import type { Approval, Decision } from '../../../shared/approvals/approval'
import type { ApprovalRule } from '../../../shared/approvals/built-in-rules'
import type { ApprovalOutcome } from '../../../shared/approvals/outcome'
import type { Decider } from '../../../shared/audit/audit-entry'
import type { Clock } from '../../../shared/lib/clock'
import type { NewId } from '../../../shared/lib/ids'
import type { JsonObject } from '../../../shared/lib/json'
import type { Result } from '../../../shared/lib/result'
import type { ApprovalTable } from '../../storage/database/approval-table'
import type { AuditTrail } from '../audit/audit-trail'
import type { DecisionFailure } from './answerable-question'
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
  readonly rule: ApprovalRule
  /** how many questions there are about this call; this is the first of them */
  readonly questions: number
  readonly expiresInMs: number
}

/** Which questions to take back. */
export type WithdrawTarget = { readonly approvalId: string } | { readonly conversationId: string } | { readonly toolCallId: string }

/** What the queue needs of the world. */
export interface ApprovalQueueOptions {
  readonly approvals: ApprovalTable
  readonly audit: Pick<AuditTrail, 'record'>
  /** Checks what an answer brings with it: changed arguments, a rule to keep, a further question. */
  readonly review: ReviewDecision
  readonly clock: Clock
  readonly newId: NewId
  /** Hears of every question after each step, once the step is stored, and of the rule that was made of the answer. */
  readonly onChange: (approval: Approval, rememberedRuleId: string | null) => void
  /** Hears of what a listener threw and of a step that could not be stored; nothing is thrown at whoever moved the question. */
  readonly report: (error: unknown) => void
  /** Whether a call that was running when the program stopped did what it was to do. */
  readonly wasDone: (approval: Approval) => boolean
  /** Whether a program outside was given this call and still has it. */
  readonly isGiven: (toolCallId: string) => boolean
  /** Writes all of `body` or nothing of it. */
  durably<Value>(body: () => Value): Value
}

/**
 * The one place where questions to the user wait. Every step is stored before anybody hears of it; the stored row is the
 * truth, so what is read here is what survives a crash.
 */
export interface ApprovalQueue {
  /** Stores a question and announces it. The same call with the same arguments is asked once: its first question is given again. */
  ask(question: Question): Approval
  /**
   * Takes the user's answer, if it counts: once, in time, for an id of this queue and for the arguments that were shown.
   * Where the call has a further question, a yes asks it in the same step. `by`: who answers, the user where it is left out.
   */
  decide(decision: Decision, by?: Decider): Result<Approval, DecisionFailure>
  /**
   * Takes several answers, each for itself. Answers that allow must be about questions of one turn: where they are not,
   * none of them counts, also not those that deny.
   */
  decideAll(decisions: readonly Decision[]): readonly Result<Approval, DecisionFailure>[]
  /** Takes back what is open, and what was approved but has not begun. Gives what changed. */
  withdraw(target: WithdrawTarget, reason: string): readonly Approval[]
  /** Claims an approved call for its one run. Whoever gets a failure must not run it. */
  markExecuting(approvalId: string): Result<Approval>
  markDone(approvalId: string): Result<Approval>
  markFailed(approvalId: string, reason: string): Result<Approval>
  get(approvalId: string): Approval | null
  /** The latest question about a call. */
  ofCall(toolCallId: string): Approval | null
  /** All questions about a call, the first one at the head. */
  stepsOfCall(toolCallId: string): readonly Approval[]
  /** Open questions, the one that ends first at the head. */
  open(): readonly Approval[]
  /**
   * Calls `listener` once with the outcome of all questions about a call, at once where there is one already. Gives a
   * function that takes the listener off.
   */
  whenSettled(toolCallId: string, listener: SettledListener): () => void
  /** What the start settled, because it happened while the program was away: expired, or stopped in the middle. */
  readonly recovered: readonly Approval[]
  /** Stops the clock. Open questions stay open and wait for the next start: no answer counts before. */
  close(): void
}

/** Hears how the questions about one call ended, with the last of them. */
export type SettledListener = (outcome: ApprovalOutcome, approval: Approval) => void
