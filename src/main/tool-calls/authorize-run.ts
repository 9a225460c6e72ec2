import type { JsonObject } from '../../shared/lib/json'
import { failure, type Result, success, textOf } from '../../shared/lib/result'
import { messageOf } from '../../shared/messages/message'
import type { CallDecisionTable } from '../storage/database/call-decision-table'
import type { ApprovalQueue } from './approvals/approval-queue'
import type { ToolBox } from './tool-registry'
import type { ToolCall } from './tool-runner'

/** The details of an authorized run: `approvalId` is null if a rule allowed it; `edited`: the user changed the arguments. */
export interface ClaimedCall {
  readonly approvalId: string | null
  readonly input: JsonObject
  readonly edited: boolean
}

/** Dependencies of the check. */
export interface AuthorizeRunOptions {
  readonly approvals: Pick<ApprovalQueue, 'stepsOfCall' | 'markExecuting'>
  readonly decisions: Pick<CallDecisionTable, 'get'>
  readonly toolBox: ToolBox
}

/**
 * The check before every run. A yes must be stored, unused, and given for this tool and these arguments: by the user, to every
 * approval that the arguments need, or by a rule that allows the call.
 */
export function claimCall(call: ToolCall, { approvals, decisions, toolBox }: AuthorizeRunOptions): Result<ClaimedCall> {
  const hash = toolBox.hash(call)
  const steps = approvals.stepsOfCall(call.toolCallId)
  const last = steps.at(-1)
  if (last === undefined) {
    const decision = decisions.get(call.toolCallId)
    const allowed = decision?.effect === 'allow' && decision.toolName === call.toolName && decision.inputHash === hash
    return allowed ? success({ approvalId: null, input: call.input, edited: false }) : failure('not-approved', messageOf('nobody-allowed'))
  }
  let shown = call.input
  for (const { toolName, inputHash: shownHash, editedInput, state } of steps) {
    if (toolName !== call.toolName || shownHash !== toolBox.hash({ toolName, input: shown })) {
      return failure('not-approved', messageOf('asked-about-others'))
    }
    if (state === 'requested') return failure('not-approved', messageOf('not-all-answered'))
    if (state !== 'approved') return failure('not-approved', messageOf('not-to-be-run', { state }))
    shown = editedInput ?? shown
  }
  const checked = toolBox.check({ toolName: call.toolName, input: shown })
  if (!checked.ok) return checked
  if (checked.value.prepared.questions.length > steps.length) {
    return failure('not-approved', messageOf('not-all-asked'))
  }
  const claimed = approvals.markExecuting(last.approvalId)
  if (!claimed.ok) return failure('not-approved', messageOf('not-claimed', { reason: textOf(claimed.error) }))
  return success({ approvalId: last.approvalId, input: shown, edited: toolBox.hash({ toolName: call.toolName, input: shown }) !== hash })
}
