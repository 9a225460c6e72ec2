import { useMemo, useState } from 'react'
import type { Inspection } from '../../shared/inspector/inspection'
import type { WireRow } from '../../shared/inspector/rows'
import type { ShownRows } from '../../shared/inspector/shown-rows'
import { useI18n } from '../i18n/i18n-provider'
import { wholeNumber } from '../ui/format'
import { ChunkRowView } from './chunk-row-view'
import { LinkCurves } from './link-curves'
import styles from './panes.module.css'
import { type Drawn, RowList } from './row-list'
import { useRowHeight } from './use-row-height'
import { WireRowView } from './wire-row-view'

/** The selection: a row of the wire or of the stream, by its place. */
export type Chosen = {
  readonly side: 'wire' | 'chunks'
  readonly place: number
  /** of the wire: the row at the other end of the selection, if it has several rows */
  readonly until?: number
} | null

interface PanesProps {
  readonly inspection: Inspection
  readonly shown: ShownRows
  readonly chosen: Chosen
  onChoose(chosen: Chosen): void
}

const nothingDrawn: Drawn = { items: [], scrolled: 0 }

/**
 * Frames on the left, chunks on the right, and the curves between. A selection on one side highlights its partners on
 * the other.
 */
export function Panes({ inspection, shown: { wire, chunks }, chosen, onChoose }: PanesProps) {
  const i18n = useI18n()
  const height = useRowHeight()
  const [drawnWire, setDrawnWire] = useState(nothingDrawn)
  const [drawnChunks, setDrawnChunks] = useState(nothingDrawn)
  const indexOf = useMemo(() => new Map(wire.map(({ place }, index) => [place, index])), [wire])
  const chunkIndexOf = useMemo(() => new Map(chunks.map(({ place }, index) => [place, index])), [chunks])
  const wireRow = wireOf(inspection, chosen)
  const chunkPlace = chosen?.side === 'chunks' ? chosen.place : null
  const partnerChunk =
    chosen?.side === 'wire' && wireRow !== null && wireRow.chunksTo > wireRow.chunksFrom ? wireRow.chunksFrom : chunkPlace
  const since = wire[0]?.at ?? 0
  return (
    <div className={styles.panes}>
      <section className={styles.pane} aria-label={i18n.t('inspector.wire')}>
        <h2 className={styles.paneHead}>
          {i18n.t('inspector.wire')}
          <span>{i18n.t('inspector.size')}</span>
        </h2>
        {wire.length === 0 ? (
          <p className={styles.none}>{i18n.t('inspector.noFit')}</p>
        ) : (
          <RowList
            label={i18n.t('inspector.wire')}
            rows={wire}
            chosen={chosen?.side === 'wire' ? chosen.place : null}
            until={chosen?.until ?? null}
            isPartner={(row) => chosen?.side === 'chunks' && row === wireRow}
            height={height}
            into={wireRow === null ? null : (indexOf.get(wireRow.place) ?? null)}
            onChoose={({ place }, further) =>
              onChoose(further && chosen?.side === 'wire' ? { ...chosen, until: place } : { side: 'wire', place })
            }
            onDrawn={setDrawnWire}
            draw={(row) => <WireRowView row={row} since={since} />}
          />
        )}
      </section>
      <LinkCurves
        chunks={chunks}
        indexOf={indexOf}
        drawnWire={drawnWire}
        drawnChunks={drawnChunks}
        height={height}
        lit={wireRow?.place ?? null}
      />
      <section className={styles.pane} aria-label={i18n.t('inspector.chunks')}>
        <h2 className={styles.paneHead}>
          {i18n.t('inspector.chunks')}
          <span>{wholeNumber(chunks.length, i18n.locale)}</span>
        </h2>
        {chunks.length > 0 && (
          <RowList
            label={i18n.t('inspector.chunks')}
            rows={chunks}
            chosen={chunkPlace}
            isPartner={(row) => chosen?.side === 'wire' && row.wire === chosen.place}
            height={height}
            into={partnerChunk === null ? null : (chunkIndexOf.get(partnerChunk) ?? null)}
            onChoose={({ place }) => onChoose({ side: 'chunks', place })}
            onDrawn={setDrawnChunks}
            draw={(row) => <ChunkRowView row={row} />}
          />
        )}
      </section>
    </div>
  )
}

/** All selected wire rows. */
export function rowsOf(inspection: Inspection, chosen: Chosen): readonly WireRow[] {
  const row = wireOf(inspection, chosen)
  if (row === null) return []
  const until = chosen?.until ?? row.place
  return inspection.wire.slice(Math.min(row.place, until), Math.max(row.place, until) + 1)
}

/** The selected wire row, directly or through a chunk made from it. */
export function wireOf(inspection: Inspection, chosen: Chosen): WireRow | null {
  if (chosen === null) return null
  const place = chosen.side === 'wire' ? chosen.place : (inspection.chunks[chosen.place]?.wire ?? null)
  return place === null ? null : (inspection.wire[place] ?? null)
}
