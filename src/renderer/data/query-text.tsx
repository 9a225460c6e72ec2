// biome-ignore-all lint/a11y/useSemanticElements: a fieldset has a look of its own
import type { Artifact } from '../../shared/data/artifact'
import { makeVisible } from '../../shared/text/make-visible'
import { useWords } from '../i18n/words'
import { CodeBlock } from '../markdown/code-block'
import { momentOf } from '../ui/format'
import styles from './artifact-view.module.css'

/** What was asked, and what came of it. */
export function QueryText({ artifact }: { readonly artifact: Artifact }) {
  const words = useWords()
  const { sql, sqlName, createdAt, expiresAt } = artifact
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long query scrolls, so it must be reachable by keyboard
    <div className={styles.query} tabIndex={0} role="group" aria-label={words.say('data.show.query')}>
      <CodeBlock>
        <code className="language-sql">{sql.split('\n').map(makeVisible).join('\n')}</code>
      </CodeBlock>
      <p className={styles.queryFacts}>{words.say('data.name', { name: sqlName })}</p>
      <p className={styles.queryFacts}>{words.say('data.madeAt', { time: momentOf(createdAt, words.locale) })}</p>
      <p className={styles.queryFacts}>
        {expiresAt === null ? words.say('data.keptForGood') : words.say('data.goesAt', { time: momentOf(expiresAt, words.locale) })}
      </p>
    </div>
  )
}
