import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { SqlToken } from '../../shared/data/query-details'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { CopyButton } from '../markdown/copy-button'
import styles from './query-box.module.css'

interface QueryCodeProps {
  readonly sql: string
  readonly tokens: readonly SqlToken[]
}

/**
 * The query as it will run. A long one scrolls in a box of its own, so that its question and answers stay visible, until the user
 * expands it; until its end was seen, the card counts as cut (`data-cut`).
 */
export function QueryCode({ sql, tokens }: QueryCodeProps) {
  const i18n = useI18n()
  const id = useId()
  const box = useRef<HTMLElement>(null)
  const [long, setLong] = useState(false)
  const [open, setOpen] = useState(false)
  const [seen, setSeen] = useState(false)
  const isCut = long && !open

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => setLong(open || element.scrollHeight > element.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [open])

  const onScroll = () => {
    const element = box.current
    if (element !== null && element.scrollTop + element.clientHeight >= element.scrollHeight - 1) setSeen(true)
  }

  return (
    <div className={styles.code} data-long={isCut || undefined} data-cut={(isCut && !seen) || undefined}>
      <section
        ref={box}
        id={id}
        className={open ? undefined : styles.bounded}
        aria-label={i18n.t('query.code')}
        tabIndex={isCut ? 0 : undefined}
        onScroll={onScroll}
      >
        <pre className={styles.sql} dir="ltr" translate="no">
          <code>
            {tokens.map((token, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a piece of the query is its place
              <Token key={place} token={token} />
            ))}
          </code>
        </pre>
      </section>
      <CopyButton className={styles.copy} text={() => sql} label={i18n.t('query.copy')} />
      {long && (
        <button
          type="button"
          className={styles.all}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => {
            setSeen(true)
            setOpen(!open)
          }}
        >
          {i18n.t(open ? 'card.showLess' : 'card.showAll')}
        </button>
      )}
    </div>
  )
}

function Token({ token: { kind, text } }: { readonly token: SqlToken }) {
  // line ends and spaces are formatting; all other invisible characters are made visible
  const seen = text.split('\n').map(makeVisible).join('\n')
  return kind === 'plain' ? seen : <span className={styles[kind]}>{seen}</span>
}
