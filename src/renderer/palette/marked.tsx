import { Fragment } from 'react'
import type { MarkedText } from '../../shared/history/marked-text'
import { makeDirectionVisible } from '../../shared/text/make-visible'
import styles from './palette.module.css'

/** A text with the searched words marked; its direction characters are made visible. */
export function Marked({ text }: { readonly text: MarkedText }) {
  return text.map((piece, index) =>
    piece.hit ? (
      // a piece is identified by its place
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change
      <mark key={index} className={styles.mark}>
        {makeDirectionVisible(piece.text)}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change
      <Fragment key={index}>{makeDirectionVisible(piece.text)}</Fragment>
    ),
  )
}
