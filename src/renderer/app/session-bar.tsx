import { Circle, TriangleAlert, Unplug } from 'lucide-react'
import type { SessionState } from '../../shared/ipc/schemas'
import { assertNever } from '../../shared/lib/assert-never'
import { isHeard } from '../../shared/talk/talk-facts'
import { readServiceAddress } from '../../shared/text/service-address'
import { useI18n } from '../i18n/i18n-provider'
import type { Translator } from '../i18n/translate'
import { RecordSwitch } from '../inspector/record-switch'
import { ReplayButton } from '../inspector/replay-button'
import { useApp } from '../state/context'
import { currentStatus } from '../state/selectors'
import { clockTime } from '../ui/format'
import { useNow } from '../ui/use-now'
import { useLayout } from '../ui/use-width'
import styles from './session-bar.module.css'
import { UsageButton } from './usage-button'

/** The state of the session and the microphone in words, model and time; tokens and cost; for developers also the time to the first sound. */
export function SessionBar() {
  const i18n = useI18n()
  const narrow = useLayout() === 'column'
  const status = useApp(currentStatus)
  const model = useApp((state) => state.settings.model)
  const startedAt = status?.startedAt ?? null
  const running = startedAt !== null && status?.session.phase !== 'failed' && status?.session.phase !== 'off'
  const now = useNow(1000, running)
  const replay = status?.replay ?? null
  const word = sessionWord(status?.session, i18n)
  const address = useApp((state) => state.settings.serviceAddress)
  const developer = useApp((state) => state.settings.developer)
  const microphone = useApp((state) => i18n.t(isHeard(state.talk) ? 'bar.micOn' : 'bar.micOff'))
  const recording = useApp((state) => state.settings.recordCalls)
  const via = replay === null ? foreignHost(address) : null
  const failed = status?.session.phase === 'failed'
  return (
    <section className={styles.bar} aria-label={i18n.t('region.sessionBar')}>
      {status !== undefined && replay !== null && <ReplayButton conversationId={status.conversationId} replay={replay} narrow={narrow} />}
      <span className={failed ? styles.closed : styles.word}>
        {failed && <Unplug size={13} strokeWidth={2} aria-hidden />}
        {(replay === null || failed) && (
          <>
            <span>{word}</span>
            {' · '}
          </>
        )}
        <span>{microphone}</span>
      </span>
      {recording && (
        <span className={styles.recording}>
          <Circle size={9} strokeWidth={0} fill="currentColor" aria-hidden />
          {i18n.t('bar.recording')}
        </span>
      )}
      {via !== null && (
        <span className={styles.via}>
          <TriangleAlert size={13} strokeWidth={2} aria-hidden />
          {i18n.t('service.via', { host: via })}
        </span>
      )}
      {!narrow && <span className={styles.model}>{status?.model ?? model}</span>}
      {running && <span className={styles.time}>{clockTime(now - startedAt)}</span>}
      {developer && status !== undefined && <RecordSwitch conversationId={status.conversationId} />}
      <span className={styles.space} />
      {developer && !narrow && status !== undefined && status.firstSoundMs !== null && (
        <span>{i18n.t('bar.firstSound', { seconds: (status.firstSoundMs / 1000).toFixed(2) })}</span>
      )}
      {status !== undefined && status.usage !== null && (
        <UsageButton usage={status.usage} cost={status.cost} recorded={replay !== null} narrow={narrow} />
      )}
    </section>
  )
}

/** The host used instead of Google, always shown; null if there is none. */
function foreignHost(address: string): string | null {
  const read = address === '' ? null : readServiceAddress(address)
  return read?.ok === true && !read.value.isGoogle ? read.value.host : null
}

function sessionWord(session: SessionState | undefined, i18n: Translator): string {
  switch (session?.phase) {
    case undefined:
    case 'off':
      return i18n.t('bar.ready')
    case 'ready':
      if (session.stalledAt !== undefined) return i18n.t('bar.stalled')
      return i18n.t(session.reseeded === true ? 'bar.reseeded' : 'bar.connected')
    case 'connecting':
      return i18n.t(session.again === undefined ? 'bar.connecting' : 'bar.reconnecting')
    case 'reconnecting':
      return i18n.t('bar.reconnecting')
    case 'failed':
      return i18n.t('bar.closed')
    default:
      return assertNever(session)
  }
}
