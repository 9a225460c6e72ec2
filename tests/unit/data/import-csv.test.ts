import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { expect, it } from 'vitest'
import { csvLine } from '../../../src/shared/data/csv-text'
import { importedCsv as imported } from '../../support/imported-csv'

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
])('detects a few words in %s: %j', (encoding, text, row) => {
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

it('reads a file whose first non-ASCII letters come late in the right encoding', () => {
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

it('reports the line where the encoding changes, and imports nothing', () => {
  const mixed = Buffer.concat([Buffer.from(PEOPLE), iconv.encode('渡辺 直美,京都\r\n', 'cp932')])
  expect(imported(mixed).problem).toContain('people.csv is not UTF-8 in line 4')
})

it.each([
  [',', 'people.csv', []],
  ['\t', 'people.tsv', []],
  [';', 'people.csv', ['Values are separated by ;']],
  ['|', 'people.csv', ['Values are separated by |']],
])('detects the delimiter %j', (delimiter, name, notes) => {
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

it('distinguishes numbers from similar text: leading zeros and long ids stay as written', () => {
  const { columns, rows } = imported('id,zip,price,long,mixed\n1,00501,1.50,12345678901234567890,5\n2,10115,-3,1,n/a\n3,,1000.25,2,\n')
  expect(columns).toEqual(['id INTEGER', 'zip TEXT', 'price REAL', 'long TEXT', 'mixed TEXT'])
  expect(rows).toEqual([
    [1, '00501', 1.5, '12345678901234567890', '5'],
    [2, '10115', -3, '1', 'n/a'],
    [3, null, 1000.25, '2', null],
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
])('reports the line of a quote that %s, and imports nothing', (_, text, line) => {
  expect(imported(text).problem).toContain(`${line} of people.csv`)
})

it('refuses ten thousand columns with a message, and a single row with them', () => {
  const wide = Array.from({ length: 10_000 }, (_, index) => `c${index}`).join(',')
  expect(imported(`${wide}\n`).problem).toContain('has 10000 columns; the limit is 2000')
  expect(imported(`a,b\n1,2\n${wide}\n`).problem).toContain('Line 3 of people.csv has 10000 values')
})

it('makes names for columns without a name or with a shared one, and takes a first row of numbers for a row', () => {
  expect(imported('id,,name,Name\n1,2,a,b\n').columns.map((column) => column.split(' ')[0])).toEqual(['id', 'column_2', 'name', 'Name_2'])
  expect(imported('1,a\n2,b\n')).toMatchObject({
    columns: ['column_1 INTEGER', 'column_2 TEXT'],
    rows: [
      [1, 'a'],
      [2, 'b'],
    ],
  })
})

it('says that an empty file is empty', () => {
  expect(imported('').problem).toContain('is empty')
  expect(imported('\n\n').problem).toContain('has no data rows')
})

it('reads back our own CSV, whatever its content', () => {
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
  // a file with one column has no delimiter to detect
  ['sep=,\nname\nEmma\n', [['Emma']]],
])('a first line that declares the delimiter is obeyed, and is no row: %j', (content, people) => {
  const { problem, columns, rows } = imported(content)
  expect(problem).toBe(null)
  expect(columns[0]).toBe('name TEXT')
  expect(rows).toEqual(people)
})

const field = (name: string) => imported(readFileSync(join('tests/fixtures/csv', name)), name)
const namesOf = ({ columns }: { readonly columns: readonly string[] }) => columns.map((column) => column.replace(/ [A-Z]+$/, ''))

it('detects each line end separately, outside of quotes', () => {
  expect(field('crlf-head-lf-rows.csv')).toMatchObject({
    columns: ['item TEXT', 'qty INTEGER', 'note TEXT'],
    rows: [
      ['bolt', 3, 'ok'],
      ['nut', 14, 'low'],
      ['washer', 5, 'ok'],
    ],
  })
  expect(field('crlf-in-quoted-head.csv')).toMatchObject({
    columns: ['item name TEXT', 'qty INTEGER'],
    rows: [
      ['bolt', 3],
      ['nut', 14],
    ],
  })
  expect(imported('a,b\r1,2\n3,4\r\n5,"6\r7"\r8,9').rows).toEqual([
    [1, '2'],
    [3, '4'],
    [5, '6\r7'],
    [8, '9'],
  ])
})

it('keeps what numbers would change as text, and says so', () => {
  expect(field('sku-exponents.csv')).toMatchObject({
    columns: ['sku TEXT', 'stock INTEGER'],
    rows: [
      ['10E3', 4],
      ['12E5', 7],
      ['88E050', 9],
    ],
    notes: [expect.stringContaining('read back as written: sku')],
  })
  expect(field('long-decimals.csv').rows.map((row) => row[1])).toEqual(['1.123456789123456', '123456789.123456789', '0.5'])
  expect(field('money-decimals.csv').rows.map((row) => row[1])).toEqual(['123456789012.12345', '9007199254740.9931'])
  expect(imported('a,version\nx,1.9\ny,1.10\n').columns).toEqual(['a TEXT', 'version TEXT'])
  expect(imported('a,sum\nx,0.5\ny,-12.50\n')).toMatchObject({
    columns: ['a TEXT', 'sum REAL'],
    rows: [
      ['x', 0.5],
      ['y', -12.5],
    ],
    notes: [],
  })
  expect(imported('a,day\nx,2026-02-03\ny,2026-02-09\n').columns).toEqual(['a TEXT', 'day TEXT'])
})

it('finds columns that turn out to be text late, however many', () => {
  const { problem, columns, rows } = field('late-zeros-8.csv')
  expect(problem).toBe(null)
  expect(columns).toEqual(Array.from({ length: 8 }, (_, index) => `c${index + 1} TEXT`))
  const lines = readFileSync('tests/fixtures/csv/late-zeros-8.csv', 'utf8').trim().split(/\r?\n/)
  expect(rows.map((row) => row.join(','))).toEqual(lines.slice(1))
})

it('detects a header by how it differs from the rows, and leaves out lines above it with a note', () => {
  expect(field('year-head.csv')).toMatchObject({
    columns: ['Region TEXT', '2022 INTEGER', '2023 INTEGER', '2024 INTEGER'],
    rows: [
      ['North', 10, 11, 12],
      ['South', 20, 21, 22],
    ],
  })
  expect(field('bank-preamble.csv')).toMatchObject({
    columns: ['Date TEXT', 'Payee TEXT', 'Amount TEXT'],
    rows: [
      ['2026-02-03', 'Hall rent', '-400,00'],
      ['2026-02-09', 'Workshop fee', '120,50'],
    ],
    notes: [
      'Values are separated by ;',
      'Lines above the table were left out: 2.',
      'Possibly numbers in a local notation, kept as text: Amount.',
    ],
  })
  expect(field('title-tab.csv')).toMatchObject({
    columns: ['name TEXT', 'qty INTEGER'],
    rows: [
      ['bolt', 3],
      ['nut', 4],
    ],
    notes: ['Lines above the table were left out: 1.'],
  })
  // nothing shows that the first line is a header: it stays
  expect(imported('name\nx,1\ny,2\n').rows).toEqual([
    ['x', '1'],
    ['y', '2'],
  ])
  expect(namesOf(imported('"a\u202e b\u0007",c\n1,2\n'))).toEqual(['a b', 'c'])
})

it('keeps numbers in a local notation as they are written, and names their columns', () => {
  expect(imported('day;sum;rate;code\n01.02.2026;1.234,56;5 %;A-1\n02.02.2026;-12,00;7 %;7\n')).toMatchObject({
    rows: [
      ['01.02.2026', '1.234,56', '5 %', 'A-1'],
      ['02.02.2026', '-12,00', '7 %', '7'],
    ],
    notes: ['Values are separated by ;', 'Possibly numbers in a local notation, kept as text: sum, rate.'],
  })
  expect(imported(`a,n\n${'x,1\n'.repeat(3_000)}y,"1,5"\n`).notes).toEqual([expect.stringContaining('kept as text: n.')])
  expect(imported('a,n\nx,5\ny,2026-02-03\n').notes).toEqual([])
})

it('gives the first column a name where the header has none for it, as R writes tables', () => {
  expect(imported('name,age\n1,Ann,31\n2,Bob,4\n')).toMatchObject({
    columns: ['column_1 INTEGER', 'name TEXT', 'age INTEGER'],
    rows: [
      [1, 'Ann', 31],
      [2, 'Bob', 4],
    ],
    notes: [expect.stringContaining('the first column was called column_1')],
  })
  // a delimiter at the end of each row is no value
  expect(imported('name,age\nAnn,31,\nBob,4,\n').rows).toEqual([
    ['Ann', 31, null],
    ['Bob', 4, null],
  ])
})

it('reads quotes behind spaces as quotes where they are closed, and as they are otherwise', () => {
  expect(imported('a, b\nx, "y, z"\nw,  "q ""r""" \n').rows).toEqual([
    ['x', 'y, z'],
    ['w', 'q "r"'],
  ])
  expect(imported('a,b\nx, "y\nw, "q" r\nv, ""\n').rows).toEqual([
    ['x', ' "y'],
    ['w', ' "q" r'],
    ['v', null],
  ])
})

it('takes decimal commas for parts of numbers if another delimiter fits as well', () => {
  expect(imported('1,5;2,5;3,5\n4,5;5,5;6,5\n').rows).toEqual([
    ['1,5', '2,5', '3,5'],
    ['4,5', '5,5', '6,5'],
  ])
})

it('reads back every value as it was written, whatever the line ends, quotes and delimiters', () => {
  const number = fc.oneof(
    fc.integer().map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.nat(4)).map(([value, digits]) => value.toFixed(digits)),
    fc.constantFrom(
      '007',
      '+5',
      '1e3',
      '-0',
      '.5',
      '5.',
      '1.10',
      '12345678901234567890',
      '1_000',
      '0x1f',
      '1,5',
      ' 7',
      '2026-02-03',
      'Infinity',
      'NaN',
    ),
  )
  const cell = fc.oneof(number, fc.string({ unit: fc.constantFrom(...'ab,;"\n\t|é山 '), maxLength: 5 }))
  const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(
      table,
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.boolean(),
      (rows, delimiter, end, quoteAll) => {
        const written = (text: string) =>
          quoteAll || /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
        const lines = [['first', 'second', 'third'], ...rows].map((row) => row.map(written).join(delimiter))
        const text = `sep=${delimiter}${end}${lines.join(end)}${end}`
        const { problem, rows: read } = imported(text)
        expect(problem).toBe(null)
        const same = (value: unknown, given: string): boolean =>
          value === null ? given === '' : typeof value === 'number' ? value === Number(given) && isPlain(given) : value === given
        expect(read.length).toBe(rows.length)
        for (const [index, row] of rows.entries())
          for (const [column, given] of row.entries()) expect([given, same(read[index]?.[column], given)]).toEqual([given, true])
      },
    ),
    { numRuns: 150 },
  )
})

/** What is still a number without the zeros at the end of its fraction. */
function isPlain(text: string): boolean {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d*)(?:\.(\d+))?$/.exec(text) ?? []
  const kept = fraction.replace(/0+$/, '')
  return String(Number(text)) === `${sign}${whole === '' ? '0' : whole}${kept === '' ? '' : `.${kept}`}`
}

it('exports negative numbers as they are, and guards a formula behind another delimiter', () => {
  const { rows } = field('neg.csv')
  const lines = rows.map((row) => csvLine(row.map(String), { delimiter: ',' }))
  expect(lines.join('')).toContain('x,"-400,00",Q1')
  expect(lines.join('')).toContain('y,-12.5,n/a')
  expect(lines[2]).toContain("u;'=1+1")
})
