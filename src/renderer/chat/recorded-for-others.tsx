import { Info } from 'lucide-react'
import type { UIMessage } from '../../shared/protocol/ui-message'
import { useI18n } from '../i18n/i18n-provider'
import { useApp } from '../state/context'
import styles from './answer.module.css'

/** Says of a recorded answer that it was made for the arguments as they were sent, where the user edited them. */
export function RecordedForOthers({ message }: { readonly message: UIMessage }) {
  const i18n = useI18n()
  const isEdited = useApp((state) =>
    message.parts.some((part) => {
      if (part.type !== 'dynamic-tool') return false
      const approval = Object.values(state.approvals).find(({ toolCallId }) => toolCallId === part.toolCallId)
      return (approval?.editedInput ?? state.calls[part.toolCallId]?.editedInput ?? null) !== null
    }),
  )
  return isEdited ? (
    <p className={styles.note}>
      <Info size={14} strokeWidth={2} aria-hidden />
      {i18n.t('thread.recordedForOthers')}
    </p>
  ) : null
}
