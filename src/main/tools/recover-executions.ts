import { tell } from '../../shared/told/tell'
import type { ExecutionTable, ToolExecution } from '../store/execution-table'
import type { MainTool } from './main-tool'

/**
 * Ends the runs that were cut off when the program stopped, with the output that the tool remembers, or as failed, and
 * gives them as they are now.
 */
export function recoverExecutions(
  executions: ExecutionTable,
  now: number,
  find: (toolName: string) => MainTool | null,
): readonly ToolExecution[] {
  return executions.unfinished().flatMap(({ toolCallId, toolName }) => {
    const output = find(toolName)?.recall(toolCallId) ?? null
    if (output === null) executions.fail(toolCallId, now, tell('closed-without-end'))
    else executions.succeed(toolCallId, now, output)
    return executions.get(toolCallId) ?? []
  })
}
