// biome-ignore-all lint/a11y/useSemanticElements: a table of which only some rows and columns are there is no table element
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid, which names its current row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid takes the keys for all its rows
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { isShortcut } from '../../shared/commands/shortcuts'
import type { Artifact } from '../../shared/data/artifact'
import type { ArtifactView } from '../../shared/ipc/data-calls'
import { useI18n } from '../i18n/i18n-provider'
import { cellText, isNumeric } from './cell-text'
import { ColumnHead } from './column-head'
import { fittedWidths } from './column-widths'
import styles from './data-grid.module.css'
import type { RowWindows } from './row-windows'
import { boundsOf, movedBy, type Selection } from './selection'

/** Height of a row, in rem. */
const ROW = 1.8125
const HEAD = 2
/** Rows that are rendered outside of the view. */
const BEYOND = 12
/** Rows that determine the widths. */
const MEASURED = 60

interface DataGridProps {
  readonly artifact: Artifact
  readonly rows: RowWindows
  readonly view: ArtifactView
  readonly selection: Selection | null
  onView(view: ArtifactView): void
  onSelect(selection: Selection | null): void
  onCopy(): void
  /** the first and the last row in view, from 0 */
  onRange(first: number, last: number): void
}

interface GridRowProps {
  readonly id: string
  readonly artifact: Artifact
  readonly columns: readonly VirtualItem[]
  /** undefined while it is read */
  readonly row: ReturnType<RowWindows['row']>
  readonly index: number
  /** pixels below the head, and its height */
  readonly top: number
  readonly height: number
  readonly selected: boolean
  /** `isExtended`: the selection goes on to this row. */
  onSelect(isExtended: boolean): void
}

/** One row, with the cells of the columns in view. */
function GridRow({ id, artifact, columns, row, index, top, height, selected, onSelect }: GridRowProps) {
  return (
    <div
      id={id}
      className={styles.row}
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={selected}
      style={{ transform: `translateY(${top}px)`, height }}
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault()
      }}
      onClick={(event) => onSelect(event.shiftKey)}
    >
      {columns.map((place) => {
        const column = artifact.columns[place.index]
        const cell = row?.[place.index]
        return (
          <div
            key={place.index}
            role="gridcell"
            aria-colindex={place.index + 1}
            className={`${styles.cell} ${column !== undefined && isNumeric(column.type) ? styles.number : ''}`}
            style={{ left: place.start, width: place.size }}
          >
            {cell === null ? <span className={styles.nothing}>null</span> : cell === undefined ? '' : cellText(cell)}
          </div>
        )
      })}
    </div>
  )
}

/** What the keys of a grid act on. */
interface GridKeysOptions extends Pick<DataGridProps, 'selection' | 'onSelect' | 'onCopy'> {
  readonly total: number
  /** rows by which Page Up and Page Down move */
  readonly page: number
  scrollTo(row: number): void
}

function handleGridKey(event: KeyboardEvent<HTMLDivElement>, options: GridKeysOptions): void {
  const { selection, total, page, onSelect, onCopy, scrollTo } = options
  if (event.target !== event.currentTarget || event.altKey) return
  if (isShortcut(event, 'selectAll') && total > 0) onSelect({ anchor: 0, head: total - 1 })
  else if (isShortcut(event, 'copyRows')) onCopy()
  else if (isShortcut(event, 'selectNone') && selection !== null) onSelect(null)
  else {
    if (event.ctrlKey || event.metaKey) return
    const moved = movedBy(event.key, event.shiftKey, selection, total, page)
    if (moved === null) return
    onSelect(moved)
    scrollTo(moved.head)
  }
  event.preventDefault()
}

/** All rows of a result: only those in view are drawn, and only those around it are in memory. */
export function DataGrid({ artifact, rows, view, selection, onView, onSelect, onCopy, onRange }: DataGridProps) {
  const i18n = useI18n()
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const rem = useRem()
  const total = rows.total() ?? 0
  const { widths, setWidth, refit } = useWidths(artifact, rows)
  const columns = useVirtualizer({
    horizontal: true,
    count: artifact.columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (column) => Math.round((widths[column] ?? 8) * rem),
    overscan: 3,
  })
  const head = Math.round(HEAD * rem)
  const lines = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => Math.round(ROW * rem),
    // the header precedes the rows and stays above them
    scrollMargin: head,
    scrollPaddingStart: head,
    overscan: BEYOND,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualisers keep their measures until they are told
  useEffect(() => {
    columns.measure()
    lines.measure()
  }, [columns, lines, widths, rem])

  const shown = lines.getVirtualItems()
  const first = shown[0]?.index ?? 0
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => rows.need(first, last), [rows, first, last])
  const inView = lines.range
  const [from, to] = [inView?.startIndex ?? 0, inView?.endIndex ?? 0]
  useEffect(() => onRange(from, to), [onRange, from, to])
  useBackToStart(scroller, view)

  const keys = { selection, total, page: Math.max(1, to - from - 1), onSelect, onCopy, scrollTo: (row: number) => lines.scrollToIndex(row) }
  const selected = selection === null ? null : boundsOf(selection)
  const width = columns.getTotalSize()
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        className={styles.grid}
        role="grid"
        tabIndex={0}
        aria-label={i18n.t('data.table')}
        aria-rowcount={total + 1}
        aria-colcount={artifact.columns.length}
        aria-multiselectable="true"
        aria-activedescendant={selection === null ? undefined : `${id}-${selection.head}`}
        aria-busy={rows.total() === null}
        onKeyDown={(event) => handleGridKey(event, keys)}
      >
        <div className={styles.head} role="row" aria-rowindex={1} style={{ width, height: head }}>
          {columns.getVirtualItems().map(({ index, start, size }) => {
            const column = artifact.columns[index]
            if (column === undefined) return null
            return (
              <ColumnHead
                key={index}
                column={column}
                index={index}
                start={start}
                size={size}
                rem={rem}
                view={view}
                onView={onView}
                onWidth={(rems) => setWidth(index, rems)}
                onFit={() => refit(index)}
              />
            )
          })}
        </div>
        <div className={styles.body} role="rowgroup" style={{ height: lines.getTotalSize(), width }}>
          {shown.map(({ index, start, size }) => {
            const isSelected = selected !== null && index >= selected.first && index <= selected.last
            return (
              <GridRow
                key={index}
                id={`${id}-${index}`}
                artifact={artifact}
                columns={columns.getVirtualItems()}
                row={rows.row(index)}
                index={index}
                top={start - head}
                height={size}
                selected={isSelected}
                onSelect={(isExtended) => {
                  scroller.current?.focus({ preventScroll: true })
                  onSelect({ anchor: isExtended ? (selection?.anchor ?? index) : index, head: index })
                }}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** Widths that fit the first rows, and those that the user changed. */
function useWidths(artifact: Artifact, rows: RowWindows) {
  const known = rows.total() !== null
  const { columns } = artifact
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured once when the first rows are there
  const fitted = useMemo(
    () =>
      fittedWidths(
        columns,
        Array.from({ length: MEASURED }, (_, index) => rows.row(index) ?? []),
      ),
    [columns, known],
  )
  const [changed, setChanged] = useState<ReadonlyMap<number, number>>(new Map())
  const widths = useMemo(() => fitted.map((width, column) => changed.get(column) ?? width), [fitted, changed])
  return {
    widths,
    setWidth: (column: number, rems: number) => setChanged((before) => new Map(before).set(column, rems)),
    refit: (column: number) =>
      setChanged((before) => {
        const next = new Map(before)
        next.delete(column)
        return next
      }),
  }
}

/** Scrolls to the top for another order or other rows. */
function useBackToStart(scroller: RefObject<HTMLDivElement | null>, view: ArtifactView): void {
  const before = useRef(view)
  useEffect(() => {
    if (before.current === view) return
    before.current = view
    scroller.current?.scrollTo?.({ top: 0 })
  }, [scroller, view])
}

/** The size of the page's text, in pixels. */
function useRem(): number {
  const [rem, setRem] = useState(readRem)
  useEffect(() => {
    const read = () => setRem(readRem())
    read()
    window.addEventListener('resize', read)
    // the size of the text is set on the document
    const observer = new MutationObserver(read)
    observer.observe(document.documentElement, { attributeFilter: ['style'] })
    return () => {
      window.removeEventListener('resize', read)
      observer.disconnect()
    }
  }, [])
  return rem
}

function readRem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
}
