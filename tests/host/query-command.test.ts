import { readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { runQueryCommand } from '../../src/main/cli/query'
import { builtDataFiles } from '../support/data-files'
import { shopDatabase } from '../support/shop-database'
import { tempFolder } from '../support/temp-folder'

async function query(...args: string[]) {
  const output = new PassThrough()
  const problems = new PassThrough()
  const [said, complained] = [text(output), text(problems)]
  const code = await runQueryCommand(args, output, problems, await builtDataFiles())
  output.end()
  problems.end()
  return { code, output: await said, problems: await complained }
}

test('a query of a file is printed as a table, as CSV and as JSON, and the file is not changed', async () => {
  const shop = shopDatabase()
  const before = shop.fingerprint()
  const sql = 'SELECT id, customer, total FROM orders WHERE id < 3 UNION ALL SELECT 3, \'=1+1, "x"\', NULL ORDER BY 1'
  expect(await query(shop.file, sql)).toEqual({
    code: 0,
    output: 'id  customer    total\n--  ----------  -----\n 1  customer 1    1.5\n 2  customer 2      3\n 3  =1+1, "x"\n',
    problems: '',
  })
  expect((await query(shop.file, sql, '--format', 'csv')).output).toBe(
    'id,customer,total\r\n1,customer 1,1.5\r\n2,customer 2,3\r\n3,"\'=1+1, ""x""",\r\n',
  )
  expect(JSON.parse((await query(shop.file, sql, '--format', 'json')).output)).toEqual([
    { id: 1, customer: 'customer 1', total: 1.5 },
    { id: 2, customer: 'customer 2', total: 3 },
    { id: 3, customer: '=1+1, "x"', total: null },
  ])
  expect(shop.fingerprint()).toBe(before)
})

test('the sample is available without a file, and a truncated result says so', async () => {
  const { code, output, problems } = await query('sample', 'SELECT id FROM orders', '--max-rows', '3', '--format', 'csv')
  expect({ code, lines: output.trim().split('\r\n').length }).toEqual({ code: 0, lines: 4 })
  expect(problems).toContain('the result ends after 3 rows')
})

test('a refusal is worded for the user, not for the model', async () => {
  const { code, problems } = await query('sample', 'SELECT :total')
  expect({ code, problems }).toEqual({ code: 3, problems: expect.stringContaining('instead of a value') })
})

test('an uncertain encoding is said, and another can be named', async () => {
  const file = join(tempFolder(), 'places.csv')
  writeFileSync(file, Buffer.from('név,város\nGyőző,Győr\n'.replaceAll('é', '\u00e9').replaceAll('ő', '\u00f5'), 'latin1'))
  const sql = 'SELECT * FROM places'
  const guessed = await query(file, sql)
  expect(guessed.problems).toContain('but it may also be')
  expect(guessed.problems).toContain('--encoding')
  expect(await query(file, sql, '--format', 'json', '--encoding', 'windows-1250')).toEqual({
    code: 0,
    output: '[\n{"név":"Győző","város":"Győr"}\n]\n',
    problems: 'parley query: places.csv: Read as Windows-1250.\n',
  })
  expect((await query(file, sql, '--format', 'json', '--encoding', 'latin1')).output).toContain('Gyõzõ')
  const unknown = await query(file, sql, '--encoding', 'x')
  expect(unknown).toMatchObject({ code: 2, problems: expect.stringContaining('KOI8-R') })
})

test('results of very many rows are printed whole and in order', async () => {
  const rows = process.env.PARLEY_TEST_SIZE === 'full' ? 1_000_000 : 25_000
  const sql = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) SELECT i FROM n`
  const { code, output } = await query('sample', sql, '--max-rows', '1000000', '--timeout', '300000', '--format', 'csv')
  expect(code).toBe(0)
  expect(output === ['i', ...Array.from({ length: rows }, (_, index) => index + 1), ''].join('\r\n')).toBe(true)
})

test('a result without rows still names its columns', async () => {
  expect((await query('sample', 'SELECT id FROM orders WHERE id < 0')).output).toBe('id\n--\n')
  expect((await query('sample', 'SELECT id FROM orders WHERE id < 0', '--format', 'json')).output).toBe('[]\n')
})

test('the exit code says what went wrong: 2 arguments, 3 refused, 4 time, 5 source', async () => {
  const shop = shopDatabase()
  const rubbish = join(tempFolder(), 'rubbish.db')
  writeFileSync(rubbish, Buffer.from([0, 1, 2, 3, 0, 0, 0, 9]))
  const forever = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'
  expect(await query(shop.file)).toMatchObject({ code: 2 })
  expect(await query(shop.file, 'SELECT 1', '--format', 'xml')).toMatchObject({ code: 2 })
  expect(await query(shop.file, 'DELETE FROM orders')).toMatchObject({ code: 3, output: '', problems: expect.stringContaining('DELETE') })
  expect(await query(shop.file, 'SELECT colour FROM orders')).toMatchObject({
    code: 3,
    problems: expect.stringContaining('no such column'),
  })
  expect(await query(shop.file, forever, '--timeout', '300')).toMatchObject({ code: 4, output: '' })
  expect(await query(`${shop.file}.gone`, 'SELECT 1')).toMatchObject({
    code: 5,
    problems: expect.stringContaining(`${basename(shop.file)}.gone doesn’t exist`),
  })
  expect(await query(rubbish, 'SELECT 1')).toMatchObject({ code: 5, problems: expect.stringContaining('not an SQLite database') })
  expect(readdirSync(shop.elsewhere)).toEqual([])
})

test('assumptions about a file and its repairs are printed next to the rows, and unreadable files are reported as what they are', async () => {
  const folder = tempFolder()
  const put = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const ragged = await query(put('ragged.csv', 'id,name\n1,Ann\n2\n3,Cid,more\n'), 'SELECT count(*) AS n FROM ragged', '--format', 'csv')
  expect(ragged).toMatchObject({ code: 0, output: 'n\r\n3\r\n' })
  expect(ragged.problems).toContain('ragged.csv: Rows with fewer values than there are columns: 1, first in line 3')
  expect(ragged.problems).toContain('first in line 4. The extra values have columns of their own')
  const wide = Array.from({ length: 10_000 }, (_, index) => `c${index}`).join(',')
  const refused: readonly (readonly [string, string])[] = [
    [put('wide.csv', `${wide}\n${wide}\n`), 'wide.csv has 10000 columns; the limit is 2000'],
    [put('mixed.csv', Buffer.concat([Buffer.from('a,b\n1,東京\n'), Buffer.from([0x32, 0x2c, 0x91, 0xe5, 0x0a])])), 'not UTF-8 in line 3'],
    [put('quotes.csv', 'a,b\n1,"x\n'), 'A quote in line 2 of quotes.csv'],
    [put('empty.csv', ''), 'empty.csv is empty'],
    [folder, 'is a folder'],
  ]
  for (const [file, reason] of refused)
    expect(await query(file, 'SELECT 1')).toMatchObject({ code: 5, problems: expect.stringContaining(reason) })
})

test('a query that begins with a comment runs, before its options and behind them', async () => {
  const sql = '-- how many are late\nSELECT 1 AS one'
  for (const args of [
    ['sample', sql, '--format', 'csv'],
    ['sample', '--format', 'csv', sql],
    ['sample', '--format=csv', '--', sql],
    ['sample', '--late orders\nSELECT 1 AS one', '--format', 'csv'],
    ['sample', '/* late */ SELECT 1 AS one', '--format', 'csv'],
  ])
    expect(await query(...args)).toEqual({ code: 0, output: 'one\r\n1\r\n', problems: '' })
  expect(await query('sample', 'SELECT 1', '--colour=red or blue')).toMatchObject({ code: 2 })
})

test('a missing table or column is reported with the existing names, the nearest first', async () => {
  const shop = shopDatabase()
  expect(await query(shop.file, 'SELECT 1 FROM order')).toMatchObject({ code: 3 })
  expect(await query(shop.file, 'SELECT 1 FROM ordrs')).toMatchObject({
    code: 3,
    problems: expect.stringMatching(/no such table: ordrs\. The tables are: orders, .*notes/),
  })
  expect(await query(shop.file, 'SELECT o.custmer FROM "Orders" AS o')).toMatchObject({
    code: 3,
    problems: expect.stringMatching(/no such column: o\.custmer\. The columns are: customer, .*total/),
  })
})
