import type { UIPart } from '../../shared/protocol/ui-message'
import { useI18n } from '../i18n/i18n-provider'
import styles from './code-run.module.css'

type CodePart = Extract<UIPart, { readonly type: 'data-executable-code' | 'data-code-execution-result' }>

/** Code that Gemini ran on its servers, and its output. */
export function CodeRun({ part }: { readonly part: CodePart }) {
  const i18n = useI18n()
  const running = part.type === 'data-executable-code'
  return (
    <figure className={styles.run}>
      <figcaption className={styles.head}>{running ? part.data.language : `${i18n.t('thread.result')} · ${part.data.outcome}`}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, so it must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{running ? part.data.code : part.data.output}</code>
      </pre>
    </figure>
  )
}
