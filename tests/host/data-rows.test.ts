import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { expect, onTestFinished, test } from 'vitest'
import { createRowReader } from '../../src/main/data/artifacts/row-reader'
import { createEngine } from '../../src/main/data/engine'
import type { RowsAsk } from '../../src/main/data/worker/job'
import type { ArtifactView } from '../../src/shared/ipc/data-calls'
import { countingIds } from '../../src/shared/lib/ids'
import { builtDataFiles } from '../support/data-files'
import { createFakeClock } from '../support/fake-clock'
import { tempFolder } from '../support/temp-folder'

const plain: ArtifactView = { sort: null, filters: [], search: '' }
const window = (view: ArtifactView, from: number, count: number): RowsAsk => ({ table: 'result_1', view, from, count })

/** A reader over results of 5,000 rows: a number, its name, and one of three hubs. */
async function readerOver() {
  const folder = tempFolder()
  const workFolder = join(folder, 'work')
  const { worker: workerFile } = await builtDataFiles()
  const clock = createFakeClock()
  const troubles: unknown[] = []
  const engine = createEngine({ workerFile, workFolder, clock, newId: countingIds(), onStuck: () => troubles.push('stuck') })
  const fileOf = (artifactId: string) => join(folder, `${artifactId}.db`)
  const reader = createRowReader({ engine, placeOf: fileOf, clock, report: (error) => troubles.push(error) })
  onTestFinished(async () => {
    await reader.close()
    await engine.close()
    expect(troubles).toEqual([])
  })
  const write = (artifactId: string, first = 1) => {
    const database = new sqlite.Database(fileOf(artifactId))
    database.exec(`
      CREATE TABLE result_1 (number INTEGER, name TEXT, hub TEXT);
      WITH RECURSIVE n(i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM n WHERE i < ${first + 4999})
      INSERT INTO result_1 SELECT i, 'row ' || i, CASE i % 3 WHEN 0 THEN 'Osaka' WHEN 1 THEN 'Kobe' ELSE NULL END FROM n`)
    database.close()
  }
  const read = (artifactId: string, ask: RowsAsk) => reader.read({ artifactId }, ask)
  const open = () => readdirSync(workFolder).length
  return { reader, read, write, open, clock, fileOf }
}

test('windows of a result are read in any order, sorted, filtered and searched, with the number of rows', async () => {
  const { read, write } = await readerOver()
  write('a')
  expect(await read('a', window(plain, 4998, 10))).toEqual({
    ok: true,
    value: {
      rows: [
        [4999, 'row 4999', 'Kobe'],
        [5000, 'row 5000', null],
      ],
      total: 5000,
    },
  })
  const down: ArtifactView = { ...plain, sort: { column: 0, direction: 'descending' } }
  expect(await read('a', window(down, 0, 1))).toMatchObject({ value: { rows: [[5000, 'row 5000', null]], total: 5000 } })
  expect(await read('a', window(down, 4999, 5))).toMatchObject({ value: { rows: [[1, 'row 1', 'Kobe']] } })
  const osaka: ArtifactView = { sort: null, filters: [{ column: 2, operator: 'equals', value: 'osaka' }], search: '49' }
  const found = await read('a', window(osaka, 1, 2))
  expect(found).toMatchObject({
    value: {
      rows: [
        [492, 'row 492', 'Osaka'],
        [495, 'row 495', 'Osaka'],
      ],
    },
  })
  const empty: ArtifactView = { ...plain, filters: [{ column: 2, operator: 'is-empty', value: '' }] }
  expect(await read('a', window(empty, 0, 1))).toMatchObject({ value: { total: 1667 } })
  expect(await read('a', window({ ...plain, search: 'nothing like it' }, 0, 5))).toMatchObject({ value: { rows: [], total: 0 } })
})

test.each([
  ['rowid', 'name'],
  ['rowid', '_rowid_', 'OID'],
])('rows stay in the order of the query, whatever their columns are called: %s, %s', async (...names) => {
  const { read, fileOf } = await readerOver()
  const database = new sqlite.Database(fileOf('a'))
  const columns = names.map((name, index) => ({ name, values: [3, 1, 2].map((value) => value * 10 ** index) }))
  database.exec(`CREATE TABLE result_1 (${names.map((name) => `"${name}"`).join(', ')})`)
  const rows = [0, 1, 2].map((row) => columns.map(({ values }) => values[row] ?? 0))
  for (const row of rows) database.exec(`INSERT INTO result_1 VALUES (${row.join(', ')})`)
  database.close()
  expect(await read('a', window(plain, 0, 5))).toEqual({ ok: true, value: { rows, total: 3 } })
  expect(await read('a', window(plain, 1, 1))).toMatchObject({ value: { rows: rows.slice(1, 2), total: 3 } })
  const up: ArtifactView = { ...plain, sort: { column: 0, direction: 'ascending' } }
  expect(await read('a', window(up, 1, 5))).toMatchObject({ value: { rows: [rows[2], rows[0]], total: 3 } })
  const some: ArtifactView = { ...plain, filters: [{ column: 0, operator: 'at-least', value: '2' }] }
  expect(await read('a', window(some, 0, 5))).toMatchObject({ value: { rows: [rows[0], rows[2]], total: 2 } })
})

test('a result stays open from one window to the next, and is closed when it is no longer read', async () => {
  const { read, write, open, clock } = await readerOver()
  write('a')
  await Promise.all([read('a', window(plain, 0, 5)), read('a', window(plain, 1000, 5))])
  await read('a', window(plain, 2000, 5))
  expect(open()).toBe(1)
  clock.advance(30_000)
  await expect.poll(open, { timeout: 20_000 }).toBe(0)
  expect(await read('a', window(plain, 0, 1))).toMatchObject({ ok: true })
})

test('only a few results are open at once, and all requests are answered', async () => {
  const { read, write, open } = await readerOver()
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  for (const name of names) write(name)
  for (const name of names) expect(await read(name, window(plain, 0, 1))).toMatchObject({ value: { rows: [[1, 'row 1', 'Kobe']] } })
  await expect.poll(open, { timeout: 20_000 }).toBe(4)
})

test('a forgotten result is closed, and its replacement is read next', async () => {
  const { reader, read, write, open, fileOf } = await readerOver()
  write('a')
  await read('a', window(plain, 0, 1))
  reader.forget('a')
  await expect.poll(open, { timeout: 20_000 }).toBe(0)
  await rm(fileOf('a'))
  write('a', 100)
  expect(await read('a', window(plain, 0, 1))).toMatchObject({ value: { rows: [[100, 'row 100', 'Kobe']] } })
})

test('a window that takes too long is aborted with a message, and the next one is answered', async () => {
  const { read, write, clock } = await readerOver()
  write('a')
  await read('a', window(plain, 0, 1))
  const slow = read('a', window({ ...plain, search: 'row' }, 0, 1))
  await Promise.resolve()
  clock.advance(20_000)
  expect(await slow).toMatchObject({ ok: false, error: { code: 'sql-timeout' } })
  expect(await read('a', window(plain, 0, 1))).toMatchObject({ ok: true })
})

test('a file that is not a result is reported as such, and no reader stays open for one that is gone', async () => {
  const { read, write, open } = await readerOver()
  write('a')
  expect(await read('a', { ...window(plain, 0, 1), table: 'other' })).toMatchObject({ ok: false })
  await expect(read('gone', window(plain, 0, 1))).rejects.toThrow()
  expect(open()).toBe(1)
})
