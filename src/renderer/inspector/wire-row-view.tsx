import { ArrowDown, ArrowUp, Cable } from 'lucide-react'
import type { WireRow } from '../../shared/inspector/rows'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { wholeNumber } from '../ui/format'
import { frameSize } from './frame-size'
import styles from './panes.module.css'

/** One row of the wire: time, direction, summary, size. `since`: the zero of the times. */
export function WireRowView({ row, since }: { readonly row: WireRow; readonly since: number }) {
  const i18n = useI18n()
  const { at, direction, kind, detail, count, bytes } = row
  return (
    <>
      <span className={styles.at}>+{wholeNumber(at - since, i18n.locale)}</span>
      <Way direction={direction} />
      <code className={styles.kind}>{makeVisible(kind)}</code>
      <span className={styles.detail}>{makeVisible(count > 1 ? `${detail} × ${count}`.trim() : detail)}</span>
      <span className={styles.size}>{direction === 'none' ? '' : frameSize(bytes)}</span>
    </>
  )
}

function Way({ direction }: Pick<WireRow, 'direction'>) {
  const i18n = useI18n()
  if (direction === 'none') return <Cable size={14} strokeWidth={2} aria-hidden className={styles.quietMark} />
  const Arrow = direction === 'sent' ? ArrowUp : ArrowDown
  return (
    <span className={direction === 'sent' ? styles.sent : styles.received}>
      <Arrow size={14} strokeWidth={2} aria-hidden />
      <span className="visually-hidden">{i18n.t(`inspector.${direction}`)}</span>
    </span>
  )
}
