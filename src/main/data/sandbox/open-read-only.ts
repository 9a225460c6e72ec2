import type { Database } from 'node-sqlite3-wasm'
import { type RowsPlace, unfold } from '../worker/held-rows'
import { openDatabase } from './own-engine'

/**
 * A layer: opens files so that the engine itself refuses to write to them and takes no code from them: functions in views and
 * generated columns must be harmless. The first file is the main one, the others are attached read-only as well; rows in memory stay
 * there.
 */
export function openReadOnly(places: readonly RowsPlace[]): Database {
  const [file, ...attached] = places.filter((place) => typeof place === 'string')
  if (places.length === 0) throw new Error('nothing to read')
  const database = file === undefined ? openDatabase(':memory:') : openDatabase(file, { readOnly: true, fileMustExist: true })
  try {
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON')
    for (const [index, path] of attached.entries()) database.run(`ATTACH ? AS other_${index}`, [path])
    for (const place of places) if (typeof place !== 'string') unfold(database, place)
    database.exec('PRAGMA query_only = ON')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
