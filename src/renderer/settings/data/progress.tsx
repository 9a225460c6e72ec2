import { useI18n } from '../../i18n/i18n-provider'
import { byteSize, wholeNumber } from '../../ui/format'
import styles from './data-section.module.css'

interface ProgressProps {
  readonly label: string
  readonly done: number
  readonly total: number
  /** 0 if rows are not counted */
  readonly rows: number
}

/** Progress as a bar and as text. */
export function Progress({ label, done, total, rows }: ProgressProps) {
  const i18n = useI18n()
  const share = total > 0 ? Math.min(1, done / total) : 0
  const sizes = { done: byteSize(done, i18n.locale), total: byteSize(total, i18n.locale) }
  const facts = [label, i18n.t('sources.of', sizes), ...(rows > 0 ? [i18n.t('data.rows', { rows: wholeNumber(rows, i18n.locale) })] : [])]
  return (
    <>
      <p className={styles.line}>{facts.join(' · ')}</p>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      >
        <div className={styles.done} style={{ inlineSize: `${share * 100}%` }} />
      </div>
    </>
  )
}
