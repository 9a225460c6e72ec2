// biome-ignore-all lint/a11y/useSemanticElements: a fieldset has a look of its own
import type { Artifact } from '../../shared/data/artifact'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { CodeBlock } from '../markdown/code-block'
import { momentOf } from '../ui/format'
import styles from './artifact-view.module.css'

/** A query, and its outcome. */
export function QueryText({ artifact }: { readonly artifact: Artifact }) {
  const i18n = useI18n()
  const { sql, sqlName, createdAt, expiresAt } = artifact
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long query scrolls, so it must be reachable by keyboard
    <div className={styles.query} tabIndex={0} role="group" aria-label={i18n.t('data.show.query')}>
      <CodeBlock>
        <code className="language-sql">{sql.split('\n').map(makeVisible).join('\n')}</code>
      </CodeBlock>
      <p className={styles.queryFacts}>{i18n.t('data.name', { name: sqlName })}</p>
      <p className={styles.queryFacts}>{i18n.t('data.madeAt', { time: momentOf(createdAt, i18n.locale) })}</p>
      <p className={styles.queryFacts}>
        {expiresAt === null ? i18n.t('data.keptForGood') : i18n.t('data.goesAt', { time: momentOf(expiresAt, i18n.locale) })}
      </p>
    </div>
  )
}
