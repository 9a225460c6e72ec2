import type { Elicitation } from '../../shared/servers/elicitation'
import { useI18n } from '../i18n/i18n-provider'
import { ElicitationCard } from './elicitation-card'
import styles from './elicitations.module.css'

/** A card for each question, the oldest first. */
export function ElicitationCards({ elicitations }: { readonly elicitations: readonly Elicitation[] }) {
  const i18n = useI18n()
  return (
    <section className={styles.cards} aria-label={i18n.t('elicitation.region')} aria-live="polite">
      {elicitations.map((elicitation) => (
        <ElicitationCard key={elicitation.elicitationId} elicitation={elicitation} />
      ))}
    </section>
  )
}
