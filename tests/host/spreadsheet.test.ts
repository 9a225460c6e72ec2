import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Cell } from '../../src/shared/data/artifact'
import { type CsvStyle, csvBegin, csvLine } from '../../src/shared/data/csv-text'
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

it('a file without these precautions would be run: the judge detects it', async () => {
  const file = join(tempFolder(), 'table.csv')
  writeFileSync(file, 'a\r\n=1+1\r\n')
  await expect(openedInSpreadsheet(file)).rejects.toThrow('the spreadsheet runs of:=1+1')
}, 120_000)
