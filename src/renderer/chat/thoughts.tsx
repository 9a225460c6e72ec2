import { useWords } from '../i18n/words'
import { Markdown } from '../markdown/markdown'
import styles from './thoughts.module.css'

/** What the model let see of its thinking: folded away, since it is not the answer. */
export function Thoughts({ text }: { readonly text: string }) {
  const words = useWords()
  return (
    <details className={styles.thoughts}>
      <summary>{words.say('text.thoughts')}</summary>
      <div className={styles.text}>
        <Markdown text={text} heardCharacters={undefined} />
      </div>
    </details>
  )
}
