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

/** Opens the store: removes expired results and orphaned files. */
export function createArtifactStore(options: ArtifactStoreOptions): ArtifactStore {
  const { table, folder, clock, limits, onChange, report } = options
  const held = new Map<string, HeldRows>()
  let timer: Timer | null = null
  if (existsSync(folder)) sweepStrangers()
  // a store that was restored from a backup may list rows that were deleted meanwhile
  for (const artifact of table.list(null)) if (artifact.state === 'here' && !existsSync(fileOf(artifact.artifactId))) drop(artifact)
  tidy()

  function fileOf(artifactId: string): string {
    return join(folder, `${artifactId}.db`)
  }

  async function take(artifactId: string, rows: RowsPlace): Promise<void> {
    if (typeof rows !== 'string') return void held.set(artifactId, rows)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rename(rows, fileOf(artifactId))
  }

  async function letGo(artifactId: string): Promise<void> {
    held.delete(artifactId)
    await rm(fileOf(artifactId), { force: true })
  }

  function sweepStrangers(): void {
    const known = new Set(table.list(null).flatMap(({ artifactId, state }) => (state === 'here' ? [`${artifactId}.db`] : [])))
    for (const name of readdirSync(folder)) {
      if (!known.has(name)) void rm(join(folder, name), { recursive: true, force: true }).catch(report)
    }
  }

  /** Removes expired results, then the oldest that are not pinned by the user until the rest fits. */
  function tidy(): void {
    const now = clock.now()
    const here = table.list(null).filter(({ state }) => state === 'here')
    const isHeld = ({ artifactId }: Artifact): boolean => held.has(artifactId)
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
    letGo(artifact.artifactId).catch(report)
    onChange(gone)
  }

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
    await Promise.all(artifacts.map(({ artifactId }) => letGo(artifactId)))
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
    placeOf: (artifactId) => held.get(artifactId) ?? fileOf(artifactId),
    async add(artifact, output, rows) {
      table.add(artifact, output)
      try {
        await take(artifact.artifactId, rows)
      } catch (error) {
        table.remove(artifact.artifactId)
        throw error
      }
      onChange(artifact)
      tidy()
    },
    async replace(artifact, rows) {
      await take(artifact.artifactId, rows)
      table.update(artifact)
      onChange(artifact)
      tidy()
    },
    update,
    keep: (artifactId, kept) => update(artifactId, { expiresAt: kept ? null : clock.now() + limits.keepMs }),
    remove: (artifactId) => remove(table.get(artifactId) === null ? [] : [{ artifactId }]),
    removeOf: (conversationId) => remove(table.list(conversationId)),
    async removeAll() {
      await remove(table.list(null))
      await rm(folder, { recursive: true, force: true })
    },
    close() {
      timer?.cancel()
      timer = null
      held.clear()
    },
  }
}

function unknown(name: string, artifacts: readonly Artifact[]): Result<never> {
  const names = artifacts.filter(({ state }) => state === 'here').map(({ sqlName }) => sqlName)
  if (names.length === 0) return failure('artifact-unknown', messageOf('artifact-none'))
  return failure('artifact-unknown', messageOf('artifact-unknown', { name, results: names.slice(0, 20).join(', ') }))
}
