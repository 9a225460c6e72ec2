import type { Approval } from '../../shared/approvals/approval'
import { useI18n } from '../i18n/i18n-provider'
import { timeLeft } from '../ui/format'
import styles from './countdown.module.css'

const RADIUS = 6
const LENGTH = 2 * Math.PI * RADIUS
const SOON_MS = 30_000

interface CountdownProps {
  readonly approval: Approval
  readonly now: number
  /** Only the time instead of the whole sentence, for short rows. */
  readonly short?: boolean
}

/** How long the approval stays open: a ring that empties and the time until it counts as denied. */
export function Countdown({ approval, now, short = false }: CountdownProps) {
  const i18n = useI18n()
  const left = Math.max(0, approval.expiresAt - now)
  const part = Math.min(1, left / Math.max(1, approval.expiresAt - approval.requestedAt))
  const time = timeLeft(left)
  return (
    <span
      className={`${styles.countdown} ${left < SOON_MS ? styles.soon : ''}`}
      role="timer"
      aria-label={i18n.t('card.deniedIn', { time })}
    >
      <svg width={16} height={16} viewBox="0 0 16 16" fill="none" aria-hidden="true">
        <circle className={styles.track} cx={8} cy={8} r={RADIUS} strokeWidth={2.4} />
        <circle
          className={styles.ring}
          cx={8}
          cy={8}
          r={RADIUS}
          strokeWidth={2.4}
          strokeDasharray={`${LENGTH * part} ${LENGTH}`}
          transform="rotate(-90 8 8)"
        />
      </svg>
      {short ? time : i18n.t('card.deniedIn', { time })}
    </span>
  )
}
