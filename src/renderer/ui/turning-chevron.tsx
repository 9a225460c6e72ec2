import { ChevronRight } from 'lucide-react'
import styles from './turning-chevron.module.css'

/** At the end of a line that opens: points on while it is closed, and down while it is open. */
export function TurningChevron({ open }: { readonly open: boolean }) {
  return <ChevronRight size={14} strokeWidth={2} aria-hidden className={open ? styles.turned : styles.chevron} />
}
