import type { Approval, Decision } from '../../shared/approvals/approval'
import { assertNever } from '../../shared/lib/assert-never'

/** Why an answer does not count. Nothing has changed. */
export interface DecisionFailure {
  readonly code:
    | 'approval-unknown'
    | 'approval-changed'
    | 'approval-decided'
    | 'approval-expired'
    | 'approval-withdrawn'
    | 'approval-not-stored'
  readonly message: string
}

/** What speaks against an answer to this question, or null when it counts. */
export function decisionRefusal(approval: Approval | null, decision: Decision): DecisionFailure | null {
  if (approval === null) return { code: 'approval-unknown', message: 'Parley asked no such question, so nothing was allowed.' }
  if (decision.inputHash !== approval.inputHash) {
    return {
      code: 'approval-changed',
      message: 'The answer is for other arguments than the ones asked about, so nothing was allowed. Read the card again.',
    }
  }
  switch (approval.state) {
    case 'requested':
      return null
    case 'expired':
      return {
        code: 'approval-expired',
        message: 'The time for this question is up, so it was denied. Ask Parley again if you still want it.',
      }
    case 'withdrawn':
      return { code: 'approval-withdrawn', message: 'This call was taken back before you answered. Nothing was run.' }
    case 'approved':
    case 'denied':
    case 'executing':
    case 'done':
    case 'failed':
      return { code: 'approval-decided', message: 'This question was answered before; the first answer stands.' }
    default:
      return assertNever(approval.state, 'approval state')
  }
}
