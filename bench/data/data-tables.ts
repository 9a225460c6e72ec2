import { amount, markdownTable } from '../lib/table'
import type { DataResult } from './data-bench'
import type { WorkGaps } from './main-gaps'
import type { TableInElectron } from './table-in-electron'

/** The result as Markdown. */
export function dataTables({
  machine,
  load,
  date,
  bytes,
  rows,
  import: imported,
  workbook,
  query,
  windows,
  exported,
  peakMb,
  restMb,
  table,
  gaps,
}: DataResult): string {
  const megabytes = bytes / 1e6
  return [
    `Measured on ${date} in Node ${machine.node}: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.platform}. At its end ${amount(load)} processes wanted these cores (the load average over a minute).`,
    markdownTable(
      ['what', 'time', 'rate'],
      [
        [
          `a CSV file of ${amount(megabytes)} MB and ${amount(rows)} rows is taken over`,
          seconds(imported.ms),
          `${amount(megabytes / (imported.ms / 1000))} MB/s`,
        ],
        ...(imported.sqliteMs === null
          ? []
          : [
              [
                'SQLite’s own command imports the same file, all values as texts',
                seconds(imported.sqliteMs),
                `Parley takes ${amount(imported.ms / imported.sqliteMs)} × as long`,
              ],
            ]),
        ...(imported.duckDb === null
          ? []
          : [
              [
                `DuckDB imports the same file, with ${amount(imported.duckDb.peakMb)} MB of memory`,
                seconds(imported.duckDb.ms),
                `Parley takes ${amount(imported.ms / imported.duckDb.ms)} × as long, with ${amount(imported.peakMb)} MB`,
              ],
            ]),
        [
          `an XLSX file of ${amount(workbook.bytes / 1e6)} MB and ${amount(workbook.rows)} rows is imported`,
          seconds(workbook.ms),
          rate(workbook.rows, workbook.ms),
        ],
        [`a query groups ${amount(query.scannedRows)} rows`, seconds(query.groupMs), rate(query.scannedRows, query.groupMs)],
        [`a query keeps ${amount(query.keptRows)} rows`, seconds(query.keepMs), rate(query.keptRows, query.keepMs)],
        [`a window of 200 rows at any place of ${amount(query.keptRows)}, 95 % are shorter`, milliseconds(windows.plainP95Ms), ''],
        ['the same in a sorted table', milliseconds(windows.sortedP95Ms), ''],
        ['the first window after a sort', milliseconds(windows.sortMs), ''],
        [`${amount(exported.rows)} rows become a CSV file on the disk`, seconds(exported.ms), rate(exported.rows, exported.ms)],
        ['a query without an end is over after its limit of 1 s, by', milliseconds(query.overLimitMs), ''],
      ],
    ),
    ...(table ? inElectron(table) : []),
    ...(gaps ? ofMain(gaps) : []),
    `The process took ${amount(peakMb)} MB at most, its worker with it, ${amount(restMb)} MB of them before the first file.`,
  ].join('\n\n')
}

function inElectron({ electron, rows, scrolled, jumpP95Ms, sortMs, filterMs }: TableInElectron): readonly string[] {
  return [
    `The table of ${amount(rows)} rows in the window, in Electron ${electron} without a graphics card:`,
    markdownTable(
      ['what', 'time'],
      [
        ['a frame while it is scrolled by hand, 95 % are shorter', milliseconds(scrolled.p95Ms)],
        ['the longest of them', milliseconds(scrolled.longestMs)],
        ['frames in which a row was still empty', `${amount(scrolled.emptyShare * 100)} %`],
        ['from a jump of the scroll bar until the rows there are painted, 95 % are shorter', milliseconds(jumpP95Ms)],
        ['from a press on a column until the sorted rows are painted', milliseconds(sortMs)],
        ['from a filter until its rows are painted', milliseconds(filterMs)],
      ],
    ),
  ]
}

function ofMain(gaps: readonly WorkGaps[]): readonly string[] {
  return [
    'How long the app’s main process answered nobody while it worked on that file, beside an idle process of Node on the same machine, which shows what the machine itself takes:',
    markdownTable(
      ['meanwhile', 'time', 'longest gap', 'gaps over 50 ms', 'longest gap of the idle process', 'over 50 ms'],
      gaps.map(({ work, ms, main, idle }) => [
        work,
        seconds(ms),
        milliseconds(main.longestMs),
        amount(main.over50),
        milliseconds(idle.longestMs),
        amount(idle.over50),
      ]),
    ),
  ]
}

const seconds = (ms: number): string => `${amount(ms / 1000)} s`
const milliseconds = (ms: number): string => `${amount(ms)} ms`
const rate = (rows: number, ms: number): string => `${amount(rows / (ms / 1000))} rows/s`
