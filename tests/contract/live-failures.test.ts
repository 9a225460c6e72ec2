import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { faultNames, findFault } from '../../src/main/replay/simulator/faults/catalogue'

interface Line {
  readonly row: string
  readonly test: string
  readonly file: string
  readonly faults: readonly string[]
}

const lines = readLines(readFileSync('docs/live-failures.md', 'utf8'))

/** The lines of the table; a line without a row belongs to the row above it. */
function readLines(document: string): readonly Line[] {
  let row = ''
  return document
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| row'))
    .map((line) => {
      const [, first = '', test = '', file = '', faults = ''] = line.split('|').map((cell) => cell.trim())
      if (first !== '') row = first.split(' ')[0] ?? ''
      return { row, test, file: file.replaceAll('`', ''), faults: [...faults.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name) }
    })
}

describe('docs/live-failures.md', () => {
  it('has every row of the known failures, each with an existing test', () => {
    const wanted = ['1.5', ...Array.from({ length: 42 }, (_, index) => `4.${index + 1}`)]
    expect(wanted.filter((row) => !lines.some((line) => line.row === row))).toEqual([])
    const isThere = ({ file, test }: Line): boolean => existsSync(file) && readFileSync(file, 'utf8').includes(test)
    expect(lines.filter((line) => line.test === '' || !isThere(line))).toEqual([])
  })

  it('names the faults that show each row', () => {
    expect(lines.filter(({ row, faults }) => faults.some((name) => findFault(name)?.rows.includes(row) !== true))).toEqual([])
    const named = new Set(lines.flatMap(({ row, faults }) => faults.map((name) => `${row} ${name}`)))
    const shown = faultNames.flatMap((name) =>
      (findFault(name)?.rows ?? []).filter((row) => row.startsWith('4.')).map((row) => `${row} ${name}`),
    )
    expect(shown.filter((one) => !named.has(one))).toEqual([])
  })
})
