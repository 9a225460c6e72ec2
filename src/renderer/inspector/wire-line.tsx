import { ArrowDown, ArrowUp, Cable } from 'lucide-react'
import type { WireRow } from '../../shared/inspector/rows'
import { makeVisible } from '../../shared/text/make-visible'
import { useWords } from '../i18n/words'
import { wholeNumber } from '../ui/format'
import { frameSize } from './frame-size'
import styles from './panes.module.css'

/** One row of the wire: when, which way, what, and how much. `since`: the moment that the times count from. */
export function WireLine({ row, since }: { readonly row: WireRow; readonly since: number }) {
  const words = useWords()
  const { at, direction, kind, detail, count, bytes } = row
  return (
    <>
      <span className={styles.at}>+{wholeNumber(at - since, words.locale)}</span>
      <Way direction={direction} />
      <code className={styles.kind}>{makeVisible(kind)}</code>
      <span className={styles.detail}>{makeVisible(count > 1 ? `${detail} × ${count}`.trim() : detail)}</span>
      <span className={styles.size}>{direction === 'none' ? '' : frameSize(bytes)}</span>
    </>
  )
}

function Way({ direction }: Pick<WireRow, 'direction'>) {
  const words = useWords()
  if (direction === 'none') return <Cable size={14} strokeWidth={2} aria-hidden className={styles.quietMark} />
  const Arrow = direction === 'sent' ? ArrowUp : ArrowDown
  return (
    <span className={direction === 'sent' ? styles.sent : styles.received}>
      <Arrow size={14} strokeWidth={2} aria-hidden />
      <span className="visually-hidden">{words.say(`inspector.${direction}`)}</span>
    </span>
  )
}
