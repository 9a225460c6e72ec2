import { CircleStop, Play } from 'lucide-react'
import type { UIMessage, UIPart } from '../../shared/protocol/ui-message'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { currentStatus } from '../state/selectors'
import { IconButton } from '../ui/button'
import styles from './user-message-row.module.css'

type SpeechPart = Extract<UIPart, { readonly type: 'data-speech' }>

/** The sound that a message of the user shows instead of a transcript; null if it shows none. */
export function soundOf({ parts }: UIMessage): SpeechPart['data'] | null {
  const part = parts.find((one): one is SpeechPart => one.type === 'data-speech')
  return part?.data.shown === true ? part.data : null
}

interface UntranscribedSoundProps {
  readonly conversationId: string
  readonly messageId: string
  readonly sound: SpeechPart['data']
}

/** Says that speech was not transcribed, and plays its sound if it is stored. */
export function UntranscribedSound({ conversationId, messageId, sound }: UntranscribedSoundProps) {
  const i18n = useI18n()
  const { actions } = useServices()
  const plays = useApp((state) => currentStatus(state)?.reading?.messageId === messageId)
  return (
    <span className={styles.untranscribed}>
      {sound.attachmentId !== null && (
        <IconButton
          label={i18n.t(plays ? 'thread.stopSpeech' : 'thread.playSpeech')}
          onClick={() => (plays ? actions.interrupt(conversationId) : actions.playSpeech(conversationId, messageId))}
        >
          {plays ? <CircleStop size={15} strokeWidth={2} aria-hidden /> : <Play size={15} strokeWidth={2} aria-hidden />}
        </IconButton>
      )}
      {i18n.t('thread.notTranscribed')}
    </span>
  )
}
