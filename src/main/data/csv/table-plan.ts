import { basename } from 'node:path'
import iconv from 'iconv-lite'
import type { ImportChoices } from '../../../shared/data/import-choices'
import { failure, type Result } from '../../../shared/lib/result'
import { messageOf } from '../../../shared/messages/message'
import type { DetectedEncoding } from '../../lib/encoding'
import { encodingNamed } from '../../lib/encoding-candidates'
import { type CsvType, columnNames, headOf, lacksFirstName } from './columns'
import { decodeFile, EncodingError, encodingOfFile, firstBytes, namedEncoding } from './decode-file'
import { type CsvRows, delimiterOf, LongRowError, longestRow, QuoteError, readRows, SEPARATOR_LINE, usualWidth } from './read-rows'

/** Rows that a header is compared with. */
const HEAD_SAMPLE = 200
/** How often a file may be read anew because its columns or its encoding were taken for something else. */
const MOST_STARTS = 6

/** How a text table is read. */
export interface TablePlan extends DetectedEncoding {
  readonly delimiter: string
  readonly choices: ImportChoices
  /** types by all values of the file; null where its first rows decide */
  readonly types: readonly CsvType[] | null
}

/** Names of columns, lines above them, and the first row below. */
export interface TableBegin {
  readonly names: readonly string[]
  readonly above: number
  readonly firstRow: number
  readonly hasHeader: boolean
  /** whether the header has no name for the first value of each row */
  readonly isFirstUnnamed: boolean
}

export type PlacedRow = CsvRows['rows'][number]

/** A column turned out to hold what its type would spoil. */
export class OtherType extends Error {}

/**
 * Reads a file by the user's choices and, for the rest, by what is detected: anew where the file turns out to be something else.
 * `detected`: the encoding where it is known already. `typesOfAll` finds the types by all values, after an attempt that threw
 * `OtherType`.
 */
export function withPlan<Value>(
  path: string,
  choices: ImportChoices,
  detected: DetectedEncoding | null,
  attempt: (plan: TablePlan) => Result<Value>,
  typesOfAll: (plan: TablePlan) => readonly CsvType[],
): Result<Value> {
  const file = basename(path)
  const excluded = new Set<string>()
  const given = choices.encoding === null ? undefined : encodingNamed(choices.encoding)
  const begin = given === undefined ? (detected ?? encodingOfFile(path, excluded)) : named(namedEncoding(path, given))
  let plan = planFor(path, begin, choices)
  for (let start = 1; start <= MOST_STARTS; start += 1) {
    try {
      return attempt(plan)
    } catch (error) {
      try {
        // whatever the first rows looked like, all of the file says what its columns are
        if (error instanceof OtherType) plan = { ...plan, types: typesOfAll(plan) }
        else if (error instanceof EncodingError && given === undefined && plan.encoding.name !== 'utf8') {
          excluded.add(plan.encoding.name)
          const other = encodingOfFile(path, excluded)
          // a file that is damaged in one place is not read as something else
          if (!other.isSure) return refusalOf(error, file)
          plan = planFor(path, other, choices)
        } else return refusalOf(error, file)
      } catch (second) {
        return refusalOf(second, file)
      }
    }
  }
  return failure('source-csv', messageOf('csv-undecided', { file }))
}

function named(encoding: DetectedEncoding['encoding']): DetectedEncoding {
  return { encoding, others: [], isSure: true }
}

function planFor(path: string, detected: DetectedEncoding, choices: ImportChoices): TablePlan {
  const { name, markBytes } = detected.encoding
  const begin = Buffer.from(firstBytes(path)).subarray(markBytes)
  return { ...detected, delimiter: choices.delimiter ?? delimiterOf(iconv.decode(begin, name), basename(path)), choices, types: null }
}

/** The rows of a file without empty lines and without the line that names the delimiter. */
export function* tableRows(path: string, { encoding, delimiter }: TablePlan): Generator<CsvRows> {
  const isRow = ({ fields, line }: PlacedRow): boolean =>
    (fields.length > 1 || fields[0]?.trim() !== '') && !(line === 1 && SEPARATOR_LINE.test(fields.join(delimiter)))
  for (const { rows, doneBytes } of readRows(decodeFile(path, encoding), delimiter)) yield { rows: rows.filter(isRow), doneBytes }
}

/** Where the table begins in its first rows, of which there is at least one. */
export function beginOfTable(rows: readonly PlacedRow[], { above, header }: ImportChoices): TableBegin {
  const sample = rows.slice(0, HEAD_SAMPLE).map(({ fields }) => fields)
  const skipped = above === null ? 0 : Math.min(above, sample.length - 1)
  const found = headOf(sample.slice(skipped), usualWidth(sample))
  const index = above === null ? found.index : skipped
  const hasHeader = header ?? (found.hasHeader && (above === null || found.index === 0))
  const head = sample[index] ?? []
  const isFirstUnnamed = hasHeader && lacksFirstName(head, sample.slice(index + 1))
  const fields = isFirstUnnamed ? ['', ...head] : head
  const names = columnNames(hasHeader ? fields : [], fields.length)
  return { names, above: index, firstRow: index + (hasHeader ? 1 : 0), hasHeader, isFirstUnnamed }
}

function refusalOf(error: unknown, file: string): Result<never> {
  if (error instanceof EncodingError)
    return failure('source-csv', messageOf('csv-encoding', { file, line: error.line, encoding: error.encoding.label }))
  if (error instanceof QuoteError) return failure('source-csv', messageOf('csv-quotes', { file, line: error.line }))
  if (error instanceof LongRowError)
    return failure('source-csv', messageOf('csv-row-too-long', { file, line: error.line, size: Math.round(longestRow / 1e6) }))
  const message = error instanceof Error ? error.message : String(error)
  // the engine's error for a failed write; the text file is read without it
  if (/disk is full|disk I\/O|ENOSPC/i.test(message)) return failure('source-disk-full', messageOf('source-disk-full', { file }))
  throw error
}
