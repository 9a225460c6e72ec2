/** A Markdown table with aligned columns; every column but the first is right-aligned. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows]
  const widths = head.map((_, column) => Math.max(3, ...lines.map((line) => (line[column] ?? '').length)))
  const written = (line: readonly string[]) => {
    const cells = widths.map((width, column) => (column === 0 ? (line[column] ?? '').padEnd(width) : (line[column] ?? '').padStart(width)))
    return `| ${cells.join(' | ')} |`
  }
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [written(head), rule, ...rows.map(written)].join('\n')
}

/** A number with thousands separators: whole from 100 on, with three significant digits below. */
export function amount(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)))
}
