import { assertNever } from '../lib/assert-never'
import { type DisplayText, messageOf, modelText } from '../messages/message'
import type { Approval } from './approval'

/** How an approval was settled. `approved` means that the call may run, not that it ran. */
export type ApprovalOutcome =
  | { readonly kind: 'approved' }
  | { readonly kind: 'denied'; readonly reason: string | null }
  | { readonly kind: 'expired' }
  | { readonly kind: 'withdrawn'; readonly reason: DisplayText }

/** The outcome of an approval, or null while it is open. */
export function outcomeOf(approval: Approval): ApprovalOutcome | null {
  switch (approval.state) {
    case 'requested':
      return null
    case 'approved':
    case 'executing':
    case 'done':
    case 'failed':
      return { kind: 'approved' }
    case 'denied':
      return { kind: 'denied', reason: approval.reason === null ? null : modelText(approval.reason) }
    case 'expired':
      return { kind: 'expired' }
    case 'withdrawn':
      return { kind: 'withdrawn', reason: approval.reason ?? messageOf('taken-back') }
    default:
      return assertNever(approval.state, 'approval state')
  }
}
