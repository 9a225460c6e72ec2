import type { JsonObject } from '../../../shared/lib/json'
import { jsonObjectSchema } from '../../../shared/lib/json-object'
import { z } from '../../../shared/lib/zod'
import { type DisplayText, displayTextSchema } from '../../../shared/messages/message'
import { jsonOf, jsonText, type SqlDatabase } from './sql-database'

const executionRowSchema = z.object({
  toolCallId: z.string(),
  conversationId: z.string(),
  toolName: z.string(),
  approvalId: z.string().nullable(),
  inputHash: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  output: jsonText(jsonObjectSchema).nullable(),
  errorText: jsonText(displayTextSchema).nullable(),
})
/** One run of a tool. `running` without an end means that the app stopped in the middle of it. */
export type ToolExecution = Readonly<z.infer<typeof executionRowSchema>>

const givenRowSchema = z.object({
  toolCallId: z.string(),
  conversationId: z.string(),
  toolName: z.string(),
  approvalId: z.string().nullable(),
  startedAt: z.number(),
  givenInput: jsonText(jsonObjectSchema),
  givenUntil: z.number(),
})
/** A run that was given to a client: `givenInput` are its arguments, `givenUntil` its deadline. */
export type AnsweredExecution = Readonly<z.infer<typeof givenRowSchema>>

/** A run given to a client outlives the app. */
export const givenSchema = `ALTER TABLE tool_executions ADD COLUMN givenInput TEXT;
   ALTER TABLE tool_executions ADD COLUMN givenUntil INTEGER;`

/** Reasons and errors are JSON: a message, or the plain text that an earlier version stored. */
export const messageColumnsSchema = `UPDATE tool_executions SET errorText = json_quote(errorText) WHERE errorText IS NOT NULL;
   UPDATE approvals SET reason = json_quote(reason) WHERE reason IS NOT NULL;
   UPDATE approval_events SET reason = json_quote(reason) WHERE reason IS NOT NULL;`

/** How a run ended: with its output, or with the reason of its failure. */
export type RunEnd = { readonly output: JsonObject } | { readonly errorText: DisplayText }

/** What ran, when, and how it ended: one row per call. */
export interface ExecutionTable {
  get(toolCallId: string): ToolExecution | null
  list(conversationId: string): readonly ToolExecution[]
  /** Runs that began and did not end. */
  unfinished(): readonly ToolExecution[]
  /** Records that a call is about to begin. False, without a change, if this call has begun before. */
  begin(execution: Pick<ToolExecution, 'toolCallId' | 'conversationId' | 'toolName' | 'approvalId' | 'inputHash' | 'startedAt'>): boolean
  /** Gives this run to a client. */
  give(toolCallId: string, input: JsonObject, until: number): void
  /** Runs of existing conversations that were given to clients and have not ended. */
  given(): readonly AnsweredExecution[]
  /**
   * Records how a run ended. `also` is called in the same transaction. It does not wait for the disk: after a power cut within
   * milliseconds the run has no known end, and is not run again.
   */
  end(toolCallId: string, endedAt: number, end: RunEnd, also: () => void): void
}

export function executionTable(database: SqlDatabase): ExecutionTable {
  return {
    get: (toolCallId) => database.first(executionRowSchema, 'SELECT * FROM tool_executions WHERE toolCallId = ?', toolCallId),
    list: (conversationId) =>
      database.all(executionRowSchema, 'SELECT * FROM tool_executions WHERE conversationId = ? ORDER BY startedAt, rowid', conversationId),
    unfinished: () => database.all(executionRowSchema, "SELECT * FROM tool_executions WHERE state = 'running' ORDER BY rowid"),
    begin(execution) {
      return database.durably(
        () =>
          database.run(
            `INSERT INTO tool_executions (toolCallId, conversationId, toolName, approvalId, inputHash, state, startedAt)
             VALUES (?, ?, ?, ?, ?, 'running', ?) ON CONFLICT (toolCallId) DO NOTHING`,
            execution.toolCallId,
            execution.conversationId,
            execution.toolName,
            execution.approvalId,
            execution.inputHash,
            execution.startedAt,
          ) === 1,
      )
    },
    give: (toolCallId, input, until) =>
      void database.run(
        'UPDATE tool_executions SET givenInput = ?, givenUntil = ? WHERE toolCallId = ?',
        JSON.stringify(input),
        until,
        toolCallId,
      ),
    given: () =>
      database.all(
        givenRowSchema,
        `SELECT tool_executions.* FROM tool_executions JOIN conversations USING (conversationId)
           WHERE state = 'running' AND givenUntil IS NOT NULL AND deletedAt IS NULL ORDER BY tool_executions.rowid`,
      ),
    end(toolCallId, endedAt, end, also) {
      database.transaction(() => {
        database.run(
          'UPDATE tool_executions SET state = ?, endedAt = ?, output = ?, errorText = ? WHERE toolCallId = ?',
          'output' in end ? 'done' : 'failed',
          endedAt,
          'output' in end ? JSON.stringify(end.output) : null,
          'output' in end ? null : jsonOf(end.errorText),
          toolCallId,
        )
        also()
      })
      database.flushSoon()
    },
  }
}

/** Whether a client was given this call and still has it. */
export function isGiven(executions: Pick<ExecutionTable, 'given'>): (toolCallId: string) => boolean {
  return (toolCallId) => executions.given().some((given) => given.toolCallId === toolCallId)
}
