import { ClockAlert } from 'lucide-react'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { currentStatus } from '../state/selectors'
import { clockTime } from '../ui/format'
import link from '../ui/link-button.module.css'
import styles from './user-message-row.module.css'

/** Speech that no session has any more, for example after a restart: its length, and buttons to send or discard it. */
export function UnsentSpeech() {
  const i18n = useI18n()
  const { actions } = useServices()
  const conversationId = useApp((state) => state.currentConversationId)
  const durationMs = useApp((state) => currentStatus(state)?.unsentSpeechMs) ?? 0
  if (conversationId === null || durationMs === 0) return null
  const time = clockTime(Math.max(1000, durationMs))
  return (
    <article className={styles.line} aria-label={i18n.t('thread.you')}>
      <p className={styles.below}>
        <ClockAlert size={14} strokeWidth={2} aria-hidden />
        {i18n.t('thread.unsentSpeech', { time })}
        <span className={styles.ways}>
          <button type="button" className={link.link} onClick={() => actions.retrySession(conversationId)}>
            {i18n.t('thread.sendAgain')}
          </button>
          <button type="button" className={link.link} onClick={() => actions.dropSpeech(conversationId)}>
            {i18n.t('thread.dropSpeech')}
          </button>
        </span>
      </p>
    </article>
  )
}
