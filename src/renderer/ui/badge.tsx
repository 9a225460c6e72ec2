import styles from './badge.module.css'

/** A number of open questions. */
export function Badge({ count, label }: { readonly count: number; readonly label: string }) {
  return (
    <span className={styles.badge} role="img" aria-label={label}>
      {count}
    </span>
  )
}
