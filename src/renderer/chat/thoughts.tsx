import { useI18n } from '../i18n/i18n-provider'
import { Markdown } from '../markdown/markdown'
import styles from './thoughts.module.css'

/** The model's thought summaries: folded, because they are not the answer. */
export function Thoughts({ text }: { readonly text: string }) {
  const i18n = useI18n()
  return (
    <details className={styles.thoughts}>
      <summary>{i18n.t('text.thoughts')}</summary>
      <div className={styles.text}>
        <Markdown text={text} playedCharacters={undefined} />
      </div>
    </details>
  )
}
