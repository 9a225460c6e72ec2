import type { CallSummary } from '../../shared/approvals/call-summary'
import type { ApprovalTable } from '../store/approval-table'
import type { CallDecision, CallDecisionTable } from '../store/call-decision-table'
import type { ExecutionTable } from '../store/execution-table'

/** What decided about calls and how they went, read from what is stored. */
export interface CallSummaries {
  /** Null for a call about which no rule has decided: it was refused. */
  of(toolCallId: string): CallSummary | null
  ofConversation(conversationId: string): readonly CallSummary[]
}

export function createCallSummaries(parts: {
  readonly decisions: CallDecisionTable
  readonly approvals: ApprovalTable
  readonly executions: ExecutionTable
}): CallSummaries {
  const { decisions, approvals, executions } = parts

  function summary({ conversationId, toolCallId, toolName, effect, number, name }: CallDecision): CallSummary {
    const execution = executions.get(toolCallId)
    const edited = approvals.stepsOfCall(toolCallId).findLast(({ editedInput }) => editedInput !== null)
    return {
      conversationId,
      toolCallId,
      toolName,
      effect,
      number,
      name,
      editedInput: edited?.editedInput ?? null,
      durationMs: execution?.endedAt == null ? null : execution.endedAt - execution.startedAt,
    }
  }

  return {
    of(toolCallId) {
      const decision = decisions.get(toolCallId)
      return decision === null ? null : summary(decision)
    },
    ofConversation: (conversationId) => decisions.ofConversation(conversationId).map(summary),
  }
}
