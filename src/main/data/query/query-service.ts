import { join } from 'node:path'
import type { Artifact, ArtifactOrigin } from '../../../shared/data/artifact'
import { largestResult, queryTimeoutMs, rowsToModel } from '../../../shared/data/limits'
import type { Clock } from '../../../shared/lib/clock'
import type { NewId } from '../../../shared/lib/ids'
import { type Result, success } from '../../../shared/lib/result'
import type { QueryResult } from '../../../shared/tools/query-result'
import type { ArtifactStore } from '../artifacts/artifact-store'
import type { Engine } from '../engine'
import type { SourceService } from '../sources/source-service'
import type { RowsPlace } from '../worker/held-rows'
import type { QueryAnswer } from '../worker/job'
import { resultForModel } from './result-for-model'

/** A query of the model or of the user. */
export interface QueryRequest {
  readonly conversationId: string
  readonly toolCallId: string | null
  readonly origin: { readonly kind: 'source'; readonly name: string } | { readonly kind: 'artifacts'; readonly names: readonly string[] }
  readonly sql: string
  readonly title: string
  readonly maxRows: number | null
  readonly timeoutMs?: number
}

/** The files that a query reads. */
export interface QueryFiles {
  readonly origin: ArtifactOrigin
  readonly files: readonly RowsPlace[]
  readonly copiedAt: number | null
}

/** Runs queries and stores their results. */
export interface QueryService {
  /** Runs a query in the sandbox; its result is stored and announced. */
  run(wanted: QueryRequest, signal: AbortSignal): Promise<Result<QueryResult>>
  /** Runs the query again: the new rows replace the old ones. */
  again(artifactId: string): Promise<Result<Artifact>>
  filesOf(origin: QueryRequest['origin'], conversationId: string): Promise<Result<QueryFiles>>
  /** The most rows that a query of this conversation stores where it names no number. */
  usualRows(conversationId: string): number
}

/** Dependencies of the service. */
export interface QueryServiceOptions {
  readonly engine: Engine
  readonly sources: SourceService
  readonly artifacts: ArtifactStore
  isPrivate(conversationId: string): boolean
  /** As in `QueryService`. */
  usualRows(conversationId: string): number
  readonly clock: Clock
  readonly newId: NewId
  readonly keepMs: number
}

/** The longest time for counting all rows of a truncated result, in ms; after that their number stays unknown. */
const COUNT_TIMEOUT_MS = 2_000

type FilesOf = QueryService['filesOf']

function createFilesOf({ sources, artifacts }: QueryServiceOptions): FilesOf {
  return async (origin, conversationId) => {
    if (origin.kind === 'source') {
      const source = sources.find(origin.name)
      if (!source.ok) return source
      const copy = await sources.copyOf(source.value.sourceId)
      if (!copy.ok) return copy
      const { sourceId, name } = source.value
      return success({ origin: { kind: 'source', sourceId, name }, files: [copy.value.file], copiedAt: copy.value.copiedAt })
    }
    const found = [...new Set(origin.names)].map((name) => artifacts.named(name, conversationId))
    const chosen: Artifact[] = []
    for (const one of found) {
      if (!one.ok) return one
      chosen.push(one.value)
    }
    const artifactIds = chosen.map(({ artifactId }) => artifactId)
    return success({ origin: { kind: 'artifacts', artifactIds }, files: artifactIds.map(artifacts.placeOf), copiedAt: null })
  }
}

/** The result of a run. */
interface Ran {
  readonly answer: QueryAnswer
  readonly files: QueryFiles
  readonly originalRows: number | null
  readonly durationMs: number
}

/** Runs a query into a table of this name. `keep` takes over the rows while their file still exists. */
type RunInto = <Stored>(
  wanted: Omit<QueryRequest, 'toolCallId' | 'title'>,
  table: string,
  signal: AbortSignal | undefined,
  keep: (ran: Ran, rows: RowsPlace) => Promise<Stored>,
) => Promise<Result<Stored>>

function createRunInto({ engine, isPrivate, usualRows, clock }: QueryServiceOptions, filesOf: FilesOf): RunInto {
  return async (wanted, table, signal, keep) => {
    const found = await filesOf(wanted.origin, wanted.conversationId)
    if (!found.ok) return found
    const folder = await engine.openJobFolder()
    try {
      const files = await folder.lendAll(found.value.files)
      // rows of a private conversation are in no file, not even for a moment
      const resultFile = isPrivate(wanted.conversationId) ? null : join(folder.folder, 'result.db')
      const startedAt = clock.now()
      const bounds = { maxRows: wanted.maxRows ?? usualRows(wanted.conversationId), maxBytes: largestResult, headRows: rowsToModel }
      const answer = await engine.run(
        'query',
        { files, sql: wanted.sql, ...bounds, resultFile, table },
        { timeoutMs: wanted.timeoutMs ?? queryTimeoutMs, ...(signal !== undefined && { signal }) },
      )
      if (!answer.ok) return answer
      const durationMs = clock.now() - startedAt
      const counted =
        answer.value.cutBy === null
          ? null
          : await engine.run('count', { files, sql: wanted.sql }, { timeoutMs: COUNT_TIMEOUT_MS, ...(signal !== undefined && { signal }) })
      const originalRows = counted === null ? answer.value.rows : counted.ok ? counted.value.rows : null
      return success(
        await keep({ answer: answer.value, files: found.value, originalRows, durationMs }, answer.value.held ?? resultFile ?? ''),
      )
    } finally {
      await folder.clear()
    }
  }
}

/** A result as large as its limit may still be complete. */
function cutOf({ answer, originalRows }: Ran): Artifact['cutBy'] {
  return originalRows === answer.rows ? null : answer.cutBy
}

/** Creates the service. */
export function createQueryService(options: QueryServiceOptions): QueryService {
  const { sources, artifacts, usualRows, clock, newId, keepMs } = options
  const filesOf = createFilesOf(options)
  const runInto = createRunInto(options, filesOf)

  /** A source is found by its name, which may have changed since. */
  function originOf({ origin }: Artifact): QueryRequest['origin'] {
    if (origin.kind === 'artifacts') return { kind: 'artifacts', names: origin.artifactIds }
    const now = sources.get(origin.sourceId)
    return { kind: 'source', name: now.ok ? now.value.name : origin.name }
  }

  return {
    filesOf,
    usualRows,
    run(wanted, signal) {
      const sqlName = artifacts.nextName()
      return runInto(wanted, sqlName, signal, async (ran, rows) => {
        const { answer, files, originalRows, durationMs } = ran
        const now = clock.now()
        const artifact: Artifact = {
          artifactId: newId('artifact'),
          conversationId: wanted.conversationId,
          toolCallId: wanted.toolCallId,
          title: wanted.title,
          sqlName,
          origin: files.origin,
          sql: wanted.sql,
          columns: [...answer.columns],
          rows: answer.rows,
          originalRows,
          cutBy: cutOf(ran),
          bytes: answer.bytes,
          durationMs,
          copiedAt: files.copiedAt,
          createdAt: now,
          expiresAt: now + keepMs,
          state: 'here',
        }
        const output = resultForModel(artifact, answer.head)
        await artifacts.add(artifact, output, rows)
        return output
      })
    },
    async again(artifactId) {
      const found = artifacts.get(artifactId)
      if (!found.ok) return found
      const before = found.value
      const { conversationId, sql } = before
      const origin = originOf(before)
      const maxRows = Math.max(before.rows, usualRows(before.conversationId))
      return runInto({ conversationId, origin, sql, maxRows }, before.sqlName, undefined, async (ran, rows) => {
        const { answer, files, originalRows, durationMs } = ran
        const now = clock.now()
        const facts = { columns: [...answer.columns], rows: answer.rows, originalRows, cutBy: cutOf(ran), bytes: answer.bytes, durationMs }
        const expiresAt = before.expiresAt === null ? null : now + keepMs
        const artifact: Artifact = { ...before, ...facts, copiedAt: files.copiedAt, createdAt: now, expiresAt, state: 'here' }
        await artifacts.replace(artifact, rows)
        return artifact
      })
    },
  }
}
