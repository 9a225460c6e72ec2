import type { ChunkRow } from '../../shared/inspector/rows'
import styles from './panes.module.css'
import type { Drawn } from './row-list'

interface LinkCurvesProps {
  readonly chunks: readonly ChunkRow[]
  /** index of each visible wire row, by its place */
  readonly indexOf: ReadonlyMap<number, number>
  readonly drawnWire: Drawn
  readonly drawnChunks: Drawn
  readonly height: number
  /** the wire row whose links are highlighted; null: none */
  readonly lit: number | null
}

const WIDTH = 44

/** Curves from frames to the chunks made from them, for what is in view on the right. */
export function LinkCurves({ chunks, indexOf, drawnWire, drawnChunks, height, lit }: LinkCurvesProps) {
  const curves = drawnChunks.items.flatMap(({ index, start }) => {
    const chunk = chunks[index]
    const from = chunk?.wire === null || chunk === undefined ? undefined : indexOf.get(chunk.wire)
    if (chunk === undefined || from === undefined) return []
    const left = from * height + height / 2 - drawnWire.scrolled
    const right = start + height / 2 - drawnChunks.scrolled
    return [
      { key: chunk.place, path: `M0 ${left} C${WIDTH / 2} ${left} ${WIDTH / 2} ${right} ${WIDTH} ${right}`, isLit: chunk.wire === lit },
    ]
  })
  return (
    <svg className={styles.curves} aria-hidden="true">
      {curves
        .sort((one, other) => Number(one.isLit) - Number(other.isLit))
        .map(({ key, path, isLit }) => (
          <path key={key} d={path} className={isLit ? styles.litCurve : styles.curve} />
        ))}
    </svg>
  )
}
