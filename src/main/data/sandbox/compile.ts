import type { Database } from 'node-sqlite3-wasm'
import { failure, type Result, success } from '../../../shared/lib/result'
import { z } from '../../../shared/lib/zod'
import { messageOf } from '../../../shared/messages/message'
import { allowedModules, allowedProgram } from './allowed-program'
import { limitRows } from './limit-rows'
import { missingName } from './missing-name'
import { oneQuery } from './one-query'

const programSchema = z.array(z.object({ opcode: z.string(), p1: z.number(), p2: z.number(), p4: z.string().nullable() }))

const modulesSchema = z.array(z.object({ name: z.string() }))

/** A query that passed every layer that can be asked before it runs. */
export interface CompiledQuery {
  /** as it was asked for, without what stands around it */
  readonly asked: string
  /** with the limit that holds */
  readonly sql: string
  /** whether the limit is ours */
  readonly limited: boolean
  /** the query whose plan is asked for, in place of its rows; null where its rows are */
  readonly explained: string | null
}

/** Passes a query through the layers: its words, the limit, the engine's own program of it. Nothing runs. */
export function compileQuery(database: Database, sql: string, maxRows: number): Result<CompiledQuery> {
  const query = oneQuery(sql)
  if (!query.ok) return query
  const limited = limitRows(query.value, maxRows)
  for (const text of new Set([query.value.text, limited.sql])) {
    const program = programOf(database, text)
    if (!program.ok) return program
    const modules = allowedModules(modulesSchema.parse(database.all('PRAGMA module_list')).map(({ name }) => name))
    if (!modules.ok) return modules
    const allowed = allowedProgram(program.value)
    if (!allowed.ok) return allowed
  }
  if (query.value.explains) return success(planQuery(database, query.value.text))
  return success({ asked: query.value.text, sql: limited.sql, limited: limited.changed, explained: null })
}

const planSchema = z.array(z.object({ id: z.number().int(), parent: z.number().int(), detail: z.string() }))

/** The plan of a query as a query: the engine makes it without running anything, and its lines are values from then on. */
function planQuery(database: Database, explained: string): CompiledQuery {
  const lines = planSchema.parse(database.all(`EXPLAIN QUERY PLAN ${explained}`))
  const values = lines.map(({ id, parent, detail }) => `(${id}, ${parent}, '${detail.replaceAll("'", "''")}')`)
  const from = values.length === 0 ? 'SELECT 0, 0, NULL WHERE 0' : `VALUES ${values.join(', ')}`
  const sql = `WITH plan (id, parent, detail) AS (${from}) SELECT id, parent, detail FROM plan`
  return { asked: sql, sql, limited: false, explained }
}

function programOf(database: Database, sql: string): Result<z.infer<typeof programSchema>> {
  try {
    return success(programSchema.parse(database.all(`EXPLAIN ${sql}`)))
  } catch (error) {
    return (error instanceof Error ? missingName(database, sql, error.message) : null) ?? engineRefusal(error)
  }
}

/** What the engine says of a query that it can't compile or run, for example that a column is unknown. */
export function engineRefusal(error: unknown): ReturnType<typeof failure<'sql-refused'>> {
  const reason = error instanceof Error ? error.message : String(error)
  if (/out of memory|memory access out of bounds|Aborted/i.test(reason)) return failure('sql-refused', messageOf('sql-memory'))
  return failure('sql-refused', messageOf('sql-engine', { reason: reason.replace(/\.$/, '').slice(0, 300) }))
}
