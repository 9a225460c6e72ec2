import type { ApprovalState } from './approval'

/**
 * The legal transitions of an approval (design §6). A yes can be withdrawn until its call begins; no transition leads
 * out of a final state or back to `requested`.
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

/** Whether an approval may go from one state to another. */
export function canTransition(from: ApprovalState, to: ApprovalState): boolean {
  return next[from].includes(to)
}

/** The states from which `to` can be reached in one step. */
export function statesBefore(to: ApprovalState): readonly ApprovalState[] {
  return approvalStates.filter((from) => canTransition(from, to))
}

/** Every state, in the order of an approval's life. */
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
