import type { Approval } from '../../shared/approvals/approval'
import type { ApprovalOutcome } from '../../shared/approvals/outcome'
import { assertNever } from '../../shared/lib/assert-never'
import type { CallOutcome } from '../../shared/protocol/converter-input'
import type { ApprovalQueue } from '../approvals/approval-queue'
import type { ExecutionTable } from '../store/execution-table'
import type { ToolRunner } from '../tools/tool-runner'
import type { Conversation } from './conversation'

/** What resuming needs. */
export interface ResumeStoredQuestionsOptions {
  /** Questions that were settled at this start, because their time passed or their run was cut off while Parley was closed. */
  readonly recovered: readonly Approval[]
  readonly queue: ApprovalQueue
  readonly tools: ToolRunner
  readonly executions: ExecutionTable
  conversation(conversationId: string): Conversation
}

/** Settles in their threads the questions that ended while Parley was closed, and waits for the answers to the others. */
export function resumeStoredQuestions({ recovered, queue, tools, executions, conversation }: ResumeStoredQuestionsOptions): void {
  for (const approval of recovered) conversation(approval.conversationId).settleStored(approval, recoveredOutcome(approval, executions))
  for (const { approvalId } of queue.open()) {
    queue.whenSettled(approvalId, (outcome, approval) => {
      void answeredOutcome(outcome, approval, tools).then((settled) =>
        conversation(approval.conversationId).settleStored(approval, settled),
      )
    })
  }
}

async function answeredOutcome(outcome: ApprovalOutcome, approval: Approval, tools: ToolRunner): Promise<CallOutcome> {
  switch (outcome.kind) {
    case 'approved': {
      const { toolCallId, conversationId, toolName, input } = approval
      const run = await tools.run({ toolCallId, conversationId, toolName, input })
      return run.kind === 'result' ? { kind: 'result', output: run.output } : { kind: 'error', errorText: run.errorText }
    }
    case 'denied':
      return outcome.reason === null ? { kind: 'denied' } : { kind: 'denied', reason: outcome.reason }
    case 'expired':
      return { kind: 'expired' }
    case 'withdrawn':
      return { kind: 'withdrawn', reason: outcome.reason }
    default:
      return assertNever(outcome, 'approval outcome')
  }
}

function recoveredOutcome(approval: Approval, executions: ExecutionTable): CallOutcome {
  const stored = executions.get(approval.toolCallId)
  if (approval.state === 'done' && stored?.output != null) return { kind: 'result', output: stored.output }
  if (approval.state === 'done') return { kind: 'error', errorText: 'The call ran, but its result was lost when Parley was closed.' }
  if (approval.state === 'expired') return { kind: 'expired' }
  if (approval.state === 'failed') return { kind: 'error', errorText: approval.reason ?? 'Parley was closed while the call ran.' }
  return { kind: 'withdrawn', reason: approval.reason ?? 'Parley was closed before the call began.' }
}
