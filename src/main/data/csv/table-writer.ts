import type { Database, SQLiteValue, Statement } from 'node-sqlite3-wasm'
import { quoted } from '../sandbox/result-columns'

/** The engine takes 32,766 values at once; a higher limit than this is no faster. */
const VALUES_AT_ONCE = 2_000

/** Creates a table and inserts rows, many per statement. */
export function createTableWriter(database: Database, table: string, names: readonly string[], types: readonly string[]) {
  let width = names.length
  let values: SQLiteValue[] = []
  let whole: Statement | null = null
  let perGroup = 1
  const taken = new Set(names.map((name) => name.toLowerCase()))
  database.exec(`CREATE TABLE ${quoted(table)} (${names.map((name, index) => `${quoted(name)} ${types[index] ?? ''}`).join(', ')})`)

  function insert(rows: number): Statement {
    const one = `(${Array.from({ length: width }, () => '?').join(',')})`
    return database.prepare(`INSERT INTO ${quoted(table)} VALUES ${Array.from({ length: rows }, () => one).join(',')}`)
  }

  function flush(): void {
    whole?.finalize()
    whole = null
    if (values.length === 0) return
    const rest = insert(values.length / width)
    rest.run(values)
    rest.finalize()
    values = []
  }

  return {
    width: () => width,
    /** Adds a column for rows with extra values, of the type that `typeOf` gives for its name; earlier rows have no value there. */
    addColumn(typeOf: (name: string) => string): void {
      flush()
      let name = `column_${width + 1}`
      while (taken.has(name.toLowerCase())) name = `${name}_2`
      taken.add(name.toLowerCase())
      database.exec(`ALTER TABLE ${quoted(table)} ADD COLUMN ${quoted(name)} ${typeOf(name)}`)
      width += 1
    },
    write(row: readonly SQLiteValue[]): void {
      if (whole === null) {
        perGroup = Math.max(1, Math.floor(VALUES_AT_ONCE / width))
        whole = insert(perGroup)
      }
      for (const value of row) values.push(value)
      if (values.length < perGroup * width) return
      whole.run(values)
      values = []
    },
    end: flush,
    /** Releases the engine without writing the rest. */
    drop(): void {
      whole?.finalize()
      whole = null
    },
  }
}
