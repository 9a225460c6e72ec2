import { Pencil, Square } from 'lucide-react'
import { useId, useState } from 'react'
import type { Approval } from '../../shared/approvals/approval'
import { makeVisible } from '../../shared/text/make-visible'
import { takeScreenshot } from '../../shared/tools/take-screenshot'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { CallMark } from '../ui/call-mark'
import { TurningChevron } from '../ui/turning-chevron'
import { CallPicture } from './call-picture'
import { CallProgress } from './call-progress'
import { type CallPart, type CallState, callState } from './call-state'
import { callText } from './call-text'
import { lineFacts } from './line-facts'
import { MadeRule } from './made-rule'
import styles from './tool-call-row.module.css'
import { ToolDetails } from './tool-details'

/** One call as a line: its state, name and effect; opens to arguments, result and rule. */
export function ToolCallRow({ part, approval }: { readonly part: CallPart; readonly approval: Approval | undefined }) {
  const i18n = useI18n()
  const id = useId()
  const [open, setOpen] = useState(false)
  const state = callState(part, approval)
  const call = useApp((app) => app.calls[part.toolCallId])
  const facts = lineFacts(state, approval, call, i18n)
  const edited = approval?.editedInput ?? call?.editedInput ?? null
  return (
    <div className={styles.call}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <span className={styles[state]} role="img" aria-label={i18n.t(`tool.mark.${markOf(state)}`)}>
          <CallMark state={state} size={14} />
        </span>
        <span className={styles.words}>
          <code className={styles.name}>{makeVisible(part.toolName)}</code>
          <span>{callText(part, state, approval, call, i18n)}</span>
          {edited !== null && (
            <span className={styles.edited}>
              <Pencil size={12} strokeWidth={2} aria-hidden />
              {i18n.t('tool.edited')}
            </span>
          )}
        </span>
        <span className={styles.facts}>{facts}</span>
        <TurningChevron open={open} />
      </button>
      {state === 'running' && <CallProgress toolCallId={part.toolCallId} />}
      {state === 'running' && <StopButton toolCallId={part.toolCallId} />}
      {part.state === 'output-available' && part.toolName === takeScreenshot.name && <CallPicture toolCallId={part.toolCallId} />}
      <MadeRule toolCallId={part.toolCallId} />
      {open && (
        <div id={id} className={styles.details}>
          <ToolDetails part={part} approval={approval} call={call} />
        </div>
      )}
    </div>
  )
}

/** Stops a running call; main reports to the model that the user stopped it. */
function StopButton({ toolCallId }: { readonly toolCallId: string }) {
  const i18n = useI18n()
  const { client } = useServices()
  const conversationId = useApp((app) => app.currentConversationId)
  if (conversationId === null) return null
  return (
    <Button small className={styles.stop} onClick={() => void client.call('call.cancel', { conversationId, toolCallId })}>
      <Square size={12} strokeWidth={2.2} aria-hidden />
      {i18n.t('tool.stop')}
    </Button>
  )
}

function markOf(state: CallState): 'running' | 'done' | 'denied' | 'expired' | 'withdrawn' | 'failed' {
  return state === 'preparing' || state === 'waiting' ? 'running' : state
}
