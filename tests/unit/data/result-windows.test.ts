import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { expect, it, onTestFinished } from 'vitest'
import { endEngine } from '../../../src/main/data/sandbox/own-engine'
import { rowHolder } from '../../../src/main/data/worker/held-rows'
import { mostWindowCells, mostWindowText, openRows, readRows } from '../../../src/main/data/worker/read-artifact-rows'
import { tempFolder } from '../../support/temp-folder'

const wholeView = { sort: null, filters: [], search: '' }

/** A file with a result of so many rows, each with these values. */
function resultOf(rows: number, values: readonly string[]): string {
  const file = join(tempFolder(), 'result.db')
  const database = new sqlite.Database(file)
  const columns = values.map((_, index) => `"column ${index}"`)
  database.exec(`CREATE TABLE result_1 (${columns.join(', ')})`)
  const statement = database.prepare(`INSERT INTO result_1 VALUES (${columns.map(() => '?').join(', ')})`)
  for (let row = 0; row < rows; row += 1) statement.run([...values])
  statement.finalize()
  database.close()
  return file
}

it.each([
  ['as they stand', wholeView],
  ['sorted', { ...wholeView, sort: { column: 0, direction: 'descending' as const } }],
])('a window of long texts has as many rows as main hands on without a pause, %s', (_, view) => {
  const file = resultOf(10, ['x'.repeat(mostWindowText / 4)])
  const read = readRows({ file, table: 'result_1', view, from: 1, count: 200 })
  expect(read).toMatchObject({ ok: true, value: { total: 10, rows: { length: 4 } } })
})

it('a window has one row, however long it is, and of a wide table fewer than of a narrow one', () => {
  const long = resultOf(3, ['x'.repeat(mostWindowText + 1)])
  expect(readRows({ file: long, table: 'result_1', view: wholeView, from: 2, count: 200 })).toMatchObject({
    value: { rows: { length: 1 } },
  })
  const wide = resultOf(
    300,
    Array.from({ length: 1_000 }, () => 'a'),
  )
  expect(readRows({ file: wide, table: 'result_1', view: wholeView, from: 0, count: 300 })).toMatchObject({
    value: { rows: { length: 100 } },
  })
})

it('a window as text is the JSON of the same rows, and no larger: a wide result is several windows', () => {
  const values = Array.from({ length: 60 }, (_, column) => `"${column}", \n 東京`)
  const open = openRows(resultOf(2_000, values))
  onTestFinished(() => {
    open.close()
    endEngine()
  })
  let windows = 0
  for (let from = 0; from < 2_000; windows += 1) {
    const ask = { table: 'result_1', view: wholeView, from, count: 5_000 }
    const [cells, text] = [open.read(ask), open.readText(ask)]
    if (!cells.ok || !text.ok) throw new Error('no window')
    expect(`[${new TextDecoder().decode(text.value.bytes)}]`).toBe(JSON.stringify(cells.value.rows))
    expect(text.value.rows * values.length).toBeLessThanOrEqual(mostWindowCells)
    from += text.value.rows
  }
  expect(windows).toBe(2)
})

it('rows that are only in memory are shared by the threads that pass them on, and are read as they were', () => {
  const holder = rowHolder()
  const rows = Array.from({ length: 2_500 }, (_, index) => [index, `city ${index}`])
  for (const row of rows) holder.write(row)
  holder.end()
  expect(holder.pieces.map(({ buffer }) => buffer instanceof SharedArrayBuffer)).toEqual([true, true, true])
  const open = openRows({ table: 'result_1', names: ['id', 'city'], pieces: structuredClone(holder.pieces) })
  onTestFinished(() => {
    open.close()
    endEngine()
  })
  expect(open.read({ table: 'result_1', view: wholeView, from: 0, count: 3_000 })).toEqual({ ok: true, value: { rows, total: 2_500 } })
})
