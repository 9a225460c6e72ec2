import type { Approval } from '../../shared/approvals/approval'
import type { ApprovalOutcome } from '../../shared/approvals/outcome'
import { assertNever } from '../../shared/lib/assert-never'
import type { CallOutcome } from '../../shared/protocol/converter-input'
import { tell } from '../../shared/told/tell'
import type { ExecutionTable } from '../storage/database/execution-table'
import type { ApprovalQueue } from '../tool-calls/approvals/approval-queue-types'
import type { ToolRunner } from '../tool-calls/tool-runner'
import type { Conversation } from './conversation-types'

/** What resuming needs. */
export interface ResumeStoredQuestionsOptions {
  /** Questions that were settled at this start, because their time passed or their run was cut off while Parley was closed. */
  readonly recovered: readonly Approval[]
  readonly queue: ApprovalQueue
  readonly tools: ToolRunner
  readonly executions: ExecutionTable
  conversation(conversationId: string): Conversation
}

/** Settles in their threads the questions that ended while Parley was closed, and waits for the answers to the others, and for calls that clients run. */
export function resumeStoredQuestions({ recovered, queue, tools, executions, conversation }: ResumeStoredQuestionsOptions): void {
  /** The thread knows a call by its first question. */
  const settle = (approval: Approval, outcome: CallOutcome, goOn: boolean): void => {
    const approvalId = queue.stepsOfCall(approval.toolCallId)[0]?.approvalId ?? approval.approvalId
    conversation(approval.conversationId).settleStored({ ...approval, approvalId }, outcome, goOn)
  }
  for (const approval of recovered) settle(approval, recoveredOutcome(approval, executions), false)
  for (const { toolCallId } of queue.open()) {
    queue.whenSettled(toolCallId, (outcome, approval) => {
      const [first = approval] = queue.stepsOfCall(toolCallId)
      const byUser = outcome.kind === 'approved' || outcome.kind === 'denied'
      void answeredOutcome(outcome, first, tools).then((settled) => settle(approval, settled, byUser))
    })
  }
  for (const given of executions.given()) conversation(given.conversationId).takeUp(given)
}

/** `first` carries the arguments as the model sent them: those of later questions may have been changed by the user. */
async function answeredOutcome(outcome: ApprovalOutcome, first: Approval, tools: ToolRunner): Promise<CallOutcome> {
  switch (outcome.kind) {
    case 'approved': {
      const { toolCallId, conversationId, toolName, input } = first
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
  if (approval.state === 'done') return { kind: 'error', errorText: tell('result-lost') }
  if (approval.state === 'expired') return { kind: 'expired' }
  if (approval.state === 'failed') return { kind: 'error', errorText: approval.reason ?? tell('closed-while-running') }
  return { kind: 'withdrawn', reason: approval.reason ?? tell('closed-before-run') }
}
