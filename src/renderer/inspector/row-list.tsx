import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './panes.module.css'

interface RowListProps<Row extends { readonly place: number }> {
  readonly label: string
  readonly rows: readonly Row[]
  /** place of the selected row; null: none */
  readonly chosen: number | null
  /** place of the row at the other end of the selection; null: a single row; absent: only one can be selected */
  readonly until?: number | null
  isPartner(row: Row): boolean
  /** height of a row in px */
  readonly height: number
  /** the row to scroll into view, by its index in `rows`; null: none */
  readonly into: number | null
  /** `further`: extends the selection to this row. */
  onChoose(row: Row, further: boolean): void
  /** The rendered rows and the scroll position, for what is drawn next to them. */
  onDrawn(drawn: Drawn): void
  draw(row: Row): ReactNode
}

/** The places of the rendered rows. */
export interface Drawn {
  readonly items: readonly Pick<VirtualItem, 'index' | 'start'>[]
  readonly scrolled: number
}

/** A long list of rows of one height, of which those in view are rendered: one tab stop, arrows select. */
export function RowList<Row extends { readonly place: number }>(props: RowListProps<Row>) {
  const { label, rows, chosen, until, isPartner, height, into, onChoose, onDrawn, draw } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
  })
  const items = list.getVirtualItems()
  const scrolled = list.scrollOffset ?? 0
  const first = items[0]?.index ?? -1
  const last = items.at(-1)?.index ?? -1
  // biome-ignore lint/correctness/useExhaustiveDependencies: items change only with the first, the last or the scroll position
  useEffect(() => onDrawn({ items, scrolled }), [first, last, scrolled, rows, height])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another target scrolls
  useEffect(() => {
    if (into !== null && into >= 0) list.scrollToIndex(into, { align: 'auto' })
  }, [into])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed height is measured again
  useEffect(() => list.measure(), [height])

  const move = (event: KeyboardEvent): void => {
    const at = rows.findIndex(({ place }) => place === (until ?? chosen))
    const page = Math.max(1, last - first - 16)
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -rows.length,
      End: rows.length,
    }
    const step = steps[event.key]
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey || rows.length === 0) return
    event.preventDefault()
    const to = Math.min(rows.length - 1, Math.max(0, at + step))
    const row = rows[to]
    if (row === undefined) return
    list.scrollToIndex(to, { align: 'auto' })
    onChoose(row, event.shiftKey)
  }
  const [from, to] = [Math.min(chosen ?? 0, until ?? chosen ?? 0), Math.max(chosen ?? -1, until ?? chosen ?? -1)]

  return (
    <div
      ref={scroller}
      className={styles.rows}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={until === undefined ? undefined : true}
      aria-activedescendant={chosen === null ? undefined : `${id}-${until ?? chosen}`}
      onKeyDown={move}
    >
      <div role="presentation" className={styles.rowsInside} style={{ height: list.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          const selected = row.place >= from && row.place <= to
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active row
            <div
              key={row.place}
              id={`${id}-${row.place}`}
              role="option"
              aria-selected={selected}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className={`${styles.row} ${selected ? styles.chosen : ''} ${isPartner(row) ? styles.partner : ''}`}
              style={{ height, transform: `translateY(${start}px)` }}
              onClick={(event) => onChoose(row, event.shiftKey)}
            >
              {draw(row)}
            </div>
          )
        })}
      </div>
    </div>
  )
}
