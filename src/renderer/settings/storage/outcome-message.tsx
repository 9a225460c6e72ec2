import { Fault } from '../../ui/fault'
import styles from './storage.module.css'

/** The result of the last action. */
export type Outcome = { readonly kind: 'done'; readonly words: string } | { readonly kind: 'refused'; readonly words: string } | null

/** Shows it, also to screen readers. */
export function OutcomeMessage({ outcome }: { readonly outcome: Outcome }) {
  if (outcome === null) return null
  if (outcome.kind === 'refused') {
    return (
      <div className={styles.message} role="alert">
        <Fault>{outcome.words}</Fault>
      </div>
    )
  }
  return (
    <p className={styles.message} role="status">
      {outcome.words}
    </p>
  )
}
