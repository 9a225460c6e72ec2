import type { ExecutionTable } from '../store/execution-table'
import type { MainTool } from './main-tool'

/** Ends the runs that were cut off when the program stopped: with the output that the tool remembers, or as failed. */
export function recoverExecutions(executions: ExecutionTable, now: number, find: (toolName: string) => MainTool | null): void {
  for (const { toolCallId, toolName } of executions.unfinished()) {
    const output = find(toolName)?.recall(toolCallId) ?? null
    if (output === null) executions.fail(toolCallId, now, 'Parley was closed while the call ran, so it did not end.')
    else executions.succeed(toolCallId, now, output)
  }
}
