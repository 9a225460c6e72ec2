import { PenLine } from 'lucide-react'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { currentStatus } from '../state/selectors'
import { IconButton } from '../ui/button'

/** Which model answers typed text in this conversation: pressed, the text model. Hidden while there is no choice. */
export function InWritingButton() {
  const i18n = useI18n()
  const { actions } = useServices()
  const conversationId = useApp((state) => state.currentConversationId)
  const replyModality = useApp((state) => currentStatus(state)?.replyModality ?? null)
  if (conversationId === null || replyModality === null) return null
  return (
    <IconButton
      label={i18n.t('text.inWriting')}
      pressed={replyModality === 'text'}
      onClick={() => actions.setReplyModality(conversationId, replyModality === 'text' ? 'voice' : 'text')}
    >
      <PenLine size={16} strokeWidth={1.75} aria-hidden />
    </IconButton>
  )
}
