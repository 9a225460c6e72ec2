import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import sqlite from 'node-sqlite3-wasm'
import { expect, it } from 'vitest'
import { importCsv } from '../../../src/main/data/csv/import-csv'
import { csvLine } from '../../../src/shared/data/csv-text'
import { tempFolder } from '../../support/temp-folder'

function imported(content: string | Uint8Array, name = 'people.csv') {
  const folder = tempFolder()
  const path = join(folder, name)
  writeFileSync(path, content)
  const target = join(folder, 'import.db')
  const result = importCsv({ path, target, table: 'people' }, () => undefined)
  if (!result.ok) return { problem: result.error.message, rows: [], columns: [], notes: [] }
  const database = new sqlite.Database(target, { readOnly: true })
  const columns = database
    .all('SELECT name, type FROM pragma_table_info(?)', ['people'])
    .map((row) => `${String(row.name)} ${String(row.type)}`)
  const rows = database.all('SELECT * FROM people').map((row) => Object.values(row))
  database.close()
  return { problem: null, columns, rows, notes: result.value.notes }
}

const PEOPLE = '氏名,町\r\n山田 太郎,大阪\r\n佐藤 花子,表参道\r\n'
const JAPANESE = PEOPLE + '高橋 一郎,函館\r\n渡辺 直美,京都市左京区\r\n小林 誠,神奈川県横浜市\r\n'.repeat(20)

it.each([
  ['UTF-8', Buffer.from(JAPANESE)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${JAPANESE}`)],
  ['UTF-16 LE with a mark', Buffer.from(`\ufeff${JAPANESE}`, 'utf16le')],
  ['UTF-16 BE with a mark', Buffer.from(`\ufeff${JAPANESE}`, 'utf16le').swap16()],
  ['Shift_JIS', iconv.encode(JAPANESE, 'cp932')],
  ['EUC-JP', iconv.encode(JAPANESE, 'eucjp')],
])('reads %s', (_, bytes) => {
  const { columns, rows } = imported(bytes)
  expect(columns).toEqual(['氏名 TEXT', '町 TEXT'])
  expect(rows[1]).toEqual(['佐藤 花子', '表参道'])
  expect(rows).toHaveLength(62)
})

it.each([
  ['win1252', 'name;price\nÄpfel;1,50\nBirnen;2,20\n', ['Äpfel', '1,50']],
  ['win1252', 'Name;Ort\nMüller;Zürich\nGroß;Köln\n', ['Müller', 'Zürich']],
  ['win1252', 'nom,ville\nRené,Orléans\nHélène,Besançon\n', ['René', 'Orléans']],
  ['win1252', 'nome,cidade\nJoão,São Paulo\n', ['João', 'São Paulo']],
  ['win1252', 'namn,stad\nÅsa Öberg,Malmö\n', ['Åsa Öberg', 'Malmö']],
  ['cp932', 'name,city\nYamada,大阪\n', ['Yamada', '大阪']],
  ['cp932', '名前,ｶﾅ\n山田,ﾔﾏﾀﾞ\n', ['山田', 'ﾔﾏﾀﾞ']],
])('tells a few words in %s as what they are: %j', (encoding, text, row) => {
  expect(imported(iconv.encode(text, encoding)).rows[0]).toEqual(row)
})

it('reads UTF-16 without a mark, and Latin letters of old systems', () => {
  expect(imported(Buffer.from('name,city\nAnna,Paris\nBob,Rome\n', 'utf16le')).rows).toEqual([
    ['Anna', 'Paris'],
    ['Bob', 'Rome'],
  ])
  const { rows, notes } = imported(iconv.encode('name,city\nJosé,Málaga\nZoë,Besançon\n', 'win1252'))
  expect(rows).toEqual([
    ['José', 'Málaga'],
    ['Zoë', 'Besançon'],
  ])
  expect(notes).toEqual(['Read as Windows-1252.'])
})

it('reads a file whose first letters beyond ASCII come late as what they are', () => {
  const late = `name,city\n${'Anna,Paris\n'.repeat(120_000)}`
  const { rows, notes } = imported(
    Buffer.concat([
      Buffer.from(late),
      iconv.encode('山田 太郎,大阪市北区\n佐藤 花子,表参道\n渡辺 直美,京都市左京区\n'.repeat(30), 'cp932'),
    ]),
  )
  expect(notes).toEqual(['Read as Shift_JIS.'])
  expect(rows.at(-1)).toEqual(['渡辺 直美', '京都市左京区'])
}, 60_000)

it('tells the line where the encoding changes, and imports nothing', () => {
  const mixed = Buffer.concat([Buffer.from(PEOPLE), iconv.encode('渡辺 直美,京都\r\n', 'cp932')])
  expect(imported(mixed).problem).toContain('people.csv is not UTF-8 in line 4')
})

it.each([
  [',', 'people.csv', []],
  ['\t', 'people.tsv', []],
  [';', 'people.csv', ['Values are parted by ;']],
  ['|', 'people.csv', ['Values are parted by |']],
])('finds out that %j parts the values', (delimiter, name, notes) => {
  const text = [
    ['name', 'note', 'age'],
    ['Anna', 'a, b; c', '31'],
    ['Bob', 'x', '4'],
  ]
    .map((row) => row.map((field) => (field.includes(delimiter) ? `"${field}"` : field)).join(delimiter))
    .join('\n')
  expect(imported(text, name)).toMatchObject({
    rows: [
      ['Anna', 'a, b; c', 31],
      ['Bob', 'x', 4],
    ],
    notes,
  })
})

it('tells numbers from what only looks like them: leading zeros and long ids stay as they are written', () => {
  const { columns, rows } = imported('id,zip,price,long,mixed\n1,00501,1.50,12345678901234567890,5\n2,10115,-3,1,n/a\n3,,1e3,2,\n')
  expect(columns).toEqual(['id INTEGER', 'zip TEXT', 'price REAL', 'long TEXT', 'mixed TEXT'])
  expect(rows).toEqual([
    [1, '00501', 1.5, '12345678901234567890', '5'],
    [2, '10115', -3, '1', 'n/a'],
    [3, null, 1000, '2', null],
  ])
})

it('keeps zeros that come long after the column looked like numbers', () => {
  const { rows } = imported(`code\n${'12\n'.repeat(30_000)}007\n`)
  expect(rows.at(-1)).toEqual(['007'])
  expect(rows[0]).toEqual(['12'])
})

it('keeps every value of ragged rows, and says which line was the first', () => {
  expect(imported('a,b\n1,2\n3\n4,5,6\n7,8\n')).toMatchObject({
    columns: ['a INTEGER', 'b INTEGER', 'column_3 TEXT'],
    rows: [
      [1, 2, null],
      [3, null, null],
      [4, 5, '6'],
      [7, 8, null],
    ],
    notes: [
      expect.stringContaining('Rows with fewer values than there are columns: 1, first in line 3'),
      expect.stringContaining('first in line 4'),
    ],
  })
})

it('keeps line ends, quotes and delimiters inside values', () => {
  expect(imported('a,b\n"x\ny","say ""hi"", she said"\n').rows).toEqual([['x\ny', 'say "hi", she said']])
  expect(imported('a,b\r1,2\r3,4\r').rows).toEqual([
    [1, 2],
    [3, 4],
  ])
})

it.each([
  ['is not closed', 'a,b\n1,"x\n2,y\n3,z\n', 'line 2'],
  ['ends before its value does', 'a,b\n1,2\n3,"x"y\n', 'line 3'],
  ['ends before its value does, behind a value of two lines', 'a,b\n"1\n1",2\n3,"x"y\n', 'line 4'],
])('tells the line of a quote that %s, and imports nothing', (_, text, line) => {
  expect(imported(text).problem).toContain(`${line} of people.csv`)
})

it('refuses ten thousand columns in words, and a single row that has them', () => {
  const wide = Array.from({ length: 10_000 }, (_, index) => `c${index}`).join(',')
  expect(imported(`${wide}\n`).problem).toContain('has 10000 columns, and 2000 is the most')
  expect(imported(`a,b\n1,2\n${wide}\n`).problem).toContain('Line 3 of people.csv has 10000 values')
})

it('makes names for columns that have none or share one, and takes a first row of numbers for a row', () => {
  expect(imported('id,,name,Name\n1,2,a,b\n').columns.map((column) => column.split(' ')[0])).toEqual(['id', 'column_2', 'name', 'Name_2'])
  expect(imported('1,a\n2,b\n')).toMatchObject({
    columns: ['column_1 INTEGER', 'column_2 TEXT'],
    rows: [
      [1, 'a'],
      [2, 'b'],
    ],
  })
})

it('says that an empty file holds nothing', () => {
  expect(imported('').problem).toContain('is empty')
  expect(imported('\n\n').problem).toContain('holds empty lines alone')
})

it('gives back what our own CSV says, whatever stands in it', () => {
  const cell = fc
    .string({ unit: fc.constantFrom(...'ab,;"\n\r\t|é山 '), maxLength: 6 })
    .filter((text) => text.trim() !== '' && !/^[=+\-@]|^\s|\r/.test(text))
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }), (rows) => {
      const text = [['first', 'second', 'third'], ...rows].map((row) => csvLine(row, { delimiter: ',' })).join('')
      expect(imported(text).rows).toEqual(rows)
    }),
    { numRuns: 60 },
  )
})

it.each([
  ['sep=;\r\nname;sum\r\nEmma;1,5\r\n', [['Emma', '1,5']]],
  ['\ufeff"sep=|"\nname|sum\nEmma|3\n', [['Emma', 3]]],
  // a file with one column has no sign by which it could be told
  ['sep=,\nname\nEmma\n', [['Emma']]],
])('a first line that says how the table is cut is taken at its word, and is no row: %j', (content, people) => {
  const { problem, columns, rows } = imported(content)
  expect(problem).toBe(null)
  expect(columns[0]).toBe('name TEXT')
  expect(rows).toEqual(people)
})
