import { useState } from 'react'
import { useI18n } from '../i18n/i18n-provider'
import { Button } from '../ui/button'
import { wholeNumber } from '../ui/format'
import { CopyButton } from './copy-button'
import styles from './markdown.module.css'

/** The part that is shown at first, in UTF-16 units. */
const FIRST = 10_000

/** Text that can't be rendered as Markdown, shown as plain text: all of it is there and can be copied. */
export function AsWritten({ text }: { readonly text: string }) {
  const i18n = useI18n()
  const [whole, setWhole] = useState(false)
  return (
    <figure className={styles.code}>
      <figcaption className={styles.writtenHead}>
        <span>{i18n.t('thread.asWritten')}</span>
        <CopyButton className={styles.copy} text={() => text} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard */}
      <pre tabIndex={0} className={styles.written}>
        {whole ? text : text.slice(0, FIRST)}
      </pre>
      {!whole && text.length > FIRST && (
        <Button small look="plain" onClick={() => setWhole(true)}>
          {i18n.t('thread.showAll', { count: wholeNumber(text.length, i18n.locale) })}
        </Button>
      )}
    </figure>
  )
}
