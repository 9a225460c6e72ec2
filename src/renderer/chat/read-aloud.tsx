import { CircleStop, LoaderCircle, TriangleAlert, Volume2 } from 'lucide-react'
import type { ReadingCause } from '../../shared/ipc/reading'
import type { UIMessage } from '../../shared/protocol/ui-message'
import { writtenText } from '../../shared/protocol/written-text'
import { FixButton } from '../app/fix-button'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { currentStatus } from '../state/selectors'
import { IconButton } from '../ui/button'
import answer from './answer.module.css'
import styles from './message-actions.module.css'

/** Reads an answer aloud, and stops it. Empty if the answer has no text. */
export function ReadAloudButton({ conversationId, message }: { readonly conversationId: string; readonly message: UIMessage }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const phase = useReading(message.id)?.phase
  if (writtenText(message) === '') return null
  if (phase === undefined || phase === 'failed') {
    return (
      <IconButton
        label={i18n.t('message.readAloud')}
        className={styles.action}
        onClick={() => actions.readAloud(conversationId, message.id)}
      >
        <Volume2 size={15} strokeWidth={2} aria-hidden />
      </IconButton>
    )
  }
  const isLoading = phase === 'loading'
  return (
    <IconButton
      label={i18n.t('message.stopReading')}
      className={`${styles.action} ${styles.reading}`}
      aria-busy={isLoading}
      onClick={() => actions.interrupt(conversationId)}
    >
      {isLoading ? (
        <LoaderCircle className={styles.loading} size={15} strokeWidth={2} aria-hidden />
      ) : (
        <CircleStop size={15} strokeWidth={2} aria-hidden />
      )}
    </IconButton>
  )
}

/** Why the answer was not read aloud, with the button that helps; empty if it was. */
export function ReadingProblem({ messageId }: { readonly messageId: string }) {
  const i18n = useI18n()
  const reading = useReading(messageId)
  if (reading?.phase !== 'failed') return null
  const fix = reading.cause === 'key-missing' || reading.cause === 'key-refused' ? 'key' : null
  return (
    <p className={answer.note} role="alert">
      <TriangleAlert size={14} strokeWidth={2} aria-hidden />
      <span>{i18n.t(TEXT_FOR[reading.cause])}</span>
      {fix !== null && <FixButton fix={fix} small />}
    </p>
  )
}

const TEXT_FOR = {
  'key-missing': 'readAloud.failed.key-missing',
  'key-refused': 'readAloud.failed.key-refused',
  region: 'readAloud.failed.region',
  'model-unknown': 'readAloud.failed.model-unknown',
  quota: 'readAloud.failed.quota',
  unreachable: 'readAloud.failed.unreachable',
  timeout: 'readAloud.failed.timeout',
  'no-words': 'readAloud.failed.no-words',
  'no-sound': 'readAloud.failed.no-sound',
  'cut-off': 'readAloud.failed.cut-off',
  failed: 'readAloud.failed.failed',
} as const satisfies Record<ReadingCause, string>

function useReading(messageId: string) {
  return useApp((state) => {
    const reading = currentStatus(state)?.reading
    return reading?.messageId === messageId ? reading : undefined
  })
}
