// biome-ignore-all lint/a11y/useSemanticElements: a table of which only some columns are there is no table element, and a rule takes no keys
// biome-ignore-all lint/a11y/useFocusableInteractive: its buttons have the focus
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import type { ArtifactColumn } from '../../shared/data/artifact'
import type { ArtifactView } from '../../shared/ipc/data-calls'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { isNumeric } from './cell-text'
import { ColumnFilter } from './column-filter'
import { NARROWEST, WIDEST } from './column-widths'
import styles from './data-grid.module.css'

interface ColumnHeadProps {
  readonly column: ArtifactColumn
  readonly index: number
  /** in pixels */
  readonly start: number
  readonly size: number
  readonly rem: number
  readonly view: ArtifactView
  onView(view: ArtifactView): void
  /** a new width, in rem */
  onWidth(rems: number): void
  onFit(): void
}

/**
 * The header of a column: a press sorts by it (ascending, descending, original), a button filters it, its edge resizes
 * it.
 */
export function ColumnHead({ column, index, start, size, rem, view, onView, onWidth, onFit }: ColumnHeadProps) {
  const i18n = useI18n()
  const name = makeVisible(column.name)
  const direction = view.sort?.column === index ? view.sort.direction : null
  const next = direction === null ? 'ascending' : direction === 'ascending' ? 'descending' : null
  return (
    <div
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={direction ?? 'none'}
      className={`${styles.heading} ${isNumeric(column.type) ? styles.number : ''}`}
      style={{ left: start, width: size }}
    >
      <button
        type="button"
        className={styles.sort}
        title={name}
        onClick={() => onView({ ...view, sort: next === null ? null : { column: index, direction: next } })}
      >
        <span className={styles.name}>{name}</span>
        {direction === 'ascending' && <ArrowUp size={12} strokeWidth={2.2} aria-hidden />}
        {direction === 'descending' && <ArrowDown size={12} strokeWidth={2.2} aria-hidden />}
      </button>
      <ColumnFilter column={column} index={index} view={view} onView={onView} />
      <Edge label={i18n.t('data.widthOf', { column: name })} size={size} rem={rem} onWidth={onWidth} onFit={onFit} />
    </div>
  )
}

interface EdgeProps {
  readonly label: string
  readonly size: number
  readonly rem: number
  onWidth(rems: number): void
  onFit(): void
}

/** The resize handle of a column: by pointer or arrow keys; a double click fits it to its content. */
function Edge({ label, size, rem, onWidth, onFit }: EdgeProps) {
  const held = useRef<{ readonly at: number; readonly size: number } | null>(null)
  const to = (pixels: number) => onWidth(Math.min(WIDEST, Math.max(NARROWEST, pixels / rem)))
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    held.current = { at: event.clientX, size }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    event.stopPropagation()
    to(size + (event.key === 'ArrowRight' ? rem : -rem))
  }
  return (
    <span
      className={styles.edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(size / rem)}
      aria-valuemin={Math.round(NARROWEST)}
      aria-valuemax={WIDEST}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => {
        if (held.current !== null) to(held.current.size + event.clientX - held.current.at)
      }}
      onPointerUp={() => {
        held.current = null
      }}
      onPointerCancel={() => {
        held.current = null
      }}
      onDoubleClick={onFit}
      onKeyDown={onKeyDown}
    />
  )
}
