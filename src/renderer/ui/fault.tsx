import { CircleAlert } from 'lucide-react'
import styles from './field.module.css'

/** Why a field's value is invalid, shown under the field, which refers to it by id. */
export function Fault({ id, children }: { readonly id?: string; readonly children: string }) {
  return (
    <p id={id} className={styles.fault}>
      <CircleAlert size={14} strokeWidth={2.2} aria-hidden />
      <span>{children}</span>
    </p>
  )
}
