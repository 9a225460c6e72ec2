import { failure, type Result, success } from '../../shared/lib/result'
import type { ApprovalQueue } from '../approvals/approval-queue'
import type { MainTool } from './main-tool'
import type { ToolCall } from './tool-runner'

/**
 * The gate before every run: takes up the approval of this call, or gives null for a tool that needs none. Only a yes that
 * is stored, unused, and given for this tool and these arguments opens it.
 */
export function claimCall(
  call: ToolCall,
  tool: MainTool,
  hash: string,
  approvals: Pick<ApprovalQueue, 'ofCall' | 'markExecuting'>,
): Result<string | null> {
  const approval = approvals.ofCall(call.toolCallId)
  if (approval === null) {
    return tool.approval === 'allow' ? success(null) : failure('not-approved', 'The user was not asked about this call, so it was not run.')
  }
  if (approval.toolName !== call.toolName || approval.inputHash !== hash) {
    return failure('not-approved', 'The user was asked about other arguments, so this call was not run.')
  }
  const claimed = approvals.markExecuting(approval.approvalId)
  return claimed.ok ? success(approval.approvalId) : failure('not-approved', `${claimed.error.message} It was not run.`)
}
