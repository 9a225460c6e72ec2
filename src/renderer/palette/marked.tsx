import { Fragment } from 'react'
import type { MarkedText } from '../../shared/history/marked-text'
import styles from './palette.module.css'

/** A text with the searched words marked. */
export function Marked({ text }: { readonly text: MarkedText }) {
  return text.map((piece, index) =>
    piece.hit ? (
      // a piece is nothing but its place
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change
      <mark key={index} className={styles.mark}>
        {piece.text}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change
      <Fragment key={index}>{piece.text}</Fragment>
    ),
  )
}
