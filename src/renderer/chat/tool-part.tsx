import type { Approval } from '../../shared/approvals/approval'
import { ApprovalCard } from '../approval/approval-card'
import type { AppState } from '../state/app-state'
import { useApp } from '../state/context'
import type { CallPart } from './call-state'
import { ToolCallRow } from './tool-call-row'

/** A call in the thread: its card while the approval is open, one line before and after. */
export function ToolPart({ part }: { readonly part: CallPart }) {
  const approval = useApp((state) => questionOf(state.approvals, part))
  if (approval?.state === 'requested') return <ApprovalCard approval={approval} />
  return <ToolCallRow part={part} approval={approval} />
}

/** The call's open approval, otherwise its last one: a call may have several, one after the other. */
function questionOf(approvals: AppState['approvals'], part: CallPart): Approval | undefined {
  const mine = Object.values(approvals).filter((one) => one.toolCallId === part.toolCallId || one.approvalId === part.approval?.id)
  return mine.find((one) => one.state === 'requested') ?? mine.sort((left, right) => left.step.index - right.step.index).at(-1)
}
