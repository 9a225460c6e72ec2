import { describe, expect, it } from 'vitest'
import { readAs } from '../../../src/main/data/csv/column-kinds'
import { previewRows } from '../../../src/shared/data/import-choices'
import { importedCsv } from '../../support/imported-csv'
import { previewedCsv } from '../../support/previewed-csv'

const ledger = 'Ledger of May\n\nday;payee;amount\n2026-05-01;Café;1.234,50\n2026-05-02;Bar;7,25\n'

describe('a preview', () => {
  it('shows delimiter, encoding, header, lines above and a type for each column', () => {
    expect(previewedCsv(ledger)).toMatchObject({
      encoding: 'UTF-8',
      delimiter: ';',
      header: true,
      above: 1,
      columns: [
        { name: 'day', kind: 'text', offered: null },
        { name: 'payee', kind: 'text', offered: null },
        { name: 'amount', kind: 'text', offered: 'comma' },
      ],
      rows: [
        ['2026-05-01', 'Café', '1.234,50'],
        ['2026-05-02', 'Bar', '7,25'],
      ],
    })
  })

  it('follows every choice', () => {
    expect(previewedCsv(ledger, { delimiter: ',' })).toMatchObject({ delimiter: ',' })
    expect(previewedCsv(ledger, { above: 0, header: false })).toMatchObject({
      header: false,
      above: 0,
      rows: [['Ledger of May', '', ''], {}, {}, {}],
    })
    expect(previewedCsv(ledger, { above: 2 })).toMatchObject({ above: 2 })
    expect(previewedCsv(ledger, { encoding: 'Windows-1252' })).toMatchObject({ rows: [['2026-05-01', 'CafÃ©', '1.234,50'], {}] })
    expect(previewedCsv(ledger, { kinds: { amount: 'comma', payee: 'integer' } })).toMatchObject({
      columns: [{ kind: 'text' }, { kind: 'integer', unlike: 2 }, { kind: 'comma', unlike: 0 }],
    })
  })

  it('has a limit of rows, of columns and of the length of a value', () => {
    const row = Array.from({ length: 150 }, () => 'x'.repeat(300)).join(',')
    const preview = previewedCsv(Array.from({ length: 50 }, () => row).join('\n'))
    if (typeof preview === 'string') throw new Error(preview)
    expect([preview.rows.length, preview.columns.length, preview.moreColumns, preview.rows[0]?.[0]?.length]).toEqual([
      previewRows,
      100,
      50,
      201,
    ])
  })

  it('has columns for values that the header has no name for, like the import', () => {
    expect(previewedCsv('a,b\n1,2\n3,4,5\n6,7\n')).toMatchObject({ columns: [{ name: 'a' }, { name: 'b' }, { name: 'column_3' }] })
  })

  it('of a file that can’t be read says why', () => {
    expect(previewedCsv('a,b\n1,"x\n')).toContain('line 2')
    expect(previewedCsv('')).toContain('no data rows')
    expect(previewedCsv(Buffer.from([0x61, 0x2c, 0xe9, 0x0a]), { encoding: 'UTF-8' })).toContain('is not UTF-8 in line 1')
  })
})

describe('an import', () => {
  it('follows the choices, and its notes say so', () => {
    const read = importedCsv(ledger, 'people.csv', { kinds: { amount: 'comma' } })
    expect(read).toMatchObject({ columns: ['day TEXT', 'payee TEXT', 'amount REAL'], rows: [{ 2: 1234.5 }, { 2: 7.25 }] })
    expect(read.notes).toContain('Types as you chose: amount.')
    expect(read.notes.join(' ')).not.toContain('Possibly numbers')
  })

  it('reads a first row as data where the user says so', () => {
    const read = importedCsv('name,city\nAda,Kobe\n', 'people.csv', { header: false })
    expect(read).toMatchObject({
      columns: ['column_1 TEXT', 'column_2 TEXT'],
      rows: [
        ['name', 'city'],
        ['Ada', 'Kobe'],
      ],
    })
    expect(read.notes).toEqual(['The first row was read as data, as you chose.'])
    expect(importedCsv('1,2\n3,4\n', 'people.csv', { header: true })).toMatchObject({ columns: ['1 INTEGER', '2 INTEGER'], rows: [[3, 4]] })
  })

  it('leaves out as many lines as the user says, and never the whole table', () => {
    expect(importedCsv('x\ny\na,b\n1,2\n', 'people.csv', { above: 2, header: true })).toMatchObject({ columns: ['a INTEGER', 'b INTEGER'] })
    expect(importedCsv('a,b\n1,2\n', 'people.csv', { above: 30, header: false })).toMatchObject({ rows: [[1, 2]] })
  })

  it('keeps values that the chosen type does not fit, and counts them', () => {
    const read = importedCsv('id,size\n1,12\n2,n/a\n3,unknown\n', 'people.csv', { kinds: { size: 'integer', gone: 'real' } })
    expect(read).toMatchObject({
      columns: ['id INTEGER', 'size INTEGER'],
      rows: [
        [1, 12],
        [2, 'n/a'],
        [3, 'unknown'],
      ],
    })
    expect(read.notes).toContain('Values that don’t match the chosen type: 2, first in line 3. They were kept as they are.')
  })

  it('keeps a column as text where the user says so', () => {
    expect(importedCsv('id,zip\n1,10115\n', 'people.csv', { kinds: { zip: 'text' } })).toMatchObject({ rows: [[1, '10115']] })
  })

  it('applies a choice to a column that only later rows have', () => {
    const late = `a,b\n${'1,2\n'.repeat(3)}1,2,"1.234,5"\n`
    expect(importedCsv(late, 'people.csv', { kinds: { column_3: 'comma' } })).toMatchObject({ rows: [{}, {}, {}, [1, 2, 1234.5]] })
  })
})

it('numbers are read in the notation that was chosen, and never lose digits', () => {
  expect(['1.234,56', '-1 234', '1\u202f234,5', "1'234", '\u22127,5'].map((value) => readAs('comma', value))).toEqual([
    1234.56, -1234, 1234.5, 1234, -7.5,
  ])
  expect(['1,234.56', '12', '+3.5'].map((value) => readAs('point', value))).toEqual([1234.56, 12, 3.5])
  expect(['1,23,4', '1.234,56', '12,3456.7', 'x'].map((value) => readAs('point', value))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect([readAs('integer', '1.5'), readAs('integer', '12345678901234567890'), readAs('real', '1e400')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect([readAs('integer', '007'), readAs('real', '1e3'), readAs('real', '')]).toEqual([7, 1000, null])
})
