import type { Approval } from '../../shared/approvals/approval'
import type { CallSummary } from '../../shared/approvals/call-summary'
import type { ApprovalTable } from '../storage/database/approval-table'
import type { CallDecision, CallDecisionTable } from '../storage/database/call-decision-table'
import type { ExecutionTable } from '../storage/database/execution-table'

/** What decided about calls and how they ended, read from the store. */
export interface CallSummaries {
  /** Null for a call that was refused before any rule decided. */
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
    const steps = approvals.stepsOfCall(toolCallId)
    return {
      conversationId,
      toolCallId,
      toolName,
      effect,
      number,
      name,
      editedInput: editedIn(steps),
      answer: answerTo(steps.at(-1)),
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

/** The arguments that a call ran with if the user changed them; otherwise null. */
export function editedInputOf(approvals: Pick<ApprovalTable, 'stepsOfCall'>, toolCallId: string): CallSummary['editedInput'] {
  return editedIn(approvals.stepsOfCall(toolCallId))
}

function editedIn(steps: readonly Approval[]): CallSummary['editedInput'] {
  return steps.findLast(({ editedInput }) => editedInput !== null)?.editedInput ?? null
}

function answerTo(question: Approval | undefined): CallSummary['answer'] {
  if (question === undefined || question.decidedAt === null) return null
  if (question.state === 'requested' || question.state === 'expired' || question.state === 'withdrawn') return null
  return { approved: question.state !== 'denied', at: question.decidedAt }
}
