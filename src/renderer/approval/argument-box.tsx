import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { JsonValue } from '../../shared/lib/json'
import { useI18n } from '../i18n/i18n-provider'
import styles from './argument-box.module.css'
import { type ArgumentText, argumentTexts, inPieces } from './argument-text'

/** More than six lines of the narrowest letters at the largest width. */
const PIECES_OF_SIX_LINES = 5

/** Every argument of a call, with keys as sent. Long values show six lines until "Show all". */
export function ArgumentBox({ input }: { readonly input: { readonly [key: string]: JsonValue } }) {
  const i18n = useI18n()
  const rows = argumentTexts(input)
  if (rows.length === 0)
    return (
      <p className={styles.none} data-arguments>
        {i18n.t('card.noArguments')}
      </p>
    )
  return (
    <div className={styles.frame} data-arguments>
      <dl className={styles.box}>
        {rows.map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </dl>
      {rows.some((row) => row.hasHidden) && <p className={styles.hidden}>{i18n.t('card.hidden', { example: '⟨U+202E⟩' })}</p>}
    </div>
  )
}

function Row({ row }: { readonly row: ArgumentText }) {
  const i18n = useI18n()
  const id = useId()
  const value = useRef<HTMLSpanElement>(null)
  const [long, setLong] = useState(false)
  const [open, setOpen] = useState(false)
  const pieces = inPieces(row.value)
  const more = pieces.length > PIECES_OF_SIX_LINES
  const shown = open ? pieces : pieces.slice(0, PIECES_OF_SIX_LINES)

  // whether it is longer than six lines depends on the width, so it is measured
  useLayoutEffect(() => {
    const element = value.current
    if (element === null) return
    const measure = () => setLong(open || more || element.scrollHeight > element.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [open, more])

  return (
    <div className={styles.pair} data-cut={(long && !open) || undefined}>
      <dt className={styles.key}>{row.key}</dt>
      <dd className={styles.value}>
        <span ref={value} id={id} dir="ltr" className={`${styles[row.kind]} ${open ? '' : styles.clamped}`}>
          {row.value === '' ? (
            <span className={styles.empty}>{i18n.t('card.empty')}</span>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name than their place
            shown.map((piece, place) => <span key={place}>{piece}</span>)
          )}
        </span>
        {long && (
          <button type="button" className={styles.more} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            {i18n.t(open ? 'card.showLess' : 'card.showAll')}
          </button>
        )}
      </dd>
    </div>
  )
}
