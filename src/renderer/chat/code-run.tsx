import type { UIPart } from '../../shared/protocol/ui-message'
import { useWords } from '../i18n/words'
import styles from './code-run.module.css'

type CodePart = Extract<UIPart, { readonly type: 'data-executable-code' | 'data-code-execution-result' }>

/** Code that Gemini ran on its side, and what came out. */
export function CodeRun({ part }: { readonly part: CodePart }) {
  const words = useWords()
  const running = part.type === 'data-executable-code'
  return (
    <figure className={styles.run}>
      <figcaption className={styles.head}>
        {running ? part.data.language : `${words.say('thread.result')} · ${part.data.outcome}`}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, so it must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{running ? part.data.code : part.data.output}</code>
      </pre>
    </figure>
  )
}
