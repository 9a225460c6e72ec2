import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const rows = readFileSync(new URL('docs/audio.md', root), 'utf8')
  .split('\n')
  .filter((line) => /^\| F\d+ \|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

describe('the table of sound faults in docs/audio.md', () => {
  it('has a row for each of the 27', () => {
    expect(rows.map((cells) => cells[1])).toEqual(Array.from({ length: 27 }, (_, index) => `F${index + 1}`))
  })

  it('names tests that exist, and says what is missing if there is none', () => {
    const wrong = rows.flatMap(([, fault, , , shown = '', missing]) => {
      if (shown === 'nothing') return missing === '' ? [`${fault} is neither shown nor said to be missing`] : []
      return shown.split('<br>').filter((reference) => {
        const [, place, name] = /^`(tests\/\S+\.test\.ts)` (.+)$/.exec(reference) ?? []
        return place === undefined || name === undefined || !readFileSync(new URL(place, root), 'utf8').includes(name)
      })
    })
    expect(wrong).toEqual([])
  })
})
