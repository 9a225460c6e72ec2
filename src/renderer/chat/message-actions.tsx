import { Activity, GitBranch, Pencil, RefreshCw } from 'lucide-react'
import type { Fork } from '../../shared/ipc/thread-calls'
import type { UIMessage } from '../../shared/protocol/ui-message'
import { writtenText } from '../../shared/protocol/written-text'
import { useI18n } from '../i18n/i18n-provider'
import { CopyButton } from '../markdown/copy-button'
import { useApp, useServices } from '../state/context'
import { IconButton } from '../ui/button'
import { ForkSwitch } from './fork-switch'
import styles from './message-actions.module.css'
import { ReadAloudButton } from './read-aloud'

interface MessageActionsProps {
  readonly message: UIMessage
  /** The forks right before the message. */
  readonly forks: readonly Fork[]
  /** Lets the user edit the message; null if it can't be edited. */
  readonly onEdit: (() => void) | null
}

/** The actions of one message. Visible when the pointer or the focus is on the message; a fork is always visible. */
export function MessageActions({ message, forks, onEdit }: MessageActionsProps) {
  const i18n = useI18n()
  const { actions } = useServices()
  const conversationId = useApp((state) => state.currentConversationId)
  const developer = useApp((state) => state.settings.developer)
  if (conversationId === null) return null
  const isAnswer = message.role === 'assistant'
  // a message without a transcript has nothing to copy
  const hasCopy = isAnswer || writtenText(message) !== ''
  return (
    <div className={styles.actions}>
      {forks.map((fork) => (
        <ForkSwitch key={fork.branches.join()} fork={fork} />
      ))}
      <span className={styles.quiet}>
        {hasCopy && <CopyButton className={styles.action} label={i18n.t('message.copy')} text={() => writtenText(message)} />}
        {onEdit !== null && (
          <IconButton label={i18n.t('message.edit')} className={styles.action} data-edit-message onClick={onEdit}>
            <Pencil size={14} strokeWidth={2} aria-hidden />
          </IconButton>
        )}
        {isAnswer && <ReadAloudButton conversationId={conversationId} message={message} />}
        {isAnswer && (
          <IconButton
            label={i18n.t('message.again')}
            className={styles.action}
            onClick={() => void actions.answerAnew(conversationId, message.id)}
          >
            <RefreshCw size={14} strokeWidth={2} aria-hidden />
          </IconButton>
        )}
        {isAnswer && (
          <IconButton
            label={i18n.t('message.branch')}
            className={styles.action}
            onClick={() => void actions.branchFrom(conversationId, message.id)}
          >
            <GitBranch size={14} strokeWidth={2} aria-hidden />
          </IconButton>
        )}
        {developer && (
          <IconButton label={i18n.t('inspector.showFrames')} className={styles.action} onClick={() => actions.inspect(message.id)}>
            <Activity size={14} strokeWidth={2} aria-hidden />
          </IconButton>
        )}
      </span>
    </div>
  )
}
