import {
  type Approval,
  type ApprovalState,
  approvalSchema,
  approvalStateSchema,
  argumentsSchema,
  riskSchema,
} from '../../../shared/approvals/approval'
import { copiedTextSchema } from '../../../shared/approvals/copied-text'
import { statesBefore } from '../../../shared/approvals/transitions'
import type { JsonObject } from '../../../shared/lib/json'
import { z } from '../../../shared/lib/zod'
import { type DisplayText, displayTextSchema } from '../../../shared/messages/message'
import { jsonOf, jsonText, type SqlDatabase } from './sql-database'

const approvalRowSchema = z
  .object({
    ...approvalSchema.omit({ step: true }).shape,
    stepIndex: z.number(),
    stepOf: z.number(),
    risk: riskSchema,
    question: jsonText(approvalSchema.shape.question),
    input: jsonText(argumentsSchema),
    editedInput: jsonText(argumentsSchema).nullable(),
    rule: jsonText(approvalSchema.shape.rule),
    copied: jsonText(z.array(copiedTextSchema)).nullable(),
    reason: jsonText(displayTextSchema).nullable(),
  })
  .transform(
    ({ stepIndex, stepOf, copied, ...facts }): Approval => ({
      ...facts,
      ...(copied !== null && { copied }),
      step: { index: stepIndex, of: stepOf },
    }),
  )

const anyRowSchema = z.looseObject({ approvalId: z.string() })

const eventRowSchema = z.object({ state: approvalStateSchema, at: z.number(), reason: jsonText(displayTextSchema).nullable() })

/** Which turn a call belongs to, and which arguments contain text that somebody else wrote. */
export const copiedTextColumns = `ALTER TABLE call_decisions ADD COLUMN turnId TEXT;
   ALTER TABLE approvals ADD COLUMN copied TEXT;`

/** One step of an approval, as the audit trail stores it. `at` is ms since the epoch. */
export type ApprovalEvent = Readonly<z.infer<typeof eventRowSchema>>

/** The next state of an approval, with time and reason. A null `reason` keeps the existing one. */
export interface Transition {
  readonly to: ApprovalState
  readonly at: number
  readonly reason: DisplayText | null
  /** the arguments that the user allowed instead of those shown */
  readonly editedInput?: JsonObject
}

/** A step that nobody has to allow. */
export type EndTransition = Transition & { readonly to: 'expired' | 'withdrawn' | 'done' | 'failed' }

/**
 * Approvals and all their steps. Writes are on the disk when the call returns. An unreadable row counts as missing: it is reported to
 * `unreadable` and cannot be answered.
 */
export interface ApprovalTable {
  /** Adds an approval. Throws if its id or its call already exists. */
  insert(approval: Approval): void
  /** Adds a complete approval with its events. Throws like `insert`. */
  add(approval: Approval, events: readonly ApprovalEvent[]): void
  get(approvalId: string): Approval | null
  /** The latest approval of a call. */
  ofCall(toolCallId: string): Approval | null
  /** All approvals of a call, the first one first. */
  stepsOfCall(toolCallId: string): readonly Approval[]
  /** Approvals in a state, the one that expires first at the head. */
  inState(state: ApprovalState): readonly Approval[]
  ofConversation(conversationId: string): readonly Approval[]
  /** Applies a legal step and writes its event. Null, without a change, if the approval is not in a state that allows the step. */
  transition(approvalId: string, transition: Transition): Approval | null
  /**
   * Like `transition`, for a step that happens whether or not the disk takes it: the time is up, the call is withdrawn or has ended.
   * `also` is called in the same transaction.
   */
  end(approvalId: string, transition: EndTransition, also: (approval: Approval) => void): Approval | null
  events(approvalId: string): readonly ApprovalEvent[]
}

export function approvalTable(database: SqlDatabase, unreadable: (approvalId: string) => void): ApprovalTable {
  function select(rest: string, value: string): readonly Approval[] {
    return database.all(anyRowSchema, `SELECT * FROM approvals ${rest}`, value).flatMap((row) => {
      const approval = approvalRowSchema.safeParse(row)
      if (!approval.success) unreadable(row.approvalId)
      return approval.success ? [approval.data] : []
    })
  }

  function get(approvalId: string): Approval | null {
    return select('WHERE approvalId = ?', approvalId)[0] ?? null
  }

  function writeEvent(approvalId: string, { state, at, reason }: ApprovalEvent): void {
    database.run('INSERT INTO approval_events (approvalId, state, at, reason) VALUES (?, ?, ?, ?)', approvalId, state, at, jsonOf(reason))
  }

  function add(approval: Approval, events: readonly ApprovalEvent[]): void {
    database.durably(() => {
      database.run(
        `INSERT INTO approvals (approvalId, conversationId, turnId, messageId, toolCallId, stepIndex, stepOf, toolName, risk, question,
             destination, input, inputHash, editedInput, rule, state, requestedAt, expiresAt, decidedAt, reason, copied)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        approval.approvalId,
        approval.conversationId,
        approval.turnId,
        approval.messageId,
        approval.toolCallId,
        approval.step.index,
        approval.step.of,
        approval.toolName,
        approval.risk,
        JSON.stringify(approval.question),
        approval.destination,
        JSON.stringify(approval.input),
        approval.inputHash,
        approval.editedInput === null ? null : JSON.stringify(approval.editedInput),
        JSON.stringify(approval.rule),
        approval.state,
        approval.requestedAt,
        approval.expiresAt,
        approval.decidedAt,
        jsonOf(approval.reason),
        approval.copied === undefined ? null : JSON.stringify(approval.copied),
      )
      for (const event of events) writeEvent(approval.approvalId, event)
    })
  }

  function transition(approvalId: string, step: Transition): Approval | null {
    const { to, at, reason } = step
    const before = statesBefore(to)
    // decision and settlement happen once, when the approval leaves its first state
    const decidedAt = before.includes('requested') ? at : null
    return database.durably(() => {
      const changed = database.run(
        `UPDATE approvals SET state = ?, reason = coalesce(?, reason), decidedAt = coalesce(decidedAt, ?),
             editedInput = coalesce(?, editedInput)
           WHERE approvalId = ? AND state IN (SELECT value FROM json_each(?))`,
        to,
        jsonOf(reason),
        decidedAt,
        step.editedInput === undefined ? null : JSON.stringify(step.editedInput),
        approvalId,
        JSON.stringify(before),
      )
      if (changed === 0) return null
      writeEvent(approvalId, { state: to, at, reason })
      return get(approvalId)
    })
  }

  return {
    insert: (approval) => add(approval, [{ state: approval.state, at: approval.requestedAt, reason: approval.reason }]),
    add,
    get,
    ofCall: (toolCallId) => select('WHERE toolCallId = ? ORDER BY stepIndex DESC', toolCallId)[0] ?? null,
    stepsOfCall: (toolCallId) => select('WHERE toolCallId = ? ORDER BY stepIndex', toolCallId),
    inState: (state) => select('WHERE state = ? ORDER BY expiresAt, rowid', state),
    ofConversation: (conversationId) => select('WHERE conversationId = ? ORDER BY rowid', conversationId),
    transition,
    end: (approvalId, step, also) =>
      database.durably(() => {
        const ended = transition(approvalId, step)
        if (ended !== null) also(ended)
        return ended
      }),
    events: (approvalId) =>
      database.all(eventRowSchema, 'SELECT state, at, reason FROM approval_events WHERE approvalId = ? ORDER BY eventId', approvalId),
  }
}
