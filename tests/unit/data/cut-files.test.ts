import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importedCsv } from '../../support/imported-csv'
import { importedTables, tableFixture } from '../../support/imported-tables'
import { scaled, sized } from '../../support/scale'

/** Lengths at which a file of so many bytes is cut, spread over all of it. */
function cuts(bytes: number): readonly number[] {
  const count = scaled(100, 10)
  return Array.from({ length: count }, (_, index) => Math.max(8, Math.floor((bytes * (index + 0.5)) / count)))
}

it.each(['parcels.xlsx', 'parcels.ods', 'parcels.parquet'])('%s that is cut anywhere is refused as damaged', async (name) => {
  const whole = tableFixture(name)
  for (const length of cuts(whole.length))
    expect(await importedTables(name, whole.subarray(0, length))).toMatchObject({
      problem: expect.stringContaining('is damaged or incomplete'),
    })
})

it.each(['a.json', 'a.ndjson'])('%s that is cut anywhere is refused with its line, or has whole records only', async (name) => {
  const records = Array.from({ length: 40 }, (_, index) => `{"id":${index},"city":"Kōbe ${index}"}`)
  const whole = Buffer.from(name === 'a.json' ? `[${records.join(',\n')}]` : records.join('\n'))
  for (const length of cuts(whole.length)) {
    const { problem, tables } = await importedTables(name, whole.subarray(0, length))
    const rows = tables.table_1?.rows ?? []
    if (problem === null) expect(rows).toEqual(rows.map((_, index) => [index, `Kōbe ${index}`]))
    else expect(problem).toMatch(/Line \d+ of|is not UTF-8 in line \d+/)
    if (name === 'a.json') expect(problem).not.toBeNull()
  }
})

it.each(readdirSync('tests/fixtures/csv'))(
  '%s that is cut anywhere has the rows before the cut, or says in which line it is wrong',
  (name) => {
    const whole = readFileSync(join('tests/fixtures/csv', name))
    for (const length of cuts(whole.length)) {
      const { problem, rows, notes } = importedCsv(whole.subarray(0, length), name)
      if (problem !== null)
        expect([length, problem]).toEqual([length, expect.stringMatching(/A quote in line \d+|no data rows|in line \d+/)])
      // whatever is guessed of it, nothing is there that the file does not have
      else if (notes.every((note) => !note.startsWith('Read as')))
        for (const value of rows.flat()) if (typeof value === 'string') expect(whole.toString().replaceAll('""', '"')).toContain(value)
    }
  },
)

it('a value of CSV that is too long is refused with its line, also where its quote is never closed', () => {
  const value = Buffer.alloc(sized(100_000_000, 20_000_000), 'x')
  for (const [begin, end] of [
    ['id,note\n1,', '\n'],
    ['id,note\n1,"', '"\n'],
    ['id,note\n1,"', ''],
  ] as const) {
    const { problem } = importedCsv(Buffer.concat([Buffer.from(begin), value, Buffer.from(end)]))
    expect(problem).toContain('Line 2 of people.csv is longer than 17 million characters, or a quote in it is not closed.')
  }
})

it('a CSV file of 16,000 columns is refused, and their number is said, in its header or in a row', () => {
  const wide = Array.from({ length: 16_000 }, (_, index) => `c${index}`).join(',')
  expect(importedCsv(`${wide}\n${wide}\n`).problem).toContain('has 16000 columns')
  expect(importedCsv(`a,b\n1,2\n${wide}\n`).problem).toContain('Line 3 of people.csv has 16000 values')
})
