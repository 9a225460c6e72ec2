import { mkdir, rm } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type ImportChoices, isDecided, isSheetWanted, type PreviewedRows, type TablePreview } from '../../shared/data/import-choices'
import { longestSourceName } from '../../shared/data/source'
import { firstLanguage } from '../../shared/i18n/languages'
import { failure, type Result, success, textOf } from '../../shared/lib/result'
import { displayText, messageOf } from '../../shared/messages/message'
import { builtFolders } from '../app/built-folders'
import { createEngine, type Engine } from '../data/engine'
import { kindOfFile, type TableFileKind } from '../data/sources/kind-of-file'
import { freeName, newSource } from '../data/sources/source-service'
import { createTakeOver } from '../data/sources/take-over'
import { randomIds } from '../lib/random-ids'
import { systemClock } from '../lib/system-clock'
import { translatorFor } from '../lib/translations'
import type { DataSourceTable } from '../storage/database/data-source-table'
import { openStore } from '../storage/database/open-store'
import { IMPORT_OPTIONS, readImportChoices } from './import-options'
import type { EndByForce } from './own-process'
import { tableWriter } from './query-output'
import { argumentProblem, usageProblem } from './usage-problem'

const OPTIONS = {
  ...IMPORT_OPTIONS,
  data: { type: 'string' },
  name: { type: 'string' },
  preview: { type: 'boolean', default: false },
} as const
const EXIT = { done: 0, failed: 1, source: 5 } as const
const PREVIEW_MS = 120_000

/** The command line speaks English, to the user. */
const english = translatorFor(firstLanguage)

interface ImportOptions {
  readonly path: string
  readonly dataFolder: string
  readonly name: string | undefined
  readonly preview: boolean
  readonly choices: ImportChoices
}

/**
 * `parley import FILE --data FOLDER`: adds a file to the sources of the app with this data folder, or with `--preview` prints how its
 * first rows are read. The exit code is 5 for a file that can't be read. `endByForce`: used if a worker does not end.
 */
export async function runImportCommand(
  args: readonly string[],
  output: NodeJS.WritableStream,
  problems: NodeJS.WritableStream,
  workerFile: string = builtFolders(import.meta.url).data.worker,
  endByForce: EndByForce = () => Promise.resolve(),
): Promise<number> {
  const options = readOptions(args)
  if (typeof options === 'string') return usageProblem(problems, 'import', options)
  const sourceId = randomIds('source')
  const folder = join(options.dataFolder, 'data', 'sources', sourceId)
  let stuck = 0
  const onStuck = (): void => {
    stuck += 1
  }
  // the finished copy is renamed into its place, so it is made on the same disk
  const engine = createEngine({ workerFile, workFolder: join(folder, 'work'), clock: systemClock, newId: randomIds, onStuck })
  let exitCode: number = EXIT.failed
  try {
    const done = options.preview ? await preview(engine, options, output) : await importFile(engine, options, sourceId, folder, output)
    if (!done.ok) problems.write(`parley import: ${displayText(textOf(done.error), english)}\n`)
    exitCode = done.ok ? EXIT.done : done.error.code.startsWith('source-') ? EXIT.source : EXIT.failed
    await engine.close()
    if (options.preview || !done.ok) await rm(folder, { recursive: true, force: true })
  } finally {
    await engine.close()
    if (stuck > 0) await endByForce(exitCode)
  }
  return exitCode
}

async function preview(engine: Engine, { path, choices }: ImportOptions, output: NodeJS.WritableStream): Promise<Result<null>> {
  const file = basename(path)
  const kind = await kindOfFile(path)
  if (kind === 'archive' || kind === 'json' || kind === 'parquet') return previewTyped(engine, path, kind, choices, output)
  if (kind === 'encrypted') return failure('source-encrypted', messageOf('table-encrypted', { file }))
  if (kind === 'old-workbook') return failure('source-wrong-type', messageOf('table-old', { file }))
  if (typeof kind === 'string' && kind !== 'text') return failure('source-no-preview', messageOf('source-no-preview', { file }))
  const read = await engine.run('preview', { path, choices, detected: null }, { timeoutMs: PREVIEW_MS })
  if (!read.ok) return read
  const { table } = read.value
  const writer = tableWriter(
    'table',
    table.columns.map(({ name }) => ({ name, type: 'text' })),
  )
  output.write(`${factsOf(table)}\n\n${writer.rows(table.rows)}${writer.end()}`)
  return success(null)
}

/** The first rows of each sheet that is wanted, or of the one table of the file. */
async function previewTyped(
  engine: Engine,
  path: string,
  kind: TableFileKind,
  choices: ImportChoices,
  output: NodeJS.WritableStream,
): Promise<Result<null>> {
  const sheetAt = (sheet: number | null) => engine.run('previewTables', { path, kind, choices, sheet }, { timeoutMs: PREVIEW_MS })
  const first = await sheetAt(null)
  if (!first.ok) return first
  const { names } = first.value
  const wanted = (names ?? [null]).flatMap((name, index) => (isSheetWanted(choices, name) ? [{ name, index }] : []))
  if (wanted.length === 0) {
    const sheet = choices.onlySheets?.join(', ') ?? ''
    return failure('source-no-sheet', messageOf('table-no-sheet', { file: basename(path), sheet, sheets: names?.join(', ') ?? '' }))
  }
  const parts: string[] = []
  for (const { name, index } of wanted) {
    const read = index === first.value.shown.index ? first : await sheetAt(index)
    if (!read.ok) return read
    const { header, above, columns, rows } = read.value.shown
    // an empty sheet becomes no table
    if (columns.length === 0) continue
    const writer = tableWriter(
      'table',
      columns.map((column) => ({ name: column.name, type: 'text' })),
    )
    const facts = [
      ...(name === null ? [] : [`sheet: ${name}`]),
      ...(header === null ? [] : [`header: ${header ? 'yes' : 'no'}`, `lines above: ${above}`]),
      ...columns.map(typeFact),
    ]
    parts.push(`${facts.join('\n')}\n\n${writer.rows(rows)}${writer.end()}`)
  }
  output.write(parts.join('\n'))
  return success(null)
}

function typeFact({ name, kind, offered }: PreviewedRows['columns'][number]): string {
  return `type: ${name}=${kind}${offered === null ? '' : ` (may be ${offered})`}`
}

function factsOf({ encoding, otherEncodings, delimiter, header, above, columns }: TablePreview): string {
  return [
    `encoding: ${[encoding, ...otherEncodings.map((other) => `or ${other}`)].join(', ')}`,
    `delimiter: ${delimiter === '\t' ? 'tab' : delimiter}`,
    `header: ${header ? 'yes' : 'no'}`,
    `lines above: ${above}`,
    ...columns.map(typeFact),
  ].join('\n')
}

async function importFile(
  engine: Engine,
  { path, dataFolder, name, choices }: ImportOptions,
  sourceId: string,
  folder: string,
  output: NodeJS.WritableStream,
): Promise<Result<null>> {
  const opened = openStore(dataFolder, { clock: systemClock, unreadable: () => undefined })
  if (!opened.ok) return opened
  const { store } = opened.value
  try {
    const taken = nameIn(store.dataSources, path, name)
    if (!taken.ok) return taken
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const addedAt = systemClock.now()
    const source = newSource({
      ...{ sourceId, name: taken.value, kind: 'csv', addedAt, copiedAt: null, fileNames: [basename(path)], paths: [path] },
      ...(isDecided(choices) && { choices }),
    })
    const copied = await createTakeOver(engine)({
      source,
      target: join(folder, 'copy.db'),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    })
    if (!copied.ok) return copied
    store.dataSources.save({ ...source, ...copied.value, copiedAt: systemClock.now() })
    const tables = copied.value.tables.map((table) => `${table.name} (${table.rows ?? '?'} rows)`).join(', ')
    output.write(`${source.name}: ${tables}\n`)
    for (const note of copied.value.notes) output.write(`${displayText(note, english)}\n`)
    return success(null)
  } finally {
    store.close()
  }
}

/** The name that was asked for, where no other source has it; else the file's. */
function nameIn(table: Pick<DataSourceTable, 'list'>, path: string, wanted: string | undefined): Result<string> {
  const sources = table.list()
  if (wanted === undefined) return success(freeName(basename(path, extname(path)), sources))
  const isTaken = sources.some(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  return isTaken ? failure('source-name-taken', messageOf('source-name-taken', { name: wanted })) : success(wanted)
}

function readOptions(args: readonly string[]): ImportOptions | string {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) return 'Give one file.'
    if (values.data === undefined && !values.preview) return 'Give the data folder of the app with --data.'
    const name = values.name?.trim()
    if (name !== undefined && (name === '' || name.length > longestSourceName)) return `--name takes 1 to ${longestSourceName} characters.`
    const choices = readImportChoices(values)
    if (typeof choices === 'string') return choices
    return { path: resolve(path), dataFolder: resolve(values.data ?? '.'), name, preview: values.preview, choices }
  } catch (error) {
    return `${argumentProblem(error)}.`
  }
}
