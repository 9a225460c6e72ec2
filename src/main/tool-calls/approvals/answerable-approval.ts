import type { Approval, Decision } from '../../../shared/approvals/approval'
import { assertNever } from '../../../shared/lib/assert-never'
import { failure, type Result, success } from '../../../shared/lib/result'

/** Why an answer does not count. Nothing changes. */
export interface DecisionFailure {
  readonly code:
    | 'approval-unknown'
    | 'approval-changed'
    | 'approval-decided'
    | 'approval-expired'
    | 'approval-withdrawn'
    | 'approval-not-stored'
    | 'approval-closed'
    | 'approval-without-input'
    | 'edit-refused'
    | 'rule-refused'
    | 'answers-of-several-turns'
  readonly message: string
}

/** The approval that this answer applies to, or why the answer does not count. */
export function answerableApproval(approval: Approval | null, decision: Decision): Result<Approval, DecisionFailure> {
  if (approval === null) return failure('approval-unknown', 'Parley asked no such question, so nothing was allowed.')
  if (decision.inputHash !== approval.inputHash) {
    return failure(
      'approval-changed',
      'The answer is for other arguments than the ones asked about, so nothing was allowed. Read the card again.',
    )
  }
  switch (approval.state) {
    case 'requested':
      return success(approval)
    case 'expired':
      return failure('approval-expired', 'The time for this question is up, so it was denied. Ask Parley again if you still want it.')
    case 'withdrawn':
      return failure('approval-withdrawn', 'This call was taken back before you answered. Nothing was run.')
    case 'approved':
    case 'denied':
    case 'executing':
    case 'done':
    case 'failed':
      return failure('approval-decided', 'This question was answered before; the first answer stands.')
    default:
      return assertNever(approval.state, 'approval state')
  }
}
