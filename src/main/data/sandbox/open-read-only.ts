import sqlite, { type Database } from 'node-sqlite3-wasm'

/**
 * A layer: opens files so that the engine itself refuses to write into them, and takes no code from them: functions in views
 * and generated columns must be harmless ones. The first file is the main one, the others are attached read-only as it is.
 */
export function openReadOnly([file, ...attached]: readonly string[]): Database {
  if (file === undefined) throw new Error('no file to read')
  const database = new sqlite.Database(file, { readOnly: true, fileMustExist: true })
  try {
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON')
    for (const [index, path] of attached.entries()) database.run(`ATTACH ? AS other_${index}`, [path])
    database.exec('PRAGMA query_only = ON')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
