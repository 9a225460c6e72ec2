import { deserialize, serialize } from 'node:v8'
import type { Database, SQLiteValue } from 'node-sqlite3-wasm'
import { z } from '../../../shared/lib/zod'
import { quoted } from '../sandbox/result-columns'
import { type RowWriter, rowWriter } from './row-writer'

/** A table that is in memory alone: its rows as `node:v8` writes them, many in one piece. */
export interface HeldRows {
  readonly table: string
  readonly names: readonly string[]
  readonly pieces: readonly Uint8Array[]
}

/** A table that a job reads: in a file that only this job uses, or held in memory. */
export type RowsPlace = string | HeldRows

/** Rows of one piece at the most. */
const ROWS_AT_ONCE = 1_000

// not looked into: a worker of this app has written them
const piecesSchema = z.custom<SQLiteValue[][]>(Array.isArray)

/** Takes rows and gives them back as pieces. */
export function rowHolder(): RowWriter & { readonly pieces: readonly Uint8Array[] } {
  const pieces: Uint8Array[] = []
  let rows: SQLiteValue[][] = []
  const end = (): void => {
    if (rows.length > 0) pieces.push(serialize(rows))
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

/** Makes the table in the engine's memory; `temp` is in no file, whatever file is open beside it. */
export function unfold(database: Database, { table, names, pieces }: HeldRows): void {
  const place = `temp.${quoted(table)}`
  database.exec(`BEGIN; CREATE TABLE ${place} (${names.map(quoted).join(', ')})`)
  const writer = rowWriter(database, place, names.length)
  for (const piece of pieces) for (const row of piecesSchema.parse(deserialize(piece))) writer.write(row)
  writer.end()
  database.exec('COMMIT')
}
