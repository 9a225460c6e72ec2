import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { ArtifactColumn } from '../../shared/data/artifact'
import type { ImportChoices } from '../../shared/data/import-choices'
import { largestResult, queryTimeoutMs, usualRows } from '../../shared/data/limits'
import { firstLanguage } from '../../shared/i18n/languages'
import { type Result, success, textOf } from '../../shared/lib/result'
import { displayText } from '../../shared/messages/message'
import { builtFolders } from '../app/built-folders'
import type { DataFiles } from '../data/data-service'
import { createEngine, type Engine } from '../data/engine'
import { newSource } from '../data/sources/source-service'
import { createTakeOver } from '../data/sources/take-over'
import { randomIds } from '../lib/random-ids'
import { systemClock } from '../lib/system-clock'
import { translatorFor } from '../lib/translations'
import { IMPORT_OPTIONS, readImportChoices } from './import-options'
import { namedSource } from './named-source'
import type { EndByForce } from './own-process'
import { type QueryFormat, tableWriter } from './query-output'
import { argumentProblem, usageProblem } from './usage-problem'

const OPTIONS = {
  format: { type: 'string', default: 'table' },
  'max-rows': { type: 'string' },
  timeout: { type: 'string' },
  ...IMPORT_OPTIONS,
  data: { type: 'string' },
} as const

const EXIT = { done: 0, failed: 1, usage: 2, refused: 3, timeout: 4, source: 5 } as const

/** The command line speaks English, to the user. */
const english = translatorFor(firstLanguage)

/** Notes of an import that was not sure of the encoding. */
const UNSURE: ReadonlySet<string> = new Set(['csv-note-encodings', 'csv-note-encoding-unsure'])

/** Rows that are read from the result at a time. */
const WINDOW = 10_000
/** Rows that can be asked for: more than in the window, because nothing draws them. */
const MOST_ROWS = 1_000_000
/** Reading a file has no practical time limit. */
const NO_HURRY_MS = 24 * 60 * 60 * 1000

/**
 * `parley query FILE|SOURCE "SQL"`: runs a query in the app's sandbox. Rows go to standard output, everything else to standard error. The
 * exit code is 3 for a refused query, 4 for one that took too long, 5 for a source that can't be read. `endByForce`: used if a worker does
 * not end, because the process would wait for it.
 */
export async function runQueryCommand(
  args: readonly string[],
  output: NodeJS.WritableStream,
  problems: NodeJS.WritableStream,
  files: DataFiles = builtFolders(import.meta.url).data,
  endByForce: EndByForce = () => Promise.resolve(),
): Promise<number> {
  const options = readOptions(args)
  if (typeof options === 'string') return usageProblem(problems, 'query', options)
  const folder = mkdtempSync(join(tmpdir(), 'parley-query-'))
  let stuck = 0
  const onStuck = (): void => {
    stuck += 1
  }
  const engine = createEngine({ workerFile: files.worker, workFolder: join(folder, 'work'), clock: systemClock, newId: randomIds, onStuck })
  let exitCode: number = EXIT.failed
  try {
    const copy = await copyOf(engine, options, folder, files, problems)
    const rows = copy.ok ? await ask(engine, copy.value, options, output, problems) : copy
    if (!rows.ok) problems.write(`parley query: ${displayText(textOf(rows.error), english)}\n`)
    exitCode = rows.ok ? EXIT.done : exitOf(rows.error.code)
  } finally {
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
    if (stuck > 0) await endByForce(exitCode)
  }
  return exitCode
}

function exitOf(code: string): number {
  if (code === 'sql-refused') return EXIT.refused
  if (code === 'sql-timeout') return EXIT.timeout
  return code.startsWith('source-') ? EXIT.source : EXIT.failed
}

/** A copy of a file or of the sample, or the app's copy of a source. */
async function copyOf(
  engine: Engine,
  { place, dataFolder, choices }: QueryOptions,
  folder: string,
  files: DataFiles,
  problems: NodeJS.WritableStream,
): Promise<Result<string>> {
  if (dataFolder !== null) return namedSource(dataFolder, place, files.sample)
  if (place.toLowerCase() === 'sample' && files.sample !== null) return success(files.sample)
  const path = resolve(place)
  const target = join(folder, 'copy.db')
  const now = systemClock.now()
  const given = { sourceId: 'file', name: basename(path), kind: 'sqlite' as const, addedAt: now, copiedAt: null }
  const source = newSource({ ...given, fileNames: [basename(path)], paths: [path], choices })
  const taken = await createTakeOver(engine)({
    source,
    target,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
  if (!taken.ok) return taken
  // assumptions and repairs of the import
  for (const note of taken.value.notes) problems.write(`parley query: ${basename(path)}: ${displayText(note, english)}\n`)
  if (taken.value.notes.some((note) => typeof note !== 'string' && UNSURE.has(note.code)))
    problems.write('parley query: Name the encoding with --encoding, for example --encoding windows-1252.\n')
  return success(target)
}

async function ask(
  engine: Engine,
  file: string,
  { sql, format, maxRows, timeoutMs }: QueryOptions,
  output: NodeJS.WritableStream,
  problems: NodeJS.WritableStream,
): Promise<Result<null>> {
  const folder = await engine.openJobFolder()
  const resultFile = join(folder.folder, 'result.db')
  const files = [await folder.lend(file)]
  const answer = await engine.run(
    'query',
    { files, sql, maxRows, maxBytes: largestResult, resultFile, table: 'result', headRows: 0 },
    { timeoutMs },
  )
  if (!answer.ok) return answer
  const { columns, rows, cutBy } = answer.value
  const written = await writeRows(engine, resultFile, columns, rows, format, output)
  if (!written.ok) return written
  if (cutBy !== null) {
    const limit = cutBy === 'rows' ? `${rows} rows (--max-rows)` : `${Math.round(largestResult / 1e6)} MB`
    problems.write(`parley query: the result ends after ${limit}; there may be more.\n`)
  }
  return success(null)
}

async function writeRows(
  engine: Engine,
  file: string,
  columns: readonly ArtifactColumn[],
  total: number,
  format: QueryFormat,
  output: NodeJS.WritableStream,
): Promise<Result<null>> {
  const writer = tableWriter(format, columns)
  const view = { sort: null, filters: [], search: '' }
  for (let from = 0; from < Math.max(1, total); from += WINDOW) {
    const read = await engine.run('rows', { file, table: 'result', view, from, count: WINDOW }, { timeoutMs: NO_HURRY_MS })
    if (!read.ok) return read
    await writeOut(output, writer.rows(read.value.rows))
  }
  await writeOut(output, writer.end())
  return success(null)
}

/** Waits for a slow reader. */
function writeOut(output: NodeJS.WritableStream, text: string): Promise<void> {
  if (text === '' || output.write(text)) return Promise.resolve()
  return new Promise((resolveWritten) => output.once('drain', resolveWritten))
}

interface QueryOptions {
  readonly place: string
  readonly sql: string
  readonly format: QueryFormat
  readonly maxRows: number
  readonly timeoutMs: number
  readonly dataFolder: string | null
  readonly choices: ImportChoices
}

/** A query that begins with a comment looks like an option, but no option's name contains a space. */
function isComment(word: string): boolean {
  return /^--[^\s=]*\s/.test(word)
}

function readOptions(args: readonly string[]): QueryOptions | string {
  try {
    const { values, positionals } = parseArgs({ args: args.filter((word) => !isComment(word)), options: OPTIONS, allowPositionals: true })
    const [place, sql, ...more] = [...positionals, ...args.filter(isComment)]
    if (place === undefined || sql === undefined || more.length > 0) return 'Give a file or a source, and one query in quotes.'
    const { format } = values
    if (format !== 'table' && format !== 'csv' && format !== 'json') return '--format is table, csv or json.'
    const maxRows = Number(values['max-rows'] ?? usualRows)
    if (!Number.isInteger(maxRows) || maxRows < 1 || maxRows > MOST_ROWS) return `--max-rows takes a number from 1 to ${MOST_ROWS}.`
    const timeoutMs = Number(values.timeout ?? queryTimeoutMs)
    if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > 3_600_000) return '--timeout takes ms, from 1 to 3600000.'
    const choices = readImportChoices(values)
    if (typeof choices === 'string') return choices
    return { place, sql, format, maxRows, timeoutMs, dataFolder: values.data === undefined ? null : resolve(values.data), choices }
  } catch (error) {
    return `${argumentProblem(error)}.`
  }
}
