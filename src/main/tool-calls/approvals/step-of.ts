import type { Approval } from '../../../shared/approvals/approval'
import type { AuditEvent, Decider } from '../../../shared/audit/audit-entry'
import { assertNever } from '../../../shared/lib/assert-never'

/** What the trail tells of the step that a question has just taken, or null where it is no decision. `by`: who answered. */
export function stepOf(
  { state, reason }: Approval,
  by: Decider,
): Pick<Extract<AuditEvent, { readonly kind: 'decided' }>, 'decision' | 'by' | 'reason'> | null {
  switch (state) {
    case 'approved':
      return { decision: 'allowed', by, reason }
    case 'denied':
      return { decision: 'denied', by, reason }
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
