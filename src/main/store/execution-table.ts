import type { JsonObject, JsonValue } from '../../shared/lib/json'
import { z } from '../../shared/lib/zod'
import { jsonText } from './json-text'
import type { SqlDatabase } from './sql-database'

const jsonObjectSchema: z.ZodType<JsonObject, JsonValue> = z.record(z.string(), z.json())

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
  errorText: z.string().nullable(),
})
/** One run of a tool. `running` without an end means that the program stopped in the middle of it. */
export type ToolExecution = Readonly<z.infer<typeof executionRowSchema>>

/** What ran, when, and how it ended: one row per call. */
export interface ExecutionTable {
  get(toolCallId: string): ToolExecution | null
  list(conversationId: string): readonly ToolExecution[]
  /** Runs that have begun and not ended. */
  unfinished(): readonly ToolExecution[]
  /** Writes that a call begins, before it does. False, and nothing changed, where this call has begun before. */
  begin(execution: Pick<ToolExecution, 'toolCallId' | 'conversationId' | 'toolName' | 'approvalId' | 'inputHash' | 'startedAt'>): boolean
  succeed(toolCallId: string, endedAt: number, output: JsonObject): void
  fail(toolCallId: string, endedAt: number, errorText: string): void
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
    succeed(toolCallId, endedAt, output) {
      database.run(
        "UPDATE tool_executions SET state = 'done', endedAt = ?, output = ? WHERE toolCallId = ?",
        endedAt,
        JSON.stringify(output),
        toolCallId,
      )
    },
    fail(toolCallId, endedAt, errorText) {
      database.run(
        "UPDATE tool_executions SET state = 'failed', endedAt = ?, errorText = ? WHERE toolCallId = ?",
        endedAt,
        errorText,
        toolCallId,
      )
    },
  }
}
