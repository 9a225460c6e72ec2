import { amount, markdownTable } from '../lib/table'
import type { InspectorResult } from './inspector-bench'

/** The result as Markdown. */
export function inspectorTables({ machine, date, frames, rows, chunks, remembering, read, filter, page }: InspectorResult): string {
  const { reading, scrolling, mostDrawn } = page
  return [
    `Measured on ${date} in Node ${machine.node} and Chromium: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.platform}.`,
    markdownTable(
      [`${amount(frames)} frames, ${amount(rows)} rows, ${amount(chunks)} chunks`, 'ms'],
      [
        ['made anew from what was recorded', amount(read.whole)],
        ['… its longest piece', amount(read.longest)],
        ['all rows chosen', amount(filter.all)],
        ['rows of tools chosen', amount(filter.tools)],
        ['words searched for the first time', amount(filter.firstWords)],
        ['words searched again', amount(filter.words)],
        ['a frame of the page while it reads, p95 (longest)', `${amount(reading.p95)} (${amount(reading.longest)})`],
        ['a frame of the page while it scrolls, p95 (longest)', `${amount(scrolling.p95)} (${amount(scrolling.longest)})`],
        ['rows in the document at most', String(mostDrawn)],
      ],
    ),
    `The recorder keeps a frame of 100 ms of speech in ${amount(remembering.mean)} µs (99.9 % in less than ${amount(remembering.longest)} µs), also when it has begun to forget: nothing is parsed, copied or written while somebody talks.`,
  ].join('\n\n')
}
