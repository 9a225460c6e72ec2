import type { Approval } from '../../../shared/approvals/approval'
import { canTransition } from '../../../shared/approvals/transitions'
import type { ApprovalTable, EndTransition } from './approval-table'
import type { ExecutionTable, ToolExecution } from './execution-table'

/** A table whose reads include what is not written yet. */
export interface RetryingTable<Table> {
  readonly table: Table
  /** Forgets what is not written yet. */
  clear(): void
}

/** Writes now, or as soon as it can be. `of`: the conversation that the write belongs to. */
type NoteWrite = (key: string, of: string, write: () => void) => void

/** The approval after this step; null if its state does not allow it. */
function approvalAfter(approval: Approval | null, { to, at, reason }: EndTransition): Approval | null {
  if (approval === null || !canTransition(approval.state, to)) return null
  return { ...approval, state: to, reason: reason ?? approval.reason, decidedAt: approval.decidedAt ?? at }
}

/** Approvals that end by themselves whether or not the disk takes it. */
export function retryingApprovals(approvals: ApprovalTable, note: NoteWrite): RetryingTable<ApprovalTable> {
  /** Approvals whose end is not written yet. */
  const ended = new Map<string, Approval>()
  const now = (approval: Approval): Approval => ended.get(approval.approvalId) ?? approval
  const orNull = (approval: Approval | null): Approval | null => (approval === null ? null : now(approval))
  return {
    table: {
      ...approvals,
      get: (approvalId) => orNull(approvals.get(approvalId)),
      ofCall: (toolCallId) => orNull(approvals.ofCall(toolCallId)),
      stepsOfCall: (toolCallId) => approvals.stepsOfCall(toolCallId).map(now),
      inState: (state) => [
        ...approvals.inState(state).filter(({ approvalId }) => !ended.has(approvalId)),
        ...[...ended.values()].filter((approval) => approval.state === state),
      ],
      ofConversation: (conversationId) => approvals.ofConversation(conversationId).map(now),
      transition: (approvalId, transition) => (ended.has(approvalId) ? null : approvals.transition(approvalId, transition)),
      end(approvalId, transition, also) {
        const after = approvalAfter(orNull(approvals.get(approvalId)), transition)
        if (after === null) return null
        ended.set(approvalId, after)
        note(`approval ${approvalId}`, after.conversationId, () => {
          approvals.end(approvalId, transition, also)
          ended.delete(approvalId)
        })
        return after
      },
    },
    clear: () => ended.clear(),
  }
}

/** Runs that end whether or not the disk takes it. */
export function retryingExecutions(executions: ExecutionTable, note: NoteWrite): RetryingTable<ExecutionTable> {
  /** Runs whose end is not written yet. */
  const ended = new Map<string, ToolExecution>()
  const now = (run: ToolExecution): ToolExecution => ended.get(run.toolCallId) ?? run
  return {
    table: {
      ...executions,
      get(toolCallId) {
        const run = executions.get(toolCallId)
        return run === null ? null : now(run)
      },
      list: (conversationId) => executions.list(conversationId).map(now),
      unfinished: () => executions.unfinished().filter(({ toolCallId }) => !ended.has(toolCallId)),
      given: () => executions.given().filter(({ toolCallId }) => !ended.has(toolCallId)),
      end(toolCallId, endedAt, end, also) {
        const run = executions.get(toolCallId)
        if (run === null) return
        ended.set(toolCallId, { ...run, state: 'output' in end ? 'done' : 'failed', endedAt, ...end })
        note(`run ${toolCallId}`, run.conversationId, () => {
          executions.end(toolCallId, endedAt, end, also)
          ended.delete(toolCallId)
        })
      },
    },
    clear: () => ended.clear(),
  }
}
