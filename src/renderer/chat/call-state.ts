import type { Approval } from '../../shared/approvals/approval'
import { assertNever } from '../../shared/lib/assert-never'
import { isMessageOf } from '../../shared/messages/message'
import { errorOf, type UIPart } from '../../shared/protocol/ui-message'
import type { CallMarkState } from '../ui/call-mark'

export type CallPart = Extract<UIPart, { readonly type: 'dynamic-tool' }>

/** The state of a call, from the message and its approval, if there is one. */
export type CallState = CallMarkState

/** Picks the state of a call. Main's state of the approval counts before the message's. */
export function callState(part: CallPart, approval: Approval | undefined): CallState {
  switch (approval?.state) {
    case 'denied':
      return 'denied'
    case 'expired':
      return 'expired'
    case 'withdrawn':
      return 'withdrawn'
    case 'failed':
      return 'failed'
    default:
  }
  switch (part.state) {
    case 'input-streaming':
      return 'preparing'
    case 'input-available':
    case 'approval-responded':
      return part.approval?.approved === false ? deniedOr(part) : 'running'
    case 'approval-requested':
      return approval === undefined || approval.state === 'requested' ? 'waiting' : 'running'
    case 'output-available':
      return 'done'
    case 'output-denied':
      return deniedOr(part)
    case 'output-error':
      return isMessageOf(errorOf(part), 'taken-back-by-model') ? 'withdrawn' : 'failed'
    default:
      return assertNever(part, 'tool part')
  }
}

function deniedOr(part: CallPart): CallState {
  return part.approval?.reason === 'expired' ? 'expired' : 'denied'
}
