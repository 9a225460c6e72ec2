import type { Approval } from '../../shared/approvals/approval'
import type { AuditEvent } from '../../shared/audit/audit-entry'
import { assertNever } from '../../shared/lib/assert-never'

/** What the trail tells of the step that a question has just taken, or null where it is no decision. */
export function stepOf({
  state,
  reason,
}: Approval): Pick<Extract<AuditEvent, { readonly kind: 'decided' }>, 'decision' | 'by' | 'reason'> | null {
  switch (state) {
    case 'approved':
      return { decision: 'allowed', by: { kind: 'user' }, reason }
    case 'denied':
      return { decision: 'denied', by: { kind: 'user' }, reason }
    case 'expired':
      return { decision: 'expired', by: { kind: 'time' }, reason: null }
    case 'withdrawn':
      return { decision: 'withdrawn', by: { kind: 'withdrawal' }, reason }
    case 'requested':
    case 'executing':
    case 'done':
    case 'failed':
      return null
    default:
      return assertNever(state, 'approval state')
  }
}
