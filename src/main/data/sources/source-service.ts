import { mkdir, rm } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { type ImportChoices, isDecided } from '../../../shared/data/import-choices'
import { type DataSource, dataSourceSchema, longestSourceName, type SourceState, type TableSchema } from '../../../shared/data/source'
import type { Clock, Timer } from '../../../shared/lib/clock'
import type { NewId } from '../../../shared/lib/ids'
import { type Failure, failure, type Result, success, textOf } from '../../../shared/lib/result'
import { type DisplayText, messageOf } from '../../../shared/messages/message'
import type { DataSourceTable, StoredSource } from '../../storage/database/data-source-table'
import type { Engine } from '../engine'
import { kindOfFile } from './kind-of-file'
import { stampOf } from './stamp'
import type { TakeOver } from './take-over'

/** A new source, before anything has been read. */
export function newSource(
  given: Pick<StoredSource, 'sourceId' | 'name' | 'kind' | 'addedAt' | 'copiedAt'> & Partial<StoredSource>,
): StoredSource {
  return { fileNames: [], state: { kind: 'ready' }, tables: [], bytes: 0, notes: [], paths: [], stamp: '', hidden: false, ...given }
}

/** A name that no source has yet: the requested one, or that with a number. */
export function freeName(wanted: string, sources: readonly { readonly name: string }[]): string {
  const taken = new Set(sources.map(({ name }) => name.toLowerCase()))
  const base = (wanted.trim() === '' ? 'Data' : wanted.trim()).slice(0, longestSourceName - 6)
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base} ${count}`
    if (!taken.has(name.toLowerCase())) return name
  }
}

/** What a file is taken for until it has been read. */
function firstKind(kind: Awaited<ReturnType<typeof kindOfFile>>): StoredSource['kind'] {
  switch (kind) {
    case 'sqlite':
    case 'json':
    case 'parquet':
      return kind
    case 'archive':
    case 'encrypted':
    case 'old-workbook':
      return 'xlsx'
    default:
      return 'csv'
  }
}

/** A readable file of a source, and its tables. */
export interface SourceCopy {
  readonly file: string
  readonly copiedAt: number
}

/** The sources of the user's data. */
export interface SourceService {
  list(): readonly DataSource[]
  /** Finds a source by name, case-insensitively. */
  find(name: string): Result<StoredSource>
  get(sourceId: string): Result<StoredSource>
  /** Starts importing files, each as a source of its own; `onChange` reports progress and results. */
  add(paths: readonly string[], origin: 'user' | 'given', choices?: ImportChoices): Promise<readonly string[]>
  rename(sourceId: string, name: string): Result<null>
  remove(sourceId: string): Promise<void>
  /** The copy to read: made again if the user's file has changed since. */
  copyOf(sourceId: string, signal?: AbortSignal): Promise<Result<SourceCopy>>
  /** Names, types, keys and row counts of its tables; no contents. */
  schema(sourceId: string): Promise<Result<readonly TableSchema[]>>
  /** Resolves when no import is running. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Dependencies of the service. */
export interface SourceServiceOptions {
  readonly table: DataSourceTable
  /** where copies are stored */
  readonly folder: string
  /** the bundled database; null where there is none */
  readonly sampleFile: string | null
  readonly engine: Engine
  readonly clock: Clock
  readonly newId: NewId
  readonly takeOver: TakeOver
  readonly onChange: () => void
  readonly report: (error: unknown) => void
}

const SAMPLE_NAME = 'Sample shop'
const SCHEMA_TIMEOUT_MS = 30_000
/** The shortest time between progress reports. */
const PROGRESS_EVERY_MS = 250

/** The stored sources that the user sees. */
interface ShownSources {
  all(): readonly StoredSource[]
  get(sourceId: string): Result<StoredSource>
  /** Finds a source by name, case-insensitively. */
  find(name: string): Result<StoredSource>
}

function createShownSources(table: DataSourceTable): ShownSources {
  const all = (): readonly StoredSource[] => table.list().filter(({ hidden }) => !hidden)

  function unknown(): Result<never> {
    const names = all().map(({ name }) => name)
    return failure(
      'source-unknown',
      names.length === 0 ? messageOf('source-none') : messageOf('source-unknown', { sources: names.join(', ') }),
    )
  }

  return {
    all,
    get(sourceId) {
      const found = all().find((source) => source.sourceId === sourceId)
      return found === undefined ? unknown() : success(found)
    },
    find(name) {
      const wanted = name.trim().toLowerCase()
      const found = all().find((source) => source.name.toLowerCase() === wanted)
      return found === undefined ? unknown() : success(found)
    },
  }
}

/** Reports changes of the sources, progress at most every 250 ms. */
interface SourceChanges {
  changed(): void
  progressed(): void
  close(): void
}

function createSourceChanges(clock: Clock, onChange: () => void): SourceChanges {
  let timer: Timer | null = null

  function close(): void {
    timer?.cancel()
    timer = null
  }

  function changed(): void {
    close()
    onChange()
  }

  return {
    changed,
    progressed() {
      timer ??= clock.after(PROGRESS_EVERY_MS, changed)
    },
    close,
  }
}

/** Imports the files of sources. */
interface SourceImports {
  /**
   * Imports the files of a source. Its earlier copy stays until the new one is complete. There is one import of a source at a time:
   * whoever asks meanwhile waits for it. Never rejects.
   */
  start(source: StoredSource): Promise<Result<null>>
  /** The state of a source now: how far its import is, or why that failed. */
  stateOf(source: StoredSource): SourceState
  stop(sourceId: string): void
  stopAll(): void
  /** Resolves when the import of the source, if any, has ended. */
  ended(sourceId: string): Promise<void>
  allEnded(): Promise<void>
}

function createSourceImports(
  { table, clock, report, takeOver }: SourceServiceOptions,
  sources: ShownSources,
  changes: SourceChanges,
  fileOf: (source: StoredSource) => string,
): SourceImports {
  const busy = new Map<string, { readonly abort: AbortController; readonly done: Promise<Result<null>> }>()
  /** of the sources whose stored state is not that of now: being imported, or failed in a way that the store did not take */
  const unstored = new Map<string, SourceState>()

  function end(sourceId: string, { signal }: AbortController, taken: Awaited<ReturnType<TakeOver>>): Result<null> {
    unstored.delete(sourceId)
    busy.delete(sourceId)
    const still = sources.get(sourceId)
    if (signal.aborted || !still.ok) return failure('source-unknown', messageOf('source-none'))
    if (taken.ok) table.save({ ...still.value, ...taken.value, state: { kind: 'ready' }, copiedAt: clock.now() })
    // an existing copy continues to answer
    else
      table.save({
        ...still.value,
        state: still.value.copiedAt === null ? failed(textOf(taken.error)) : stateAfter(still.value, taken.error),
      })
    changes.changed()
    return taken.ok ? success(null) : taken
  }

  return {
    start(source) {
      const { sourceId } = source
      const running = busy.get(sourceId)
      if (running !== undefined) return running.done
      const abort = new AbortController()
      unstored.set(sourceId, { kind: 'importing', phase: 'copying', doneBytes: 0, totalBytes: source.bytes, rows: 0 })
      const work = takeOver({
        source,
        target: fileOf(source),
        signal: abort.signal,
        onProgress(state) {
          unstored.set(sourceId, state)
          changes.progressed()
        },
      })
        .catch((error: unknown): Result<never> => {
          if (!abort.signal.aborted) report(error)
          return failure(
            'source-unreadable',
            messageOf('source-unreadable', { file: source.fileNames[0] ?? source.name, code: 'internal' }),
          )
        })
        .then((taken) => end(sourceId, abort, taken))
        .catch((error: unknown): Result<never> => {
          // the store did not take the result: the import is repeated when the source is read again
          report(error)
          const file = source.fileNames[0] ?? source.name
          if (source.copiedAt === null) unstored.set(sourceId, failed(messageOf('source-disk-full', { file })))
          changes.changed()
          return failure('source-disk-full', messageOf('source-disk-full', { file }))
        })
      busy.set(sourceId, { abort, done: work })
      return work
    },
    stateOf: (source) => unstored.get(source.sourceId) ?? source.state,
    stop: (sourceId) => busy.get(sourceId)?.abort.abort(),
    stopAll() {
      for (const { abort } of busy.values()) abort.abort()
    },
    async ended(sourceId) {
      await busy.get(sourceId)?.done
    },
    async allEnded() {
      await Promise.all([...busy.values()].map(({ done }) => done))
    },
  }
}

function stateAfter(source: StoredSource, { code }: Failure): SourceState {
  return code === 'source-gone' ? { kind: 'missing', fileName: source.fileNames[0] ?? source.name } : { kind: 'ready' }
}

/** Includes the sample unless the user removed it, and settles imports that were interrupted. */
function recoverSources({ table, sampleFile, clock }: SourceServiceOptions): void {
  if (sampleFile !== null && !table.list().some(({ kind }) => kind === 'sample')) {
    const now = clock.now()
    table.save(newSource({ sourceId: 'sample', name: freeName(SAMPLE_NAME, table.list()), kind: 'sample', addedAt: now, copiedAt: now }))
  }
  for (const source of table.list()) {
    // an import interrupted by a crash left nothing: its copy was never put in place
    if (source.state.kind === 'importing')
      table.save({ ...source, state: failed(messageOf('source-interrupted', { file: source.fileNames[0] ?? source.name })) })
  }
}

/** Reads copies of sources. */
function createSourceReader(
  { table, engine }: SourceServiceOptions,
  sources: ShownSources,
  imports: SourceImports,
  fileOf: (source: StoredSource) => string,
): Pick<SourceService, 'copyOf' | 'schema'> {
  const schemas = new Map<string, { readonly copiedAt: number; readonly tables: readonly TableSchema[] }>()

  async function copyOf(sourceId: string): Promise<Result<SourceCopy>> {
    await imports.ended(sourceId)
    const found = sources.get(sourceId)
    if (!found.ok) return found
    const source = found.value
    if (source.copiedAt === null) {
      const state = imports.stateOf(source)
      const problem = state.kind === 'failed' ? state.problem : ''
      return failure('source-failed', messageOf('source-failed', { source: source.name, problem }))
    }
    if (source.paths.length > 0 && (await stampOf(source.paths)) !== source.stamp) {
      const taken = await imports.start(source)
      if (!taken.ok && taken.error.code !== 'source-gone') return taken
    }
    const after = sources.get(sourceId)
    return after.ok ? success({ file: fileOf(after.value), copiedAt: after.value.copiedAt ?? source.copiedAt }) : after
  }

  return {
    copyOf,
    async schema(sourceId) {
      const copy = await copyOf(sourceId)
      if (!copy.ok) return copy
      const known = schemas.get(sourceId)
      if (known?.copiedAt === copy.value.copiedAt) return success(known.tables)
      const folder = await engine.openJobFolder()
      try {
        const read = await engine.run('schema', { file: await folder.lend(copy.value.file) }, { timeoutMs: SCHEMA_TIMEOUT_MS })
        if (!read.ok) return read
        schemas.set(sourceId, { copiedAt: copy.value.copiedAt, tables: read.value.tables })
        const found = sources.get(sourceId)
        if (found.ok) table.save({ ...found.value, tables: read.value.tables.map(({ name, rows }) => ({ name, rows })) })
        return success(read.value.tables)
      } finally {
        await folder.clear()
      }
    },
  }
}

/** Opens the service; the sample is included unless the user removed it. */
export function createSourceService(options: SourceServiceOptions): SourceService {
  const { table, folder, sampleFile, clock, newId } = options
  recoverSources(options)
  const fileOf = (source: StoredSource): string =>
    source.kind === 'sample' ? (sampleFile ?? '') : join(folder, source.sourceId, 'copy.db')
  const sources = createShownSources(table)
  const changes = createSourceChanges(clock, options.onChange)
  const imports = createSourceImports(options, sources, changes, fileOf)

  return {
    ...createSourceReader(options, sources, imports, fileOf),
    list: () =>
      sources.all().map((source) => {
        return dataSourceSchema.strip().parse({ ...source, state: imports.stateOf(source) })
      }),
    find: sources.find,
    get: sources.get,
    async add(paths, origin, choices) {
      const added: string[] = []
      for (const path of paths) {
        const sourceId = newId('source')
        const kind = await kindOfFile(path)
        const source = newSource({
          sourceId,
          addedAt: clock.now(),
          kind: firstKind(kind),
          name: freeName(basename(path, extname(path)), table.list()),
          fileNames: [basename(path)],
          state: { kind: 'importing', phase: 'copying', doneBytes: 0, totalBytes: 0, rows: 0 },
          copiedAt: null,
          paths: origin === 'user' ? [path] : [],
          ...(choices !== undefined && isDecided(choices) && { choices }),
        })
        await mkdir(join(folder, sourceId), { recursive: true, mode: 0o700 })
        try {
          table.save(source)
        } catch (error) {
          await rm(join(folder, sourceId), { recursive: true, force: true })
          throw error
        }
        void imports.start(origin === 'user' ? source : { ...source, paths: [path] })
        added.push(sourceId)
      }
      changes.changed()
      return added
    },
    rename(sourceId, name) {
      const found = sources.get(sourceId)
      if (!found.ok) return found
      const taken = table.list().some((other) => other.sourceId !== sourceId && other.name.toLowerCase() === name.trim().toLowerCase())
      if (taken) return failure('source-name-taken', messageOf('source-name-taken', { name: name.trim() }))
      table.save({ ...found.value, name: name.trim() })
      changes.changed()
      return success(null)
    },
    async remove(sourceId) {
      const found = sources.get(sourceId)
      if (!found.ok) return
      imports.stop(sourceId)
      if (found.value.kind === 'sample') table.save({ ...found.value, hidden: true })
      else table.remove(sourceId)
      changes.changed()
      await imports.ended(sourceId)
      if (found.value.kind !== 'sample') await rm(join(folder, sourceId), { recursive: true, force: true })
    },
    settled: imports.allEnded,
    async close() {
      changes.close()
      imports.stopAll()
      await imports.allEnded()
      // an import that was ending may have reported progress
      changes.close()
    },
  }
}

function failed(problem: DisplayText): SourceState {
  return { kind: 'failed', problem }
}
