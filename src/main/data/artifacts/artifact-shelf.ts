import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Artifact } from '../../../shared/data/artifact'
import type { Clock, Timer } from '../../../shared/lib/clock'
import { failure, type Result, success } from '../../../shared/lib/result'
import { tell } from '../../../shared/told/tell'
import type { QueryResult } from '../../../shared/tools/query-result'
import type { ArtifactTable } from '../../store/artifact-table'

/** How long results are kept, and how many bytes all of them may take. */
export interface ShelfLimits {
  readonly keepMs: number
  readonly bytes: number
}

export const usualShelfLimits: ShelfLimits = { keepMs: 30 * 24 * 60 * 60 * 1000, bytes: 1024 * 1024 * 1024 }

/** What the shelf needs. */
export interface ShelfOptions {
  readonly table: ArtifactTable
  readonly folder: string
  /** where the rows of private conversations lie as long as the program runs */
  readonly passingFolder: string
  isPrivate(conversationId: string): boolean
  readonly clock: Clock
  readonly limits: ShelfLimits
  readonly onChange: (artifact: Artifact) => void
  readonly onRemove: (artifactId: string) => void
  readonly report: (error: unknown) => void
}

/** The kept results: what is known of each in the store, its rows in a file. */
export interface ArtifactShelf {
  list(conversationId: string | null): readonly Artifact[]
  get(artifactId: string): Result<Artifact>
  /** A result of this conversation by its table's name; of another conversation where it has none of that name. */
  named(sqlName: string, conversationId: string): Result<Artifact>
  outputOfCall(toolCallId: string): QueryResult | null
  nextName(): string
  fileOf(artifactId: string): string
  /** Takes a result and its file over. */
  add(artifact: Artifact, output: QueryResult, file: string): Promise<void>
  /** Puts new rows in the place of those of a result. */
  replace(artifact: Artifact, file: string): Promise<void>
  update(artifactId: string, change: Partial<Pick<Artifact, 'title' | 'expiresAt'>>): Result<Artifact>
  keep(artifactId: string, kept: boolean): Result<Artifact>
  remove(artifactId: string): Promise<void>
  removeOf(conversationId: string): Promise<void>
  /** All rows go, also those of results that the store has forgotten already. */
  removeAll(): Promise<void>
  close(): void
}

/** Longest time that a timer is set for, in ms: clocks count them in 31 bits. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000

/** Opens the shelf: what is over its time goes, and files that belong to nothing are taken away. */
export function createArtifactShelf(options: ShelfOptions): ArtifactShelf {
  const { table, folder, clock, limits, onChange, report } = options
  let timer: Timer | null = null
  if (existsSync(folder)) sweepStrangers()
  // a store that was brought back from a backup may speak of rows that went meanwhile
  for (const artifact of table.list(null)) if (artifact.state === 'here' && !existsSync(fileOf(artifact.artifactId))) drop(artifact)
  tidy()

  function fileOf(artifactId: string): string {
    const conversationId = table.get(artifactId)?.conversationId
    return join(conversationId !== undefined && options.isPrivate(conversationId) ? options.passingFolder : folder, `${artifactId}.db`)
  }

  function sweepStrangers(): void {
    const known = new Set(table.list(null).flatMap(({ artifactId, state }) => (state === 'here' ? [`${artifactId}.db`] : [])))
    for (const name of readdirSync(folder)) {
      if (!known.has(name)) void rm(join(folder, name), { recursive: true, force: true }).catch(report)
    }
  }

  /** What is over its time goes; then the oldest that nobody keeps, until the rest has room. */
  function tidy(): void {
    const now = clock.now()
    const here = table.list(null).filter(({ state }) => state === 'here')
    // what the user keeps has its room before all others, however old it is
    let room = here.reduce((left, { expiresAt, bytes }) => (expiresAt === null ? left - bytes : left), limits.bytes)
    for (const artifact of here) {
      const { expiresAt, bytes } = artifact
      if (expiresAt === null) continue
      const isNewest = artifact === here[0]
      if (expiresAt <= now || (room < bytes && !isNewest)) drop(artifact)
      else room -= bytes
    }
    timer?.cancel()
    const ends = here.flatMap(({ expiresAt }) => (expiresAt !== null && expiresAt > now ? [expiresAt] : []))
    timer = ends.length === 0 ? null : clock.after(Math.min(LONGEST_WAIT_MS, Math.min(...ends) - now), tidy)
  }

  function drop(artifact: Artifact): void {
    const gone: Artifact = { ...artifact, state: 'gone' }
    table.update(gone)
    void rm(fileOf(artifact.artifactId), { force: true }).catch(report)
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

  async function remove(artifactId: string): Promise<void> {
    if (table.get(artifactId) === null) return
    const file = fileOf(artifactId)
    table.remove(artifactId)
    options.onRemove(artifactId)
    await rm(file, { force: true })
  }

  return {
    list: (conversationId) => table.list(conversationId),
    get,
    named(sqlName, conversationId) {
      const wanted = sqlName.trim().toLowerCase()
      const mine = table.list(conversationId)
      const found = [...mine, ...table.list(null)].find((one) => one.sqlName.toLowerCase() === wanted || one.artifactId === sqlName)
      if (found === undefined) return unknown(sqlName, table.list(null))
      return found.state === 'gone' ? failure('artifact-gone', tell('artifact-gone', { name: sqlName })) : success(found)
    },
    outputOfCall: table.outputOfCall,
    nextName: () => `result_${table.nextNumber()}`,
    fileOf,
    async add(artifact, output, file) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      table.add(artifact, output)
      try {
        await rename(file, fileOf(artifact.artifactId))
      } catch (error) {
        table.remove(artifact.artifactId)
        throw error
      }
      onChange(artifact)
      tidy()
    },
    async replace(artifact, file) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await rename(file, fileOf(artifact.artifactId))
      table.update(artifact)
      onChange(artifact)
      tidy()
    },
    update,
    keep: (artifactId, kept) => update(artifactId, { expiresAt: kept ? null : clock.now() + limits.keepMs }),
    remove,
    async removeOf(conversationId) {
      for (const { artifactId } of table.list(conversationId)) await remove(artifactId)
    },
    async removeAll() {
      for (const { artifactId } of table.list(null)) await remove(artifactId)
      await rm(folder, { recursive: true, force: true })
    },
    close() {
      timer?.cancel()
      timer = null
    },
  }
}

function unknown(name: string, artifacts: readonly Artifact[]): Result<never> {
  const names = artifacts.filter(({ state }) => state === 'here').map(({ sqlName }) => sqlName)
  if (names.length === 0) return failure('artifact-unknown', tell('artifact-none'))
  return failure('artifact-unknown', tell('artifact-unknown', { name, results: names.slice(0, 20).join(', ') }))
}
