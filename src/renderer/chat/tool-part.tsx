import type { UIPart } from '../../shared/protocol/ui-message'
import { ApprovalCard } from '../approval/approval-card'
import { useApp } from '../state/context'
import { ToolLine } from './tool-line'

/** A call in the thread: its card while the question is open, one line before and after. */
export function ToolPart({ part }: { readonly part: Extract<UIPart, { readonly type: 'dynamic-tool' }> }) {
  const approval = useApp((state) =>
    Object.values(state.approvals).find((one) => one.toolCallId === part.toolCallId || one.approvalId === part.approval?.id),
  )
  if (approval?.state === 'requested') return <ApprovalCard approval={approval} />
  return <ToolLine part={part} approval={approval} />
}
