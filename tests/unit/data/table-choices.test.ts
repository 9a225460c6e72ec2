import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { expect, it } from 'vitest'
import type { TableFileKind } from '../../../src/main/data/sources/kind-of-file'
import { previewTables } from '../../../src/main/data/tables/preview-tables'
import { readTyped } from '../../../src/main/data/tables/typed-columns'
import { detectedChoices, type ImportChoices, isDecided } from '../../../src/shared/data/import-choices'
import { importedTables } from '../../support/imported-tables'
import { tempFolder } from '../../support/temp-folder'

const workbook = () =>
  writeXlsx({
    sheets: [
      { name: 'Ledger', rows: [['Ledger of May'], [], ['payee', 'amount', 'paid'], ['Café', '1.234,50', true], ['Bar', '7,25', 'later']] },
      {
        name: '町',
        rows: [
          ['Ōsaka', 'Kyōto'],
          ['Kōbe', 'Nara'],
        ],
      },
      { name: 'Head alone', rows: [['id', 'name']] },
      { name: 'Empty', rows: [] },
    ],
  })

async function preview(content: Uint8Array | string, kind: TableFileKind, choices: Partial<ImportChoices>, sheet: number | null = null) {
  const path = join(tempFolder(), 'file')
  writeFileSync(path, content)
  const read = await previewTables({ path, kind, choices: { ...detectedChoices, ...choices }, sheet })
  return read.ok ? read.value : read.error.code
}

it('a workbook shows its sheets, and of one the first rows with header, rows above and types', async () => {
  const book = await workbook()
  expect(await preview(book, 'archive', {})).toEqual({
    names: ['Ledger', '町', 'Head alone', 'Empty'],
    shown: {
      ...{ index: 0, header: true, above: 1, moreColumns: 0 },
      columns: [
        { name: 'payee', kind: 'text', offered: null, unlike: 0 },
        { name: 'amount', kind: 'text', offered: 'comma', unlike: 0 },
        { name: 'paid', kind: 'text', offered: null, unlike: 0 },
      ],
      rows: [
        ['Café', '1.234,50', 'true'],
        ['Bar', '7,25', 'later'],
      ],
    },
  })
  expect(await preview(book, 'archive', {}, 2)).toMatchObject({
    shown: { index: 2, header: true, columns: [{ name: 'id' }, {}], rows: [] },
  })
  expect(await preview(book, 'archive', {}, 3)).toMatchObject({ shown: { index: 3, header: null, columns: [], rows: [] } })
})

it('the preview follows the choices for all sheets and those for one', async () => {
  const book = await workbook()
  const choices = { header: false, sheets: { Ledger: { header: true, above: 1, kinds: { amount: 'comma', paid: 'boolean' } as const } } }
  expect(await preview(book, 'archive', choices, 0)).toMatchObject({
    shown: {
      header: true,
      columns: [{ kind: 'text' }, { kind: 'comma', unlike: 0 }, { kind: 'boolean', unlike: 1 }],
    },
  })
  expect(await preview(book, 'archive', choices, 1)).toMatchObject({
    shown: { header: false, columns: [{ name: 'column_1' }, { name: 'column_2' }], rows: [['Ōsaka', 'Kyōto'], {}] },
  })
  expect(await preview(book, 'archive', { above: 0, header: false }, 0)).toMatchObject({
    shown: { above: 0, rows: [['Ledger of May', '', ''], {}, {}, {}] },
  })
})

it('an import follows the same choices, and its notes say so', async () => {
  const sheets = { Ledger: { header: null, above: null, kinds: { amount: 'comma', paid: 'boolean' } as const } }
  expect(
    await importedTables('book.xlsx', await workbook(), { header: false, sheets, onlySheets: ['Ledger', 'Head alone'] }),
  ).toMatchObject({
    tables: { Ledger: { columns: ['column_1 TEXT', 'column_2 TEXT', 'column_3 TEXT'] } },
  })
  const read = await importedTables('book.xlsx', await workbook(), { sheets, onlySheets: ['Ledger', 'Head alone'] })
  expect(read.tables).toEqual({
    Ledger: {
      columns: ['payee TEXT', 'amount REAL', 'paid BOOLEAN'],
      rows: [
        ['Café', 1234.5, 1],
        ['Bar', 7.25, 'later'],
      ],
    },
  })
  expect(read.notes).toEqual([
    'Sheets not imported, as you chose: 町, Empty.',
    'Sheets without rows below their header were left out: Head alone.',
    'Ledger: Lines above the table were left out: 1.',
    'Ledger: Types as you chose: amount, paid.',
    'Ledger: Values that don’t match the chosen type: 1, first in line 5. They were kept as they are.',
  ])
  expect(await importedTables('book.xlsx', await workbook(), { onlySheets: ['Ledgers'] })).toMatchObject({
    problem: 'book.xlsx has no sheet Ledgers. Its sheets are: Ledger, 町, Head alone, Empty.',
  })
})

it('records have the types that were chosen, also a column that only later ones have', async () => {
  const records = `${'{"id":1}\n'.repeat(3_000)}{"id":2,"price":"1.234,5"}\n`
  expect(await preview(records, 'json', { kinds: { id: 'text' } })).toMatchObject({
    names: null,
    shown: { header: null, columns: [{ kind: 'text' }] },
  })
  const { tables } = await importedTables('a.ndjson', records, { kinds: { id: 'text', price: 'comma' } })
  expect(tables.table_1).toMatchObject({ columns: ['id TEXT', 'price REAL'] })
  expect(tables.table_1?.rows.at(-1)).toEqual(['2', 1234.5])
})

it('a typed value is read as the user chose, or else kept as it is', () => {
  const read = (kind: Parameters<typeof readTyped>[0]) =>
    [1, 1.5, 9007199254740993n, true, '1.234,5', 'TRUE', null].map((value) => readTyped(kind, value))
  expect(read('text')).toEqual(['1', '1.5', '9007199254740993', 'true', '1.234,5', 'TRUE', null])
  expect(read('integer')).toEqual([1, undefined, 9007199254740993n, undefined, undefined, undefined, null])
  expect(read('real')).toEqual([1, 1.5, undefined, undefined, undefined, undefined, null])
  expect(read('comma')).toEqual([1, 1.5, undefined, undefined, 1234.5, undefined, null])
  expect(read('boolean')).toEqual([1, undefined, undefined, 1, undefined, 1, null])
})

it('choices of sheets are decisions, which are kept with the source', () => {
  expect(
    [{}, { onlySheets: ['A'] }, { sheets: { A: { header: true, above: null, kinds: {} } } }].map((choices) =>
      isDecided({ ...detectedChoices, ...choices }),
    ),
  ).toEqual([false, true, true])
})
