import { existsSync } from 'node:fs'
import Database from 'libsql'
import type { Clock } from '../../../shared/lib/clock'
import type { JsonValue } from '../../../shared/lib/json'
import { parseJson } from '../../../shared/lib/json-value'
import { z } from '../../../shared/lib/zod'
import { makePrivate } from '../../lib/private-file'
import { systemClock } from '../../lib/system-clock'
import { createLogFlusher, diskFlush, type FileFlush } from './log-flusher'

const faultSchema = z.object({ code: z.string() })

/** The short word of the engine for what went wrong, for example `SQLITE_FULL`. */
export function codeOfFault(error: unknown): string {
  return faultSchema.safeParse(error).data?.code ?? 'no access'
}

/** A column of JSON text: parsed on the way out, and refused as a schema error where it is no JSON or of another shape. */
export function jsonText<Value>(schema: z.ZodType<Value, JsonValue>): z.ZodType<Value, string> {
  return z
    .string()
    .transform((text, context): JsonValue => {
      const value = parseJson(text)
      if (value !== undefined) return value
      context.addIssue({ code: 'custom', message: 'is not JSON' })
      return z.NEVER
    })
    .pipe(schema)
}

/** The content of a column of JSON text; null stays null. */
export function jsonOf(value: JsonValue): string | null {
  return value === null ? null : JSON.stringify(value)
}

/** A value that a column can hold. */
export type SqlValue = string | number | Uint8Array | null

/** One SQLite file. Calls are synchronous and throw the engine's errors; rows are parsed by the caller's schema. */
export interface SqlDatabase {
  /** Runs one statement; returns the number of changed rows. */
  run(sql: string, ...values: readonly SqlValue[]): number
  all<Row>(schema: z.ZodType<Row>, sql: string, ...values: readonly SqlValue[]): readonly Row[]
  /** The first row, or null. */
  first<Row>(schema: z.ZodType<Row>, sql: string, ...values: readonly SqlValue[]): Row | null
  /** The first column of each row, which contains text: faster for many rows. */
  texts(sql: string, ...values: readonly SqlValue[]): readonly string[]
  /** Runs several statements without parameters. */
  script(sql: string): void
  /** Applies all of `body` or nothing. Inside another transaction it is part of that one. */
  transaction<Value>(body: () => Value): Value
  /** A transaction that is on the disk, not only in the system's cache, when it returns: required before an external effect. */
  durably<Value>(body: () => Value): Value
  /**
   * Brings what was written to the disk within 100 ms, without waiting for it: until then a power cut loses it. What waits when the file
   * is closed is brought there then. A failure is given to `onFlush`.
   */
  flushSoon(): void
  /**
   * Opens the file anew: whether it may be written was decided when it was opened. Throws, and goes on with what is open, where
   * that fails. Not within a transaction.
   */
  reopen(): void
  /** Closes without changing file or log. Safe to call twice. */
  close(): void
}

// checked by hand, because there may be thousands of rows
const textRowsSchema = z.custom<readonly (readonly [string])[]>(
  (rows) => Array.isArray(rows) && rows.every((row: unknown) => Array.isArray(row) && typeof row[0] === 'string'),
)

/** How long, in ms, a statement waits for another process that writes to the file. */
const BUSY_TIMEOUT_MS = 2000

/** What the later flushes need. */
export interface SqlDatabaseOptions {
  /** the computer's clock where there is none */
  readonly clock?: Clock
  /** the computer's disk where there is none */
  readonly disk?: FileFlush
  /** A later flush failed with this code of the system; null: one succeeded after others that failed. */
  onFlush?(failure: string | null): void
}

/**
 * Opens a file, or memory for `:memory:`, and creates it if missing. In WAL mode a commit survives a crash of the app with
 * `synchronous = NORMAL`; only a power cut needs the flush of `durably`. Messages are saved several times a second while an answer
 * streams, so they do not wait for the disk.
 */
export function openSqlDatabase(
  location: string,
  { clock = systemClock, disk = diskFlush, onFlush = () => undefined }: SqlDatabaseOptions = {},
): SqlDatabase {
  let database = open(location)
  const statements = new Map<string, Database.Statement>()
  const rawStatements = new Map<string, Database.Statement>()
  let depth = 0
  // the log holds every commit since the last checkpoint
  const flusher = location === ':memory:' ? null : createLogFlusher(`${location}-wal`, { clock, disk, onFlush })

  function forget(): void {
    statements.clear()
    rawStatements.clear()
  }

  function prepared(sql: string): Database.Statement {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  function all<Row>(schema: z.ZodType<Row>, sql: string, values: readonly SqlValue[]): readonly Row[] {
    return prepared(sql)
      .all(values.map(readable))
      .map((row) => schema.parse(row))
  }

  function texts(sql: string, values: readonly SqlValue[]): readonly string[] {
    const known = rawStatements.get(sql) ?? database.prepare(sql).raw(true)
    rawStatements.set(sql, known)
    return textRowsSchema.parse(known.all(values.map(readable))).map(([text]) => text)
  }

  function transaction<Value>(body: () => Value): Value {
    if (depth > 0) return body()
    database.exec('BEGIN IMMEDIATE')
    depth += 1
    try {
      const value = body()
      database.exec('COMMIT')
      return value
    } catch (error) {
      // a failed commit may have ended the transaction by itself
      if (database.inTransaction) database.exec('ROLLBACK')
      throw error
    } finally {
      depth -= 1
    }
  }

  return {
    run: (sql, ...values) => prepared(sql).run(values.map(readable)).changes,
    all: (schema, sql, ...values) => all(schema, sql, values),
    first: (schema, sql, ...values) => all(schema, sql, values)[0] ?? null,
    texts: (sql, ...values) => texts(sql, values),
    script(sql) {
      database.exec(sql)
    },
    transaction,
    durably(body) {
      if (depth > 0) return body()
      database.exec('PRAGMA synchronous = FULL')
      try {
        return transaction(body)
      } finally {
        database.exec('PRAGMA synchronous = NORMAL')
      }
    },
    flushSoon: () => flusher?.soon(),
    reopen() {
      if (location === ':memory:') return
      const anew = open(location)
      forget()
      database.close()
      database = anew
    },
    close() {
      forget()
      flusher?.close()
      if (database.open) database.close()
    },
  }
}

/** The engine reads text only up to its first zero character: a replacement character keeps the rest. */
function readable(value: SqlValue): SqlValue {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
}

/** The database and what the engine left beside it; what it makes anew has the rights of the database. */
function filesOf(location: string): readonly string[] {
  return [location, ...[`${location}-wal`, `${location}-shm`].filter((file) => existsSync(file))]
}

function open(location: string): Database.Database {
  if (location !== ':memory:') for (const file of filesOf(location)) makePrivate(file)
  const database = new Database(location)
  try {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    database.exec('PRAGMA foreign_keys = ON')
    database.exec('PRAGMA synchronous = NORMAL')
    // deleted data is overwritten, not only unlinked
    database.exec('PRAGMA secure_delete = ON')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
