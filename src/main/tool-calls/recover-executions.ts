import { tell } from '../../shared/told/tell'
import type { ExecutionTable, ToolExecution } from '../storage/database/execution-table'
import type { MainTool } from './tools/main-tool'

/**
 * Ends the runs that were cut off when the program stopped, with the output that the tool remembers, or as failed, and
 * gives them as they are now. Runs that a program outside was given go on: it may have ended them meanwhile.
 */
export function recoverExecutions(
  executions: ExecutionTable,
  now: number,
  find: (toolName: string) => MainTool | null,
): readonly ToolExecution[] {
  const given = new Set(executions.given().map(({ toolCallId }) => toolCallId))
  return executions.unfinished().flatMap(({ toolCallId, toolName }) => {
    if (given.has(toolCallId)) return []
    const output = find(toolName)?.recall(toolCallId) ?? null
    if (output === null) executions.fail(toolCallId, now, tell('closed-without-end'))
    else executions.succeed(toolCallId, now, output)
    return executions.get(toolCallId) ?? []
  })
}
