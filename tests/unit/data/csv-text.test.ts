import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitRows } from '../../../src/main/data/csv/split-rows'
import { csvLine } from '../../../src/shared/data/csv-text'

const cellsOf = (line: string, delimiter: string) => splitRows(line, delimiter, true).rows.flat()
const written = (text: string, delimiter: ',' | ';' | '\t' = ',') => csvLine([text], { delimiter }).replace(/\r\n$/, '')

describe('a table written as CSV', () => {
  it('leaves negative numbers unchanged, in every country’s notation', () => {
    for (const number of ['-12.5', '-400,00', '-1.234,56', '-1e-7', "-1'000.50", '-12%', '-1 234,56'])
      expect(cellsOf(written(number), ','), number).toEqual([number])
    expect(csvLine([-12.5, '-12.5', 'n/a'], { delimiter: ',' })).toBe('-12.5,-12.5,n/a\r\n')
  })

  it('escapes the beginning of a formula, also after the delimiter of another country', () => {
    expect(written('=1+1')).toBe("'=1+1")
    expect(written('u;=1+1')).toBe("u;'=1+1")
    expect(written('a\t@x')).toBe("a\t'@x")
    expect(written('a,=1', ';')).toBe("a,'=1")
    expect(written('-2+3')).toBe("'-2+3")
    expect(written('rise; -5; -3.5')).toBe('rise; -5; -3.5')
    expect(written("list; -5; cmd|'/C calc'!A0")).toBe("list; '-5; cmd|'/C calc'!A0")
    expect(written('-')).toBe("'-")
  })

  it('begins a formula with none of its values, whatever delimiter it is read with', () => {
    const text = fc.string({ unit: fc.constantFrom(...'=+-@＝＋;,\t ab12.'), maxLength: 10 })
    fc.assert(
      fc.property(text, fc.constantFrom(',', ';', '\t'), fc.constantFrom(',', ';', '\t'), (value, delimiter, reader) => {
        const line = written(value, delimiter)
        for (const cell of line.split(reader)) {
          const shown = cell.replaceAll('"', '').trim()
          if (/^[=+\-@＝＋]/u.test(shown)) expect(shown).toMatch(/^-\d[-\d.,; \t]*$/u)
        }
      }),
      { numRuns: 500, examples: [['\t-1;', ',', '\t']] },
    )
  })
})
