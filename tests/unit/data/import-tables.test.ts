import { strToU8, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { importedTables, tableFixture } from '../../support/imported-tables'

const parcels = [
  [1, 'Kōbe', 1.5, '2026-11-01'],
  [2, 'Ōsaka', -12.25, '2026-11-02 10:30:00'],
  [3, null, 3, null],
]
const cities = {
  columns: ['name TEXT', 'people INTEGER'],
  rows: [
    ['大阪', 2750],
    ['京都', 1460],
  ],
}
const sheet = (rows: Parameters<typeof writeXlsx>[0]['sheets'][number]['rows'], more: object = {}) =>
  writeXlsx({ sheets: [{ name: 'Sheet1', ...(rows !== undefined && { rows }) }], ...more })

describe('a spreadsheet', () => {
  it('that LibreOffice wrote has a table for each sheet, with its values and not their looks', async () => {
    const paid = [1, 0, 1]
    const codes = ['007', '12', '1e5']
    const rows = parcels.map((row, index) => [...row, paid[index], codes[index]])
    const columns = ['id INTEGER', 'city TEXT', 'weight REAL', 'sent TEXT']
    expect(await importedTables('parcels.xlsx', tableFixture('parcels.xlsx'))).toEqual({
      problem: null,
      notes: [],
      kind: 'xlsx',
      tables: { 'Parcels 2026': { columns: [...columns, 'paid BOOLEAN', 'code TEXT'], rows }, 町: cities },
    })
    expect(await importedTables('parcels.ods', tableFixture('parcels.ods'))).toEqual({
      problem: null,
      notes: [],
      kind: 'ods',
      tables: { 'Parcels 2026': { columns: [...columns, 'paid INTEGER', 'code TEXT'], rows }, 町: cities },
    })
  })

  it('keeps texts that come long after a column looked like numbers, and columns that only later rows have', async () => {
    const rows = [['id', 'code'], ...Array.from({ length: 2_500 }, (_, index) => [index, 7]), [2_500, '007', 'more']]
    const { tables } = await importedTables('late.xlsx', await sheet(rows))
    expect(tables.Sheet1).toMatchObject({ columns: ['id INTEGER', 'code TEXT', 'column_3 TEXT'] })
    expect(tables.Sheet1?.rows.slice(-2)).toEqual([
      [2_499, '7', null],
      [2_500, '007', 'more'],
    ])
  })

  it('without a header, or with lines above it, is read as such', async () => {
    expect(
      (
        await importedTables(
          'plain.xlsx',
          await sheet([
            [1, 2],
            [3, 4],
          ]),
        )
      ).tables.Sheet1,
    ).toMatchObject({ columns: ['column_1 INTEGER', 'column_2 INTEGER'] })
    const titled = await sheet([['Parcels of May'], [], ['id', 'weight'], [1, 2.5], [2, 3.5]])
    expect((await importedTables('titled.xlsx', titled)).tables.Sheet1).toEqual({
      columns: ['id INTEGER', 'weight REAL'],
      rows: [
        [1, 2.5],
        [2, 3.5],
      ],
    })
  })

  it('that can’t be read is refused in words', async () => {
    const whole = await sheet([['a'], [1]])
    expect(await importedTables('cut.xlsx', whole.slice(0, whole.length - 200))).toMatchObject({
      problem: expect.stringContaining('is damaged or incomplete'),
    })
    expect(await importedTables('empty.xlsx', await sheet([]))).toMatchObject({ problem: expect.stringContaining('no data rows') })
    expect(await importedTables('other.zip', zipSync({ 'a.txt': strToU8('x') }))).toMatchObject({
      problem: expect.stringContaining('neither a database nor a table'),
    })
    const wide = await sheet([Array.from({ length: 16_000 }, (_, index) => index)])
    expect(await importedTables('wide.xlsx', wide)).toMatchObject({ problem: expect.stringContaining('16000') })
  })

  it('that would unpack to more than fits is refused before anything is unpacked, and one that lies about it is damaged', async () => {
    const bomb = Buffer.from(zipSync({ 'xl/workbook.xml': strToU8('<workbook/>'), 'xl/sharedStrings.xml': new Uint8Array(3_000_000) }))
    // the size of the second part, as the archive's directory says it
    const place = bomb.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 24
    bomb.writeUInt32LE(4_000_000_000, place)
    expect(await importedTables('bomb.xlsx', bomb)).toMatchObject({ problem: expect.stringContaining('4000 MB') })
    bomb.writeUInt32LE(100, place)
    expect(await importedTables('liar.xlsx', bomb)).toMatchObject({ problem: expect.stringContaining('is damaged') })
  })
})

describe('records in JSON', () => {
  it('are one list or one per line; every name is a column, and every digit is kept', async () => {
    const records = ['{"id":1,"price":1.10,"ok":true,"tag":null}', '{"id":9007199254740993,"city":"Kōbe","price":-2,"ok":false}']
    const read = {
      columns: ['id INTEGER', 'price REAL', 'ok BOOLEAN', 'tag TEXT', 'city TEXT'],
      rows: [
        [1, 1.1, 1, null, null],
        [9007199254740993n, -2, 0, null, 'Kōbe'],
      ],
    }
    expect((await importedTables('a.json', `\ufeff[${records.join(',\n')}]`)).tables.table_1).toEqual(read)
    expect((await importedTables('a.ndjson', `${records.join('\r\n')}\n\n`)).tables.table_1).toEqual(read)
  })

  it('keep numbers as texts that nothing else could keep', async () => {
    const { tables } = await importedTables('a.jsonl', '{"n":0.12345678901234567890}\n{"n":123456789012345678901234567890}\n{"n":1}\n')
    expect(tables.table_1?.rows).toEqual([['0.12345678901234567890'], ['123456789012345678901234567890'], ['1']])
  })

  it('that are nested, cut or in another encoding are refused with their line', async () => {
    expect(await importedTables('a.ndjson', '{"a":1}\n{"a":[1]}\n')).toMatchObject({
      problem: expect.stringContaining('The value of a in line 2'),
    })
    expect(await importedTables('a.ndjson', '{"a":1}\n{"a":')).toMatchObject({ problem: expect.stringContaining('Line 2') })
    expect(await importedTables('a.json', '[1,2]')).toMatchObject({ problem: expect.stringContaining('Line 1') })
    expect(await importedTables('a.ndjson', Buffer.from([...Buffer.from('{"a":1}\n{"a":"'), 0xe9, 0x22, 0x7d]))).toMatchObject({
      problem: expect.stringContaining('is not UTF-8 in line 2'),
    })
    expect(await importedTables('a.json', '[]')).toMatchObject({ problem: expect.stringContaining('no data rows') })
  })
})

describe('a Parquet file', () => {
  it('is read group by group, with its types', async () => {
    expect(await importedTables('parcels.parquet', tableFixture('parcels.parquet'))).toEqual({
      problem: null,
      notes: [],
      kind: 'parquet',
      tables: {
        table_1: {
          columns: ['id INTEGER', 'city TEXT', 'weight REAL', 'paid BOOLEAN', 'day TEXT'],
          rows: [
            [1, 'Kōbe', 1.5, 1, '2026-11-01'],
            [2, null, 2, 0, '2026-11-02 10:30:00'],
            [9007199254740993n, 'Ōsaka', null, 1, null],
          ],
        },
      },
    })
  })

  it('that is cut is damaged', async () => {
    const whole = tableFixture('parcels.parquet')
    expect(await importedTables('cut.parquet', whole.subarray(0, 500))).toMatchObject({ problem: expect.stringContaining('is damaged') })
  })
})
