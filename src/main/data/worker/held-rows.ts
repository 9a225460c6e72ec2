import { deserialize, serialize } from 'node:v8'
import type { Database, SQLiteValue } from 'node-sqlite3-wasm'
import { z } from '../../../shared/lib/zod'
import { quoted } from '../sandbox/result-columns'
import { type RowWriter, rowWriter } from './row-writer'

/**
 * A table only in memory: its rows as `node:v8` serializes them, many per piece. The memory of the pieces is shared by the threads: copies
 * of them, up to the whole limit of held results, would stop main each time they are passed on.
 */
export interface HeldRows {
  readonly table: string
  readonly names: readonly string[]
  readonly pieces: readonly Uint8Array[]
}

/** A table that a job reads: in a file that only this job uses, or in memory. */
export type RowsPlace = string | HeldRows

/** The most rows in one piece. */
const ROWS_AT_ONCE = 1_000

// not validated: a worker of this app wrote them
const piecesSchema = z.custom<SQLiteValue[][]>(Array.isArray)

/** Collects rows and returns them as pieces. */
export function rowHolder(): RowWriter & { readonly pieces: readonly Uint8Array[] } {
  const pieces: Uint8Array[] = []
  let rows: SQLiteValue[][] = []
  const end = (): void => {
    if (rows.length > 0) pieces.push(inSharedMemory(serialize(rows)))
    rows = []
  }
  return {
    pieces,
    write(row) {
      rows.push(row)
      if (rows.length >= ROWS_AT_ONCE) end()
    },
    end,
  }
}

function inSharedMemory(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  return shared
}

/** Creates the table in the engine's memory; `temp` is in no file, whatever file is open next to it. */
export function unfold(database: Database, { table, names, pieces }: HeldRows): void {
  const place = `temp.${quoted(table)}`
  database.exec(`BEGIN; CREATE TABLE ${place} (${names.map(quoted).join(', ')})`)
  const writer = rowWriter(database, place, names.length)
  for (const piece of pieces) for (const row of piecesSchema.parse(deserialize(Buffer.from(piece)))) writer.write(row)
  writer.end()
  database.exec('COMMIT')
}
