import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { type FrameFilter, shownRows } from '../../shared/inspector/shown-rows'
import type { Client } from '../../shared/ipc/client'
import { makeDirectionVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { FrameBar } from './frame-bar'
import styles from './inspector.module.css'
import { Below, type BelowPanel } from './lower-panel'
import { type Chosen, Panes, rowsOf, wireOf } from './panes'
import { RawStrip } from './raw-strip'
import { partsOf } from './recorded-parts'
import { RecordingButton } from './recording-button'
import { TurnChoice } from './turn-choice'
import { useInspection } from './use-inspection'

interface InspectorViewProps {
  readonly client: Pick<Client, 'call' | 'on'>
  readonly conversationId: string | null
  readonly title: string
  /** the message whose frames it opens at; null: the last turn */
  readonly messageId: string | null
  /** left of the title, and at the right end of the header */
  readonly before: ReactNode
  readonly after: ReactNode
  now(): number
  onShowMessage(messageId: string): void
}

/** The wire traffic of a conversation, next to the chunks made from it, and where time and tokens were spent. */
export function InspectorView({ client, conversationId, title, messageId, before, after, now, onShowMessage }: InspectorViewProps) {
  const i18n = useI18n()
  const { inspection, version, read, failure } = useInspection(client, conversationId)
  const [filter, setFilter] = useState<FrameFilter>('all')
  const [wanted, setWanted] = useState('')
  /** typing has priority over searching */
  const searched = useDeferredValue(wanted)
  /** 'last': the newest one, even after it changes */
  const [chosenTurn, setChosenTurn] = useState<number | null | 'last'>('last')
  const [chosen, setChosen] = useState<Chosen>(null)
  const [panel, setPanel] = useState<BelowPanel>('time')
  const count = inspection.turns().length
  const turn = chosenTurn === 'last' ? Math.max(1, count) : chosenTurn

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same inspection grows, and its version says when
  const shown = useMemo(() => shownRows(inspection, { filter, words: searched, turn }), [inspection, version, filter, searched, turn])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once everything is read the message is searched for, once
  useEffect(() => {
    const place = messageId === null || !read ? null : inspection.rowOfMessage(messageId)
    const row = place === null ? undefined : inspection.wire[place]
    if (row === undefined) return
    setChosenTurn(row.turn)
    setChosen({ side: 'wire', place: row.place })
  }, [messageId, read])

  const choose = (next: Chosen): void => {
    setChosen(next)
    const row = wireOf(inspection, next)
    if (chosenTurn === 'last' && row !== null) setChosenTurn(row.turn)
  }
  const row = wireOf(inspection, chosen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same inspection grows, and its version says when
  const parts = useMemo(() => partsOf(inspection, chosen, turn, i18n), [inspection, version, chosen, turn, i18n])
  const texts = rowsOf(inspection, chosen).flatMap((one) =>
    inspection.eventsOf(one).flatMap((event) => (event.kind === 'frame' || event.kind === 'server-message' ? [event.text] : [])),
  )
  const message =
    chosen?.side === 'chunks'
      ? inspection.chunks[chosen.place]?.messageId
      : row === null
        ? undefined
        : inspection.chunks[row.chunksFrom]?.messageId
  const hasMessage = message !== undefined && (chosen?.side === 'chunks' || (row !== null && row.chunksTo > row.chunksFrom))

  return (
    <main className={styles.inspector} data-region="inspector" data-read={read}>
      <header className={styles.header}>
        {before}
        <h1 className={styles.title}>{i18n.t('inspector.title')}</h1>
        <span className={styles.of}>{makeDirectionVisible(title)}</span>
        <TurnChoice turn={turn} count={count} onTurn={setChosenTurn} />
        {conversationId !== null && inspection.wire.length > 0 && (
          <section className={styles.save}>
            <RecordingButton
              key={parts.map(({ first, last }) => `${first}-${last}`).join()}
              conversationId={conversationId}
              parts={parts}
              name={i18n.t('inspector.save')}
            />
          </section>
        )}
        {after}
      </header>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {i18n.t('inspector.failed', { reason: failure })}
        </p>
      )}
      {inspection.wire.length === 0 ? (
        <p className={styles.empty} role="status">
          {i18n.t(read || conversationId === null ? 'inspector.none' : 'inspector.reading')}
        </p>
      ) : (
        <>
          <FrameBar filter={filter} counts={shown.counts} words={wanted} onFilter={setFilter} onWords={setWanted} />
          <Panes inspection={inspection} shown={shown} chosen={chosen} onChoose={choose} />
          <RawStrip texts={texts} onShowMessage={hasMessage ? () => onShowMessage(message) : null} />
          <Below inspection={inspection} turn={turn} panel={panel} now={now()} onPanel={setPanel} />
        </>
      )}
    </main>
  )
}
