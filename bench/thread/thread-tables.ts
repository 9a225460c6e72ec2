import { median } from '../lib/ratios'
import { amount, markdownTable } from '../lib/table'
import type { ThreadResult } from './thread-bench'

/** The result as Markdown. */
export function threadTables({ machine, date, electron, messages, openMs, scroll, emptyWindowMs }: ThreadResult): string {
  return [
    `Measured on ${date} in Electron ${electron}: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.platform}, without a graphics card.`,
    markdownTable(
      [`a thread of ${amount(messages)} messages`, 'median', 'worst'],
      [
        ['from the click until its end is painted, ms', ...medianAndWorst(openMs)],
        ['a frame while a page is scrolled back in each, ms (95 % are shorter)', ...medianAndWorst(scroll.map(({ p95Ms }) => p95Ms))],
        [
          'a frame of an empty page of that length, scrolled in the same way, ms (95 % are shorter)',
          ...medianAndWorst(scroll.map(({ emptyP95Ms }) => emptyP95Ms)),
        ],
        ['start of an app with an empty window, ms', ...medianAndWorst(emptyWindowMs)],
        ['messages in the document at most', String(Math.max(...scroll.map(({ mostDrawn }) => mostDrawn))), ''],
      ],
    ),
  ].join('\n\n')
}

function medianAndWorst(values: readonly number[]): readonly string[] {
  return [amount(median(values)), amount(Math.max(...values))]
}
