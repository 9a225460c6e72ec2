import type { ArtifactColumn, Cell } from '../../shared/data/artifact'
import { csvLine } from '../../shared/data/csv-text'
import { makeVisible } from '../../shared/text/make-visible'

export type QueryFormat = 'table' | 'csv' | 'json'

/** Writes rows as they come; `end` returns the text after the last. */
export interface TableWriter {
  rows(rows: readonly (readonly Cell[])[]): string
  end(): string
}

/** Widest column of a table, in characters; longer values end with an ellipsis. */
const WIDEST = 48

export function tableWriter(format: QueryFormat, columns: readonly ArtifactColumn[]): TableWriter {
  switch (format) {
    case 'csv':
      return csvWriter(columns)
    case 'json':
      return jsonWriter(columns)
    case 'table':
      return textWriter(columns)
  }
}

function csvWriter(columns: readonly ArtifactColumn[]): TableWriter {
  const style = { delimiter: ',' } as const
  const head = once(
    csvLine(
      columns.map(({ name }) => name),
      style,
    ),
  )
  return { rows: (rows) => head() + rows.map((row) => csvLine(row, style)).join(''), end: head }
}

/** One list of objects. An integer that JSON readers would round is written as its digits in quotes. */
function jsonWriter(columns: readonly ArtifactColumn[]): TableWriter {
  let count = 0
  const plain = (cell: Cell): string | number | null =>
    cell !== null && typeof cell === 'object' ? ('integer' in cell ? cell.integer : `<${cell.bytes} bytes>`) : cell
  return {
    rows: (rows) =>
      rows
        .map((row) => {
          const entries = columns.map(({ name }, index) => `${JSON.stringify(name)}:${JSON.stringify(plain(row[index] ?? null))}`)
          count += 1
          return `${count === 1 ? '[\n' : ',\n'}{${entries.join(',')}}`
        })
        .join(''),
    end: () => (count === 0 ? '[]\n' : '\n]\n'),
  }
}

/** Aligned columns, as wide as the first rows need; numbers are right-aligned. */
function textWriter(columns: readonly ArtifactColumn[]): TableWriter {
  const isNumber = columns.map(({ type }) => type === 'integer' || type === 'real')
  let widths: readonly number[] | null = null
  const line = (cells: readonly string[], wide: readonly number[]): string =>
    cells
      .map((text, index) => padded(text, wide[index] ?? 0, isNumber[index] ?? false))
      .join('  ')
      .trimEnd()
  const head = (wide: readonly number[]): string =>
    `${line(
      columns.map(({ name }) => shown(name)),
      wide,
    )}\n${wide.map((width) => '-'.repeat(width)).join('  ')}\n`
  const measured = (rows: readonly (readonly string[])[]): readonly number[] =>
    columns.map(({ name }, index) => Math.max(widthOf(shown(name)), ...rows.map((row) => widthOf(row[index] ?? ''))))
  return {
    rows(rows) {
      const texts = rows.map((row) => row.map((cell) => shown(textOf(cell))))
      const isFirst = widths === null
      widths ??= measured(texts)
      const wide = widths
      return `${isFirst ? head(wide) : ''}${texts.map((row) => `${line(row, wide)}\n`).join('')}`
    },
    end: () => (widths === null ? head(measured([])) : ''),
  }
}

function once(text: string): () => string {
  let said = false
  return () => {
    const now = said ? '' : text
    said = true
    return now
  }
}

function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'object') return 'integer' in cell ? cell.integer : `<${cell.bytes} bytes>`
  return String(cell)
}

/** Line ends and control characters must not break the table. */
function shown(text: string): string {
  const flat = makeVisible(text.replace(/\s+/gu, ' '))
  return widthOf(flat) <= WIDEST ? flat : `${[...flat].slice(0, WIDEST / 2).join('')}…`
}

/** East Asian characters are two columns wide in a terminal. */
function widthOf(text: string): number {
  return [...text].reduce(
    (sum, sign) =>
      sum + (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/u.test(sign) ? 2 : 1),
    0,
  )
}

function padded(text: string, width: number, right: boolean): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return right ? space + text : text + space
}
