import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Artifact } from '../../../shared/data/artifact'
import { artifactRetentionDays, heldBytes, maxArtifactBytes } from '../../../shared/data/limits'
import type { Clock, Timer } from '../../../shared/lib/clock'
import { failure, type Result, success } from '../../../shared/lib/result'
import { messageOf } from '../../../shared/messages/message'
import type { QueryResult } from '../../../shared/tools/query-result'
import type { ArtifactTable } from '../../storage/database/artifact-table'
import type { HeldRows, RowsPlace } from '../worker/held-rows'

/** How long results are kept, and how many bytes all of them may take, on the disk or in memory. */
export interface ArtifactLimits {
  readonly keepMs: number
  readonly bytes: number
  readonly heldBytes: number
}

export const usualArtifactLimits: ArtifactLimits = {
  keepMs: artifactRetentionDays * 24 * 60 * 60 * 1000,
  bytes: maxArtifactBytes,
  heldBytes,
}

/** Dependencies of the artifact store. */
export interface ArtifactStoreOptions {
  readonly table: ArtifactTable
  readonly folder: string
  /** the rows of such a conversation are in no file: they are held in memory until the program ends */
  isPrivate(conversationId: string): boolean
  /** such a conversation is a program's: it is shown no results but its own */
  isOutside(conversationId: string): boolean
  readonly clock: Clock
  readonly limits: ArtifactLimits
  readonly onChange: (artifact: Artifact) => void
  readonly onRemove: (artifactId: string) => void
  readonly report: (error: unknown) => void
}

/** The stored results: their descriptions in the store, their rows in files, or in memory for private conversations. */
export interface ArtifactStore {
  list(conversationId: string | null): readonly Artifact[]
  get(artifactId: string): Result<Artifact>
  /**
   * A result of this conversation by its table's name; of another conversation where it has none of that name. Of a private
   * conversation only itself knows, and a conversation of a program knows its own alone.
   */
  named(sqlName: string, conversationId: string): Result<Artifact>
  outputOfCall(toolCallId: string): QueryResult | null
  nextName(): string
  /** Where the rows of a result are. */
  placeOf(artifactId: string): RowsPlace
  /** Adds a result and its rows: a file, or the rows in memory of a private conversation. */
  add(artifact: Artifact, output: QueryResult, rows: RowsPlace): Promise<void>
  /** Replaces the rows of a result. */
  replace(artifact: Artifact, rows: RowsPlace): Promise<void>
  update(artifactId: string, change: Partial<Pick<Artifact, 'title' | 'expiresAt'>>): Result<Artifact>
  keep(artifactId: string, kept: boolean): Result<Artifact>
  remove(artifactId: string): Promise<void>
  removeOf(conversationId: string): Promise<void>
  /** Removes all rows, including those of results that the store has already forgotten. */
  removeAll(): Promise<void>
  close(): void
}

/** The longest timer, in ms: clocks count them in 31 bits. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000

/** The rows of the results: in files, or in memory for private conversations. */
interface ArtifactRows {
  placeOf(artifactId: string): RowsPlace
  isHeld(artifactId: string): boolean
  /** Whether the file of this result is there. */
  exists(artifactId: string): boolean
  take(artifactId: string, rows: RowsPlace): Promise<void>
  release(artifactId: string): Promise<void>
  /** Removes every file that belongs to none of these results. */
  sweep(artifactIds: readonly string[]): void
  removeAll(): Promise<void>
  close(): void
}

function createArtifactRows(folder: string, report: (error: unknown) => void): ArtifactRows {
  const held = new Map<string, HeldRows>()
  const nameOf = (artifactId: string): string => `${artifactId}.db`
  const fileOf = (artifactId: string): string => join(folder, nameOf(artifactId))
  return {
    placeOf: (artifactId) => held.get(artifactId) ?? fileOf(artifactId),
    isHeld: (artifactId) => held.has(artifactId),
    exists: (artifactId) => existsSync(fileOf(artifactId)),
    async take(artifactId, rows) {
      if (typeof rows !== 'string') return void held.set(artifactId, rows)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await rename(rows, fileOf(artifactId))
    },
    async release(artifactId) {
      held.delete(artifactId)
      await rm(fileOf(artifactId), { force: true })
    },
    sweep(artifactIds) {
      if (!existsSync(folder)) return
      const known = new Set(artifactIds.map(nameOf))
      for (const name of readdirSync(folder)) {
        if (!known.has(name)) void rm(join(folder, name), { recursive: true, force: true }).catch(report)
      }
    },
    removeAll: () => rm(folder, { recursive: true, force: true }),
    close: () => held.clear(),
  }
}

/** Removes what is expired or takes too much room. */
interface ArtifactUpkeep {
  /** Removes expired results, then the oldest that are not pinned by the user until the rest fits. */
  tidy(): void
  /** The rows of this result are gone. */
  drop(artifact: Artifact): void
  close(): void
}

function createArtifactUpkeep({ table, clock, limits, onChange, report }: ArtifactStoreOptions, rows: ArtifactRows): ArtifactUpkeep {
  let timer: Timer | null = null

  function tidy(): void {
    const now = clock.now()
    const here = table.list(null).filter(({ state }) => state === 'here')
    const isHeld = ({ artifactId }: Artifact): boolean => rows.isHeld(artifactId)
    makeRoom(
      here.filter((artifact) => !isHeld(artifact)),
      limits.bytes,
      now,
    )
    makeRoom(here.filter(isHeld), limits.heldBytes, now)
    timer?.cancel()
    const ends = here.flatMap(({ expiresAt }) => (expiresAt !== null && expiresAt > now ? [expiresAt] : []))
    timer = ends.length === 0 ? null : clock.after(Math.min(LONGEST_WAIT_MS, Math.min(...ends) - now), tidy)
  }

  function makeRoom(here: readonly Artifact[], most: number, now: number): void {
    // results that the user keeps take space before all others, however old they are
    let room = here.reduce((left, { expiresAt, bytes }) => (expiresAt === null ? left - bytes : left), most)
    for (const artifact of here) {
      const { expiresAt, bytes } = artifact
      if (expiresAt === null) continue
      const isNewest = artifact === here[0]
      if (expiresAt <= now || (room < bytes && !isNewest)) drop(artifact)
      else room -= bytes
    }
  }

  function drop(artifact: Artifact): void {
    const gone: Artifact = { ...artifact, state: 'gone' }
    table.update(gone)
    rows.release(artifact.artifactId).catch(report)
    onChange(gone)
  }

  return {
    tidy,
    drop,
    close() {
      timer?.cancel()
      timer = null
    },
  }
}

/** Opens the store: removes expired results and orphaned files. */
export function createArtifactStore(options: ArtifactStoreOptions): ArtifactStore {
  const { table, clock, limits, onChange } = options
  const files = createArtifactRows(options.folder, options.report)
  const upkeep = createArtifactUpkeep(options, files)
  const here = table.list(null).filter(({ state }) => state === 'here')
  files.sweep(here.map(({ artifactId }) => artifactId))
  // a store that was restored from a backup may list rows that were deleted meanwhile
  for (const artifact of here) if (!files.exists(artifact.artifactId)) upkeep.drop(artifact)
  upkeep.tidy()

  function get(artifactId: string): Result<Artifact> {
    const artifact = table.get(artifactId)
    return artifact === null ? unknown(artifactId, table.list(null)) : success(artifact)
  }

  function update(artifactId: string, change: Partial<Artifact>): Result<Artifact> {
    const found = get(artifactId)
    if (!found.ok) return found
    const changed = { ...found.value, ...change }
    table.update(changed)
    onChange(changed)
    return success(changed)
  }

  /** The results are forgotten at once, so that erasing the store's file after this call erases them too; then their rows are removed. */
  async function remove(artifacts: readonly Pick<Artifact, 'artifactId'>[]): Promise<void> {
    for (const { artifactId } of artifacts) {
      table.remove(artifactId)
      options.onRemove(artifactId)
    }
    await Promise.all(artifacts.map(({ artifactId }) => files.release(artifactId)))
  }

  return {
    list: (conversationId) => table.list(conversationId),
    get,
    named(sqlName, conversationId) {
      const wanted = sqlName.trim().toLowerCase()
      const mine = table.list(conversationId)
      const isShown = (one: Artifact): boolean => one.conversationId !== conversationId && !options.isPrivate(one.conversationId)
      const known = options.isOutside(conversationId) ? mine : [...mine, ...table.list(null).filter(isShown)]
      const found = known.find((one) => one.sqlName.toLowerCase() === wanted || one.artifactId === sqlName)
      if (found === undefined) return unknown(sqlName, known)
      return found.state === 'gone' ? failure('artifact-gone', messageOf('artifact-gone', { name: sqlName })) : success(found)
    },
    outputOfCall: table.outputOfCall,
    nextName: () => `result_${table.nextNumber()}`,
    placeOf: files.placeOf,
    async add(artifact, output, rows) {
      table.add(artifact, output)
      try {
        await files.take(artifact.artifactId, rows)
      } catch (error) {
        table.remove(artifact.artifactId)
        throw error
      }
      onChange(artifact)
      upkeep.tidy()
    },
    async replace(artifact, rows) {
      await files.take(artifact.artifactId, rows)
      table.update(artifact)
      onChange(artifact)
      upkeep.tidy()
    },
    update,
    keep: (artifactId, isPinned) => update(artifactId, { expiresAt: isPinned ? null : clock.now() + limits.keepMs }),
    remove: (artifactId) => remove(table.get(artifactId) === null ? [] : [{ artifactId }]),
    removeOf: (conversationId) => remove(table.list(conversationId)),
    async removeAll() {
      await remove(table.list(null))
      await files.removeAll()
    },
    close() {
      upkeep.close()
      files.close()
    },
  }
}

function unknown(name: string, artifacts: readonly Artifact[]): Result<never> {
  const names = artifacts.filter(({ state }) => state === 'here').map(({ sqlName }) => sqlName)
  if (names.length === 0) return failure('artifact-unknown', messageOf('artifact-none'))
  return failure('artifact-unknown', messageOf('artifact-unknown', { name, results: names.slice(0, 20).join(', ') }))
}
