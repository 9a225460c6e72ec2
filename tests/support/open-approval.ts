import type { Approval } from '../../src/shared/approvals/approval'
import { paymentQuestion } from './payment-approval'

/** The payment's approval while open, from 0 ms on. */
export function openApproval(changes: Partial<Approval> = {}): Approval {
  const { expiresInMs, ...question } = paymentQuestion()
  return {
    ...question,
    approvalId: 'approval-1',
    inputHash: '0'.repeat(64),
    editedInput: null,
    step: { index: 1, of: 1 },
    state: 'requested',
    requestedAt: 0,
    expiresAt: expiresInMs,
    decidedAt: null,
    reason: null,
    ...changes,
  }
}
