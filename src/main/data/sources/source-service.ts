import { mkdir, rm } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
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
function freeName(wished: string, sources: readonly { readonly name: string }[]): string {
  const taken = new Set(sources.map(({ name }) => name.toLowerCase()))
  const base = (wished.trim() === '' ? 'Data' : wished.trim()).slice(0, longestSourceName - 6)
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base} ${count}`
    if (!taken.has(name.toLowerCase())) return name
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
  add(paths: readonly string[], kept: 'user' | 'given'): Promise<readonly string[]>
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
const TELL_EVERY_MS = 250

/** Opens the service; the sample is included unless the user removed it. */
export function createSourceService(options: SourceServiceOptions): SourceService {
  const { table, folder, sampleFile, engine, clock, newId, report } = options
  const busy = new Map<string, { readonly abort: AbortController; readonly done: Promise<void> }>()
  const progress = new Map<string, SourceState>()
  const schemas = new Map<string, { readonly copiedAt: number; readonly tables: readonly TableSchema[] }>()
  let announceTimer: Timer | null = null

  if (sampleFile !== null && !table.list().some(({ kind }) => kind === 'sample')) {
    const now = clock.now()
    table.save(newSource({ sourceId: 'sample', name: freeName(SAMPLE_NAME, table.list()), kind: 'sample', addedAt: now, copiedAt: now }))
  }
  for (const source of table.list()) {
    // an import interrupted by a crash left nothing: its copy was never put in place
    if (source.state.kind === 'importing')
      table.save({ ...source, state: failed(messageOf('source-interrupted', { file: source.fileNames[0] ?? source.name })) })
  }

  const shown = (): readonly StoredSource[] => table.list().filter(({ hidden }) => !hidden)
  const fileOf = (source: StoredSource): string =>
    source.kind === 'sample' ? (sampleFile ?? '') : join(folder, source.sourceId, 'copy.db')

  function get(sourceId: string): Result<StoredSource> {
    const found = shown().find((source) => source.sourceId === sourceId)
    return found === undefined ? unknown() : success(found)
  }

  function unknown(): Result<never> {
    const names = shown().map(({ name }) => name)
    return failure(
      'source-unknown',
      names.length === 0 ? messageOf('source-none') : messageOf('source-unknown', { sources: names.join(', ') }),
    )
  }

  function changed(): void {
    announceTimer?.cancel()
    announceTimer = null
    options.onChange()
  }

  function tellSoon(): void {
    announceTimer ??= clock.after(TELL_EVERY_MS, changed)
  }

  /** Imports the files of a source. Its earlier copy stays until the new one is complete. */
  function take(source: StoredSource): Promise<Result<null>> {
    const { sourceId } = source
    const abort = new AbortController()
    progress.set(sourceId, { kind: 'importing', phase: 'copying', doneBytes: 0, totalBytes: source.bytes, rows: 0 })
    const work = options
      .takeOver({
        source,
        target: fileOf(source),
        signal: abort.signal,
        onProgress(state) {
          progress.set(sourceId, state)
          tellSoon()
        },
      })
      .catch((error: unknown): Result<never> => {
        if (!abort.signal.aborted) report(error)
        return failure('source-unreadable', messageOf('source-unreadable', { file: source.fileNames[0] ?? source.name, code: 'internal' }))
      })
      .then((taken): Result<null> => {
        progress.delete(sourceId)
        busy.delete(sourceId)
        const still = get(sourceId)
        if (abort.signal.aborted || !still.ok) return failure('source-unknown', messageOf('source-none'))
        if (taken.ok) table.save({ ...still.value, ...taken.value, state: { kind: 'ready' }, copiedAt: clock.now() })
        // an existing copy continues to answer
        else
          table.save({
            ...still.value,
            state: still.value.copiedAt === null ? failed(textOf(taken.error)) : stateAfter(still.value, taken.error),
          })
        changed()
        return taken.ok ? success(null) : taken
      })
    busy.set(sourceId, { abort, done: work.then(() => undefined) })
    return work
  }

  function stateAfter(source: StoredSource, { code }: Failure): SourceState {
    return code === 'source-gone' ? { kind: 'missing', fileName: source.fileNames[0] ?? source.name } : { kind: 'ready' }
  }

  async function copyOf(sourceId: string): Promise<Result<SourceCopy>> {
    await busy.get(sourceId)?.done
    const found = get(sourceId)
    if (!found.ok) return found
    const source = found.value
    if (source.copiedAt === null) {
      const problem = source.state.kind === 'failed' ? source.state.problem : ''
      return failure('source-failed', messageOf('source-failed', { source: source.name, problem }))
    }
    if (source.paths.length > 0 && (await stampOf(source.paths)) !== source.stamp) {
      const taken = await take(source)
      if (!taken.ok && taken.error.code !== 'source-gone') return taken
    }
    const after = get(sourceId)
    return after.ok ? success({ file: fileOf(after.value), copiedAt: after.value.copiedAt ?? source.copiedAt }) : after
  }

  return {
    list: () =>
      shown().map((source) => {
        const state = progress.get(source.sourceId)
        return dataSourceSchema.strip().parse({ ...source, ...(state !== undefined && { state }) })
      }),
    find(name) {
      const wanted = name.trim().toLowerCase()
      const found = shown().find((source) => source.name.toLowerCase() === wanted)
      return found === undefined ? unknown() : success(found)
    },
    get,
    async add(paths, kept) {
      const added: string[] = []
      for (const path of paths) {
        const sourceId = newId('source')
        const kind = await kindOfFile(path)
        const source = newSource({
          sourceId,
          addedAt: clock.now(),
          kind: kind === 'sqlite' ? 'sqlite' : 'csv',
          name: freeName(basename(path, extname(path)), table.list()),
          fileNames: [basename(path)],
          state: { kind: 'importing', phase: 'copying', doneBytes: 0, totalBytes: 0, rows: 0 },
          copiedAt: null,
          paths: kept === 'user' ? [path] : [],
        })
        await mkdir(join(folder, sourceId), { recursive: true, mode: 0o700 })
        table.save(source)
        void take(kept === 'user' ? source : { ...source, paths: [path] })
        added.push(sourceId)
      }
      changed()
      return added
    },
    rename(sourceId, name) {
      const found = get(sourceId)
      if (!found.ok) return found
      const taken = table.list().some((other) => other.sourceId !== sourceId && other.name.toLowerCase() === name.trim().toLowerCase())
      if (taken) return failure('source-name-taken', messageOf('source-name-taken', { name: name.trim() }))
      table.save({ ...found.value, name: name.trim() })
      changed()
      return success(null)
    },
    async remove(sourceId) {
      const found = get(sourceId)
      if (!found.ok) return
      busy.get(sourceId)?.abort.abort()
      if (found.value.kind === 'sample') table.save({ ...found.value, hidden: true })
      else table.remove(sourceId)
      changed()
      await busy.get(sourceId)?.done
      if (found.value.kind !== 'sample') await rm(join(folder, sourceId), { recursive: true, force: true })
    },
    copyOf,
    async schema(sourceId) {
      const copy = await copyOf(sourceId)
      if (!copy.ok) return copy
      const known = schemas.get(sourceId)
      if (known?.copiedAt === copy.value.copiedAt) return success(known.tables)
      const folder = await engine.desk()
      try {
        const read = await engine.run('schema', { file: await folder.lend(copy.value.file) }, { timeoutMs: SCHEMA_TIMEOUT_MS })
        if (!read.ok) return read
        schemas.set(sourceId, { copiedAt: copy.value.copiedAt, tables: read.value.tables })
        const found = get(sourceId)
        if (found.ok) table.save({ ...found.value, tables: read.value.tables.map(({ name, rows }) => ({ name, rows })) })
        return success(read.value.tables)
      } finally {
        await folder.clear()
      }
    },
    async settled() {
      await Promise.all([...busy.values()].map(({ done }) => done))
    },
    async close() {
      announceTimer?.cancel()
      for (const { abort } of busy.values()) abort.abort()
      await Promise.all([...busy.values()].map(({ done }) => done))
    },
  }
}

function failed(problem: DisplayText): SourceState {
  return { kind: 'failed', problem }
}
