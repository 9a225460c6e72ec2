import { ChartColumn, ChevronUp, Code, Copy, Download, Rows2, Search, Table2, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useState } from 'react'
import type { Artifact } from '../../shared/data/artifact'
import type { ArtifactView as View } from '../../shared/ipc/data-calls'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { useServices } from '../state/context'
import { Button, IconButton } from '../ui/button'
import { Fault } from '../ui/fault'
import { wholeNumber } from '../ui/format'
import { moveFocusInside } from '../ui/roving'
import { RunAgain } from './artifact-preview'
import styles from './artifact-view.module.css'
import { tabbedText } from './cell-text'
import { Chart, type TakePicture } from './chart'
import { planChart } from './chart-plan'
import { DataGrid } from './data-grid'
import { ExportButton } from './export-button'
import { QueryText } from './query-text'
import { readRange } from './read-range'
import { boundsOf, type Selection, sizeOf } from './selection'
import { useRows } from './use-rows'
import { useSearch } from './use-search'
import { wholeView } from './whole-view'

type Shown = 'chart' | 'table' | 'both' | 'query'

const SEGMENTS: readonly { readonly shown: Shown; readonly icon: ReactNode }[] = [
  { shown: 'chart', icon: <ChartColumn size={14} strokeWidth={2} aria-hidden /> },
  { shown: 'table', icon: <Table2 size={14} strokeWidth={2} aria-hidden /> },
  { shown: 'both', icon: <Rows2 size={14} strokeWidth={2} aria-hidden /> },
  { shown: 'query', icon: <Code size={14} strokeWidth={2} aria-hidden /> },
]

/** A complete result: as a table, as a chart, as both, and its query. */
export function ArtifactView({ artifact }: { readonly artifact: Artifact }) {
  const i18n = useI18n()
  const first = useMemo(() => planChart(artifact.columns, artifact.rows, artifact.title), [artifact.columns, artifact.rows, artifact.title])
  const [plan, setPlan] = useState(first)
  const [shown, setShown] = useState<Shown>(first === null ? 'table' : 'both')
  const [view, setView] = useState<View>(wholeView)
  const [picture, setPicture] = useState<TakePicture | null>(null)
  const [range, setRange] = useState({ first: 0, last: 0 })
  const [selection, setSelection] = useState<Selection | null>(null)
  const rows = useRows(artifact, view)
  const copy = useCopy(artifact, view, selection, rows.total() ?? 0)
  const total = rows.total() ?? 0
  const number = (count: number) => wholeNumber(count, i18n.locale)
  const change = useCallback((next: View) => {
    setView(next)
    setSelection(null)
  }, [])
  const search = useSearch(view, change)
  const onRange = useCallback((from: number, to: number) => setRange({ first: from, last: to }), [])
  const onPicture = useCallback((take: TakePicture | null) => setPicture(() => take), [])
  const withTable = shown === 'table' || shown === 'both'
  const segments = SEGMENTS.filter((segment) => plan !== null || segment.shown === 'table' || segment.shown === 'query')
  return (
    <>
      <div className={styles.body}>
        <div className={styles.bar}>
          <Segments shown={shown} segments={segments} onShow={setShown} />
          {withTable && (
            <span className={styles.search}>
              <Search size={14} strokeWidth={2} aria-hidden />
              <input
                type="search"
                aria-label={i18n.t('data.search')}
                placeholder={i18n.t('data.search')}
                value={search.text}
                maxLength={1000}
                onChange={(event) => search.type(event.currentTarget.value)}
              />
            </span>
          )}
        </div>
        {withTable && view.filters.length > 0 && <Filters artifact={artifact} view={view} onView={change} />}
        {plan !== null && (shown === 'chart' || shown === 'both') && (
          <Chart artifact={artifact} view={view} plan={plan} onPlan={setPlan} onPicture={onPicture} />
        )}
        {withTable && rows.failure() !== null && (
          <div className={styles.outcome} role="alert">
            <Fault>{rows.failure() ?? ''}</Fault>
          </div>
        )}
        {withTable && rows.total() === 0 && <p className={styles.outcome}>{i18n.t('data.noRows')}</p>}
        {withTable && (
          <DataGrid
            artifact={artifact}
            rows={rows}
            view={view}
            selection={selection}
            onView={change}
            onSelect={setSelection}
            onCopy={() => void copy.run()}
            onRange={onRange}
          />
        )}
        {shown === 'query' && <QueryText artifact={artifact} />}
      </div>
      <div className={styles.foot}>
        <span className={styles.range} role="status">
          {copy.outcome ??
            (selection !== null
              ? i18n.t('data.selected', { rows: number(sizeOf(selection)) })
              : withTable &&
                total > 0 &&
                i18n.t('data.range', {
                  first: number(range.first + 1),
                  last: number(Math.min(total, range.last + 1)),
                  all: number(total),
                }))}
        </span>
        <RunAgain artifact={artifact} />
        <Button small look="plain" aria-disabled={total === 0} onClick={() => void copy.run()}>
          <Copy size={14} strokeWidth={2} aria-hidden />
          {i18n.t('data.copy')}
        </Button>
        <ExportButton artifact={artifact} view={view} total={total} chart={picture} side="top">
          <Download size={14} strokeWidth={2} aria-hidden />
          {i18n.t('data.export')}
          <ChevronUp size={14} strokeWidth={2} aria-hidden />
        </ExportButton>
      </div>
    </>
  )
}

/** Copies the selection, or all rows in view, as text for a spreadsheet. */
function useCopy({ artifactId, columns }: Artifact, view: View, selection: Selection | null, total: number) {
  const i18n = useI18n()
  const { client } = useServices()
  const [outcome, setOutcome] = useState<string | null>(null)
  const run = async () => {
    if (total === 0) return
    const { first, last } = selection === null ? { first: 0, last: total - 1 } : boundsOf(selection)
    const rows = await readRange(client, artifactId, view, first, last + 1)
    if (!rows.ok) return setOutcome(rows.error.message)
    try {
      await navigator.clipboard.writeText(tabbedText(columns, rows.value.rows))
      setOutcome(i18n.t('data.copied', { rows: wholeNumber(rows.value.rows.length, i18n.locale) }))
    } catch {
      setOutcome(i18n.t('data.notCopied'))
    }
  }
  // the message stays until another selection or view
  const key = `${selection?.anchor}-${selection?.head}-${total}`
  const [outcomeFor, setOutcomeFor] = useState(key)
  if (outcomeFor !== key) {
    setOutcomeFor(key)
    setOutcome(null)
  }
  return { outcome, run }
}

interface SegmentsProps {
  readonly shown: Shown
  readonly segments: typeof SEGMENTS
  onShow(shown: Shown): void
}

function Segments({ shown, segments, onShow }: SegmentsProps) {
  const i18n = useI18n()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    moveFocusInside(event, 'button')
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && activeElement.dataset.shown !== undefined) activeElement.click()
  }
  return (
    <div className={styles.segments} role="radiogroup" aria-label={i18n.t('data.show')} onKeyDown={onKeyDown}>
      {segments.map((segment) => (
        // biome-ignore lint/a11y/useSemanticElements: a segment has the face of a button
        <button
          key={segment.shown}
          type="button"
          role="radio"
          aria-checked={shown === segment.shown}
          tabIndex={shown === segment.shown ? 0 : -1}
          data-shown={segment.shown}
          className={styles.segment}
          onClick={() => onShow(segment.shown)}
        >
          {segment.icon}
          {i18n.t(`data.show.${segment.shown}`)}
        </button>
      ))}
    </div>
  )
}

interface FiltersProps {
  readonly artifact: Artifact
  readonly view: View
  onView(view: View): void
}

function Filters({ artifact, view, onView }: FiltersProps) {
  const i18n = useI18n()
  return (
    <ul className={styles.filters} aria-label={i18n.t('data.filters')}>
      {view.filters.map((filter) => {
        const column = makeVisible(artifact.columns[filter.column]?.name ?? '')
        const operator = i18n.t(`data.operator.${filter.operator}`)
        const value = makeVisible(filter.value)
        const said = value === '' ? i18n.t('data.filterBare', { column, operator }) : i18n.t('data.filterText', { column, operator, value })
        return (
          <li key={filter.column} className={styles.chip}>
            <span>{said}</span>
            <IconButton
              label={i18n.t('data.without', { filter: said })}
              className={styles.remove}
              onClick={() => onView({ ...view, filters: view.filters.filter((one) => one !== filter) })}
            >
              <X size={13} strokeWidth={2.2} aria-hidden />
            </IconButton>
          </li>
        )
      })}
    </ul>
  )
}
