import { TriangleAlert } from 'lucide-react'
import type { ConnectionFacts } from '../../shared/inspector/connections'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { duration, timeOfDay } from '../ui/format'
import styles from './panels.module.css'

/** The connections of a conversation on a timeline: each generation, its beginning, its end, its faults. */
export function ConnectionPanel({ connections, now }: { readonly connections: readonly ConnectionFacts[]; readonly now: number }) {
  const i18n = useI18n()
  const [first] = connections
  if (first === undefined) return <p className={styles.none}>{i18n.t('inspector.noConnections')}</p>
  const end = Math.max(...connections.map(({ from, to }) => to ?? Math.max(now, from + 1)))
  const length = Math.max(1, end - first.from)
  const place = (milliseconds: number): string => `${(milliseconds / length) * 100}%`
  return (
    <ol className={styles.connections}>
      {connections.map((one) => (
        <li key={one.generation} className={styles.connection} data-generation={one.generation}>
          <span className={styles.spanName}>
            {i18n.t(one.protocol === 'gemini-live' ? 'inspector.generation' : 'inspector.request', { number: one.generation })}
          </span>
          <span className={styles.track} aria-hidden="true">
            <span
              className={`${styles.bar} ${one.fault === null ? styles.machine : styles.faulty}`}
              style={{ left: place(one.from - first.from), width: place((one.to ?? end) - one.from) }}
            />
            {one.goAway !== null && <span className={styles.goAway} style={{ left: place(one.goAway - first.from) }} />}
          </span>
          <span className={styles.connectionFacts}>
            <Facts one={one} />
          </span>
        </li>
      ))}
    </ol>
  )
}

function Facts({ one }: { readonly one: ConnectionFacts }) {
  const i18n = useI18n()
  const { from, ready, to, resumed, goAway, fault, malformed } = one
  const facts = [
    timeOfDay(from, i18n.locale),
    ...(ready === null ? [] : [`+${duration(ready - from)}`]),
    ...(resumed ? [i18n.t('inspector.resumed')] : []),
    to === null ? i18n.t('inspector.open') : duration(to - from),
    ...(goAway === null ? [] : [i18n.t('inspector.goAway', { time: timeOfDay(goAway, i18n.locale) })]),
    ...(malformed === 0 ? [] : [i18n.count('inspector.malformed', malformed)]),
  ]
  return (
    <>
      {facts.join(' · ')}
      {fault !== null && (
        <span className={styles.over}>
          {' · '}
          <TriangleAlert size={13} strokeWidth={2} aria-hidden />
          {i18n.t('inspector.fault', { reason: makeVisible(fault) })}
        </span>
      )}
    </>
  )
}
