import type { ChunkRow } from '../../shared/inspector/rows'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import styles from './panes.module.css'

const RATE = 24_000

/** One row of the stream: its number, its summary, and the part of the message that it makes or changes. */
export function ChunkRowView({ row }: { readonly row: ChunkRow }) {
  const i18n = useI18n()
  const { place, type, detail, count, samples, part } = row
  const sound = type === 'data-pcm' ? i18n.t('inspector.sound', { count, seconds: (samples / RATE).toFixed(2) }) : ''
  return (
    <>
      <span className={styles.number}>{place + 1}</span>
      <code className={styles.kind}>{type}</code>
      <span className={styles.detail}>{makeVisible(sound === '' ? detail : sound)}</span>
      {part !== null && <span className={styles.part}>{i18n.t('inspector.part', { number: part + 1 })}</span>}
    </>
  )
}
