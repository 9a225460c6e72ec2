import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FIXTURE_SECTIONS, sectionOf } from '../../scripts/protocol-docs/sections'
import { listFaults, rowsWithoutFault } from '../../src/main/replay/simulator/faults/catalogue'

const document = readFileSync(new URL('../../docs/fixtures.md', import.meta.url), 'utf8')
const KNOWN_FAILURES = Array.from({ length: 42 }, (_, index) => `4.${index + 1}`)

describe('docs/fixtures.md', () => {
  it.each(Object.keys(FIXTURE_SECTIONS))('has the %s that the code has: npm run docs writes them', (name) => {
    expect(sectionOf(document, name)).toBe(FIXTURE_SECTIONS[name]?.())
  })
})

describe('the catalogue of faults', () => {
  it('has every failure seen in the field, and the ways in which connecting fails', () => {
    const shown = new Set([...listFaults().flatMap(({ rows }) => rows), ...rowsWithoutFault.map(({ row }) => row)])
    expect([...KNOWN_FAILURES, '1.5'].filter((row) => !shown.has(row))).toEqual([])
  })

  it('names its faults and settings in words that a command line accepts unquoted', () => {
    const words = listFaults().flatMap(({ name, parameters }) => [name, ...Object.keys(parameters)])
    expect(words.filter((word) => !/^[a-z][A-Za-z0-9-]*$/.test(word))).toEqual([])
    expect(
      listFaults().flatMap(({ parameters }) => Object.keys(parameters).filter((key) => ['connection', 'turn', 'times'].includes(key))),
    ).toEqual([])
  })

  it('says of each in one sentence what the server does', () => {
    expect(listFaults().filter(({ what }) => !/^[A-Z].*\.$/.test(what) || what.includes('|'))).toEqual([])
  })
})
