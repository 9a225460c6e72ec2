import { ClockAlert } from 'lucide-react'
import { memo, useState } from 'react'
import { attachmentsOf } from '../../shared/attachments/attachment-part'
import type { Fork } from '../../shared/ipc/thread-calls'
import type { UIMessage } from '../../shared/protocol/ui-message'
import attached from '../attachments/attachments.module.css'
import { ShownFile } from '../attachments/shown-file'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { focusComposer } from '../ui/focus-composer'
import { clockTime } from '../ui/format'
import link from '../ui/link-button.module.css'
import { EditForm } from './edit-form'
import { MessageActions } from './message-actions'
import { type MessageFacts, messageFacts } from './message-facts'
import { ThreadEntry } from './thread-entry'
import { soundOf, UntranscribedSound } from './untranscribed-sound'
import styles from './user-message-row.module.css'

interface UserLineProps {
  readonly message: UIMessage
  /** Something follows the line: it is final, even if its end was not reported. */
  readonly answered: boolean
  /** Sends the message again if it did not reach the model; null if it did. */
  readonly onSendAgain: (() => void) | null
  /** Its place in the thread, from 1, and the total: not all messages are rendered. */
  readonly position: number
  readonly count: number
  /** The forks right before it. */
  readonly forks: readonly Fork[]
}

/** A message of the user. Interim text is grey; spoken lines show their length; unsent ones have a dashed edge. */
export const UserMessageRow = memo(function UserMessageRow({ message, answered, onSendAgain, position, count, forks }: UserLineProps) {
  const i18n = useI18n()
  const { actions } = useServices()
  const conversationId = useApp((state) => state.currentConversationId)
  const [editing, setEditing] = useState(false)
  const facts = messageFacts(message)
  const text = message.parts
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('')
    .trim()
  const guess = message.parts.reduce((found, part) => (part.type === 'data-transcript' ? part.data.text : found), '')
  const streaming = message.parts.some((part) => part.type === 'text' && part.state === 'streaming')
  const shown = text === '' ? guess : text
  const files = attachmentsOf(message.parts)
  const sound = shown === '' ? soundOf(message) : null
  const wordless = shown === '' && (files.length > 0 || sound !== null)
  if (shown === '' && !wordless) return null
  const partial = (text === '' && !wordless) || (streaming && !answered)
  const close = () => {
    setEditing(false)
    focusComposer()
  }
  if (editing && conversationId !== null)
    return (
      <ThreadEntry className={styles.line} label={i18n.t('thread.you')} messageId={message.id} position={position} count={count}>
        <EditForm text={shown} onSend={(sent) => actions.editMessage(conversationId, message.id, sent)} onClose={close} />
      </ThreadEntry>
    )
  return (
    <ThreadEntry className={styles.line} label={i18n.t('thread.you')} messageId={message.id} position={position} count={count}>
      {conversationId !== null && files.length > 0 && (
        <div className={attached.files}>
          {files.map((file) => (
            <ShownFile key={file.attachmentId} conversationId={conversationId} file={file} />
          ))}
        </div>
      )}
      {(shown !== '' || sound !== null) && (
        <div
          className={`${styles.bubble} ${partial ? styles.partial : ''} ${onSendAgain === null ? '' : styles.unsent}`}
          dir="auto"
          data-words
        >
          {shown}
          {sound !== null && conversationId !== null && (
            <UntranscribedSound conversationId={conversationId} messageId={message.id} sound={sound} />
          )}
          {!partial && facts.voice !== null && <Voice voice={facts.voice} />}
        </div>
      )}
      {onSendAgain !== null && (
        <p className={styles.below}>
          <ClockAlert size={14} strokeWidth={2} aria-hidden />
          {i18n.t(sound !== null ? 'thread.unsentSound' : facts.voice === null ? 'thread.unsentText' : 'thread.unsentVoice')}
          <button type="button" className={link.link} onClick={onSendAgain}>
            {i18n.t('thread.sendAgain')}
          </button>
        </p>
      )}
      {!partial && (
        <MessageActions message={message} forks={forks} onEdit={onSendAgain === null && sound === null ? () => setEditing(true) : null} />
      )}
    </ThreadEntry>
  )
})

/** The small waveform of the speech, and its length. */
function Voice({ voice }: { readonly voice: NonNullable<MessageFacts['voice']> }) {
  const i18n = useI18n()
  // at least one second, however short the speech was
  const time = clockTime(Math.max(1000, voice.durationMs))
  return (
    <span className={styles.length}>
      <span className="visually-hidden">{i18n.t('thread.voiceLength', { time })}</span>
      {voice.bars.length > 0 && (
        <svg className={styles.sound} width={38} height={16} viewBox="0 0 38 16" aria-hidden="true">
          {voice.bars.map((bar, index) => {
            const height = Math.max(2, bar * 16)
            // a bar is identified by its place
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars of a line never change
            return <rect key={index} x={index * 4} y={(16 - height) / 2} width={2} height={height} rx={1} fill="currentColor" />
          })}
        </svg>
      )}
      <span aria-hidden="true">{time}</span>
    </span>
  )
}
