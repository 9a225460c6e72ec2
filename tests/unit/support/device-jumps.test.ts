import { describe, expect, it } from 'vitest'
import { matchWindows } from '../../support/correlation'
import { missingWindows } from '../../support/device-jumps'
import { repeatableRandom } from '../audio/sound'

const RATE = 8000

describe('windows that did not arrive', () => {
  const random = repeatableRandom(3)
  const reference = Float64Array.from({ length: RATE * 2 }, () => random() - 0.5)

  it('are none when the device put 10 ms of silence in between', () => {
    const jump = RATE * 0.9
    const heard = Float64Array.from([...reference.subarray(0, jump), ...new Float64Array(80), ...reference.subarray(jump)])
    expect(missing(heard)).toEqual([])
  })

  it('are none when it did so in the first or in the last window, or where the first sound begins', () => {
    for (const seconds of [0.1, 1.9]) {
      const jump = RATE * seconds
      const heard = Float64Array.from([...reference.subarray(0, jump), ...new Float64Array(80), ...reference.subarray(jump)])
      expect(missing(heard), `${seconds} s`).toEqual([])
    }
    const late = reference.slice().fill(0, 0, RATE * 0.3)
    const jump = RATE * 0.31
    expect(missing(Float64Array.from([...late.subarray(0, jump), ...late.subarray(jump + 80)]), late)).toEqual([])
  })

  it('are reported when a quarter of a second was replaced by silence or by other sound', () => {
    const silent = reference.slice().fill(0, RATE * 0.75, RATE)
    expect(missing(silent)).toEqual([750])
    const other = reference.slice()
    for (let index = RATE * 0.75; index < RATE; index += 1) other[index] = random() - 0.5
    expect(missing(other)).toEqual([750])
  })

  it('are reported when the first or the last is gone', () => {
    expect(missing(reference.slice().fill(0, 0, RATE * 0.25))).toEqual([0])
    expect(missing(reference.slice(0, RATE * 1.75))).toEqual([1750])
  })

  function missing(heard: Float64Array, said = reference): readonly number[] {
    return missingWindows(said, heard, RATE, matchWindows(said, heard, RATE)).map(({ startMs }) => startMs)
  }
})
