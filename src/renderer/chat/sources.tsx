import { Globe } from 'lucide-react'
import type { UIMessage } from '../../shared/protocol/ui-message'
import { useI18n } from '../i18n/i18n-provider'
import { ExternalLink } from './external-link'
import styles from './sources.module.css'

/** The sources of an answer. */
export function Sources({ message }: { readonly message: UIMessage }) {
  const i18n = useI18n()
  const sources = message.parts.flatMap((part) => (part.type === 'source-url' ? [part] : []))
  if (sources.length === 0) return null
  return (
    <section className={styles.sources} aria-label={i18n.t('thread.sources')}>
      <h2 className={styles.heading}>
        <Globe size={13} strokeWidth={2} aria-hidden />
        {i18n.t('thread.sources')}
      </h2>
      <ol className={styles.list}>
        {sources.map((source) => (
          <li key={source.sourceId}>
            <ExternalLink address={source.url}>{source.title ?? source.url}</ExternalLink>
          </li>
        ))}
      </ol>
    </section>
  )
}
