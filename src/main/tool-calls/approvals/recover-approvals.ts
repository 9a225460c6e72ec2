import type { Approval } from '../../../shared/approvals/approval'
import { tell } from '../../../shared/told/tell'
import type { ApprovalTable, Transition } from '../../storage/database/approval-table'

/**
 * Settles what can't go on after a restart, and gives what it settled. Questions whose time passed have expired. A call
 * that was approved but had not begun is taken back: the user is not surprised by it minutes later. A call that was
 * running is done if its effect is there, and failed otherwise. Open questions in time are left open, and so is the yes
 * to an earlier question of the same call, and one whose run a program outside was given (`isGiven`).
 */
export function recoverApprovals(
  approvals: ApprovalTable,
  now: number,
  wasDone: (approval: Approval) => boolean,
  isGiven: (toolCallId: string) => boolean,
): readonly Approval[] {
  const expired = approvals.inState('requested').filter((approval) => now >= approval.expiresAt)
  const settled: readonly (readonly [Approval, Transition])[] = [
    ...expired.map((approval) => [approval, { to: 'expired', at: now, reason: 'expired' }] as const),
    ...approvals
      .inState('approved')
      .filter(({ approvalId, toolCallId }) => approvals.ofCall(toolCallId)?.approvalId === approvalId)
      .map((approval) => [approval, { to: 'withdrawn', at: now, reason: tell('closed-before-run') }] as const),
    ...approvals
      .inState('executing')
      .filter(({ toolCallId }) => !isGiven(toolCallId))
      .map((approval) =>
        wasDone(approval)
          ? ([approval, { to: 'done', at: now, reason: null }] as const)
          : ([approval, { to: 'failed', at: now, reason: tell('closed-while-running') }] as const),
      ),
  ]
  return settled.flatMap(([{ approvalId }, transition]) => approvals.transition(approvalId, transition) ?? [])
}
