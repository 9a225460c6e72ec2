import { ChevronRight } from 'lucide-react'
import styles from './turning-chevron.module.css'

/** The chevron of a line that expands: to the right while closed, down while open. */
export function TurningChevron({ open }: { readonly open: boolean }) {
  return <ChevronRight size={14} strokeWidth={2} aria-hidden className={open ? styles.turned : styles.chevron} />
}
