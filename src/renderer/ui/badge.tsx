import styles from './badge.module.css'

/** The number of open approvals. */
export function Badge({ count, label }: { readonly count: number; readonly label: string }) {
  return (
    <span className={styles.badge} role="img" aria-label={label}>
      {count}
    </span>
  )
}
