import { amount, markdownTable } from '../lib/table'
import type { ThreadResult } from './thread-bench'

/** The result as Markdown. */
export function threadTables({ machine, date, electron, messages, openMs, scroll }: ThreadResult): string {
  return [
    `Measured on ${date} in Electron ${electron}: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.platform}, without a graphics card.`,
    markdownTable(
      [`a thread of ${amount(messages)} messages`, 'median', 'worst'],
      [
        ['from the click until its end is painted, ms', amount(middle(openMs)), amount(Math.max(...openMs))],
        ['a frame while a page is scrolled back in each, ms (95 % are shorter)', ...scrolled(scroll)],
        ['messages in the document at most', String(Math.max(...scroll.map(({ mostDrawn }) => mostDrawn))), ''],
      ],
    ),
  ].join('\n\n')
}

function scrolled(scroll: ThreadResult['scroll']): readonly string[] {
  const p95 = scroll.map(({ p95Ms }) => p95Ms)
  return [amount(middle(p95)), amount(Math.max(...p95))]
}

function middle(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
