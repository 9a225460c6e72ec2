import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { workbookFile } from '../../src/renderer/data/write-xlsx'
import type { Cell } from '../../src/shared/data/artifact'
import { type CsvStyle, csvBegin, csvLine } from '../../src/shared/data/csv-text'
import type { Client } from '../../src/shared/ipc/client'
import { success } from '../../src/shared/lib/result'
import { artifact } from '../support/data-worlds'
import { openedInSpreadsheet } from '../support/spreadsheet'
import { tempFolder } from '../support/temp-folder'

const cells: readonly Cell[] = ['町, "quoted"; a\ttab', 'two\nlines', '=1+1', '+81 90', '@SUM(A1)', ' =2+2', -3, 0.25, null, 'last']
const shown = ['町, "quoted"; a\ttab', 'two\nlines', "'=1+1", "'+81 90", "'@SUM(A1)", "' =2+2", -3, 0.25, '', 'last']

const styles: readonly CsvStyle[] = [
  { delimiter: ',', byteOrderMark: true },
  { delimiter: ';', byteOrderMark: false },
  { delimiter: '\t', byteOrderMark: true },
]

it('a spreadsheet shows every value of our CSV unchanged and runs none of them, whatever the delimiter', async () => {
  const opened = styles.map((style) => {
    const file = join(tempFolder(), 'table.csv')
    writeFileSync(file, `${csvBegin(style)}${csvLine(['a', 'b'], style)}${csvLine(cells, style)}`)
    return openedInSpreadsheet(file, style.delimiter)
  })
  expect(await Promise.all(opened)).toEqual(styles.map(() => [['a', 'b'], shown]))
}, 120_000)

it('a spreadsheet shows every value of our workbook unchanged and runs none of them', async () => {
  const file = join(tempFolder(), 'table.xlsx')
  const more: readonly Cell[] = ['-12,50', 'u;=1+1', { integer: '9007199254740993' }, 'x'.repeat(40_000), '\u0001', 'last']
  const client: Pick<Client, 'call'> = {
    call: (name, request) => {
      expect([name, request]).toMatchObject(['artifact.rows', { artifactId: 'artifact-1', from: 0 }])
      return Promise.resolve(success({ rows: [cells, more], total: 2 })) as never
    },
  }
  const pieces: Uint8Array[] = []
  const written = await workbookFile(client, artifact('en', { artifactId: 'artifact-1' }), 'table.xlsx', new AbortController().signal).make(
    async (bytes) => {
      pieces.push(bytes)
    },
  )
  writeFileSync(file, Buffer.concat(pieces))
  const [head, first, second] = await openedInSpreadsheet(file, null)
  expect({ written, head }).toEqual({ written: 2, head: ['day', 'hub', 'shipped', 'late', 'late_pct'] })
  expect(first).toEqual(cells.map((cell) => cell ?? ''))
  expect(second).toEqual(['-12,50', 'u;=1+1', '9007199254740993', `${'x'.repeat(32_766)}…`, expect.any(String), 'last'])
}, 120_000)

it('a file without these precautions would be run: the judge detects it', async () => {
  const file = join(tempFolder(), 'table.csv')
  writeFileSync(file, 'a\r\n=1+1\r\n')
  await expect(openedInSpreadsheet(file)).rejects.toThrow('the spreadsheet runs of:=1+1')
}, 120_000)
