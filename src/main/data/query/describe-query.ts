import { largestResult, queryTimeoutMs, rowsToModel } from '../../../shared/data/limits'
import type { QueryDetails } from '../../../shared/data/query-details'
import { type Result, textOf } from '../../../shared/lib/result'
import type { ArtifactStore } from '../artifacts/artifact-store'
import type { Engine } from '../engine'
import type { SourceService } from '../sources/source-service'
import type { DescribeAnswer } from '../worker/job'
import { planOfTables } from './plan-names'
import { planText, scans } from './plan-text'
import type { QueryFiles, QueryRequest, QueryService } from './query-service'

const DESCRIBE_TIMEOUT_MS = 5_000

/** Dependencies of a description. */
export interface DescribeOptions {
  readonly engine: Engine
  readonly sources: SourceService
  readonly artifacts: ArtifactStore
  readonly queries: Pick<QueryService, 'filesOf' | 'usualRows'>
}

/** Says what a query would do, or why it is refused. Nothing is run. */
export async function describeQuery(
  { engine, sources, artifacts, queries }: DescribeOptions,
  request: Pick<QueryRequest, 'conversationId' | 'origin' | 'sql' | 'maxRows'> & { readonly reason: string },
): Promise<QueryDetails> {
  const found = await queries.filesOf(request.origin, request.conversationId)
  if (!found.ok) return refused(found)
  const folder = await engine.openJobFolder()
  const maxRows = request.maxRows ?? queries.usualRows(request.conversationId)
  try {
    const files = await folder.lendAll(found.value.files)
    const said = await engine.run('describe', { files, sql: request.sql, maxRows }, { timeoutMs: DESCRIBE_TIMEOUT_MS })
    if (!said.ok) return refused(said)
    const rowsOf = await tableRows(found.value)
    const tables = said.value.tables.map((name) => ({ name, rows: rowsOf.get(name) ?? null }))
    const { formattedSql, sqlTokens } = await import('./sql-look')
    const sql = formattedSql(said.value.sql)
    const plan = planOfTables(said.value.plan, said.value.sql, said.value.tables)
    return {
      kind: 'fits',
      sql,
      tokens: [...(await sqlTokens(sql))],
      reason: request.reason,
      source: request.origin.kind === 'source' ? request.origin.name : request.origin.names.join(', '),
      copiedAt: found.value.copiedAt,
      tables,
      plan: [...planText(plan)],
      ...sizeOf({ ...said.value, plan }, tables, maxRows),
      maxRows,
      maxMs: queryTimeoutMs,
      maxBytes: largestResult,
      rowsToModel: Math.min(rowsToModel, maxRows),
    }
  } finally {
    await folder.clear()
  }

  async function tableRows({ origin }: QueryFiles): Promise<ReadonlyMap<string, number>> {
    if (origin.kind === 'artifacts') {
      return new Map(
        artifacts.list(null).flatMap(({ artifactId, sqlName, rows }) => (origin.artifactIds.includes(artifactId) ? [[sqlName, rows]] : [])),
      )
    }
    const schema = await sources.schema(origin.sourceId)
    return new Map(schema.ok ? schema.value.flatMap(({ name, rows }) => (rows === null ? [] : [[name, rows]])) : [])
  }
}

/** An estimate from the plan: tables that are scanned count fully, tables that are looked up are left out. */
function sizeOf(
  { plan, tables: names, sql }: DescribeAnswer,
  tables: readonly { readonly name: string; readonly rows: number | null }[],
  maxRows: number,
) {
  const known = tables.flatMap(({ rows }) => (rows === null ? [] : [rows]))
  const ofRows = known.length === names.length && names.length > 0 ? sum(known) : null
  const scanned = tables.filter(({ name }) => scans(plan, name))
  const readsRows =
    ofRows === null ? null : scanned.length === 0 && names.length > 0 ? null : sum(scanned.flatMap(({ rows }) => rows ?? []))
  const aggregates =
    !/\bgroup\s+by\b/i.test(sql) && /^\s*select\s+(?:count|sum|avg|min|max|total)\s*\([^()]*\)\s+(?:as\s+\S+\s+)?from\b/i.test(sql)
  const isPlain =
    plan.every(({ detail }) => /^(?:SCAN|USE TEMP B-TREE FOR ORDER BY)/.test(detail)) &&
    !/\b(?:where|group|having|distinct|join)\b/i.test(sql)
  const returnsRows = aggregates ? 1 : isPlain && readsRows !== null ? Math.min(maxRows, readsRows) : null
  return { readsRows, ofRows, returnsRows }
}

const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0)

function refused(result: Result<unknown> & { readonly ok: false }): QueryDetails {
  return { kind: 'refused', problem: textOf(result.error) }
}
