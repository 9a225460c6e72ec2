import type { ApprovalState } from './approval'

/**
 * The legal steps of one question (design §6). A yes that was given can still be taken back until its call begins;
 * nothing leads out of a final state, and nothing leads back to `requested`.
 */
const next: { readonly [State in ApprovalState]: readonly ApprovalState[] } = {
  requested: ['approved', 'denied', 'expired', 'withdrawn'],
  approved: ['executing', 'withdrawn'],
  executing: ['done', 'failed'],
  denied: [],
  expired: [],
  withdrawn: [],
  done: [],
  failed: [],
}

/** Whether a question may go from one state to another. */
export function canTransition(from: ApprovalState, to: ApprovalState): boolean {
  return next[from].includes(to)
}

/** The states from which `to` can be reached in one step. */
export function statesBefore(to: ApprovalState): readonly ApprovalState[] {
  return approvalStates.filter((from) => canTransition(from, to))
}

/** Every state, in the order of a question's life. */
export const approvalStates: readonly ApprovalState[] = [
  'requested',
  'approved',
  'denied',
  'expired',
  'withdrawn',
  'executing',
  'done',
  'failed',
]
