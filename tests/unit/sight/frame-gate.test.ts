import { describe, expect, it } from 'vitest'
import { type FrameGate, newFrameGate, stepFrameGate } from '../../../src/shared/sight/frame-gate'
import { gridSide, gridsDiffer, isFlat, type LumaGrid, lumaGrid } from '../../../src/shared/sight/luma-grid'

const flatGrid = (luma: number): LumaGrid => new Array<number>(gridSide * gridSide).fill(luma)

/** The times, in ms, at which a picture is sent when it is looked at four times a second. */
function sentTimes(milliseconds: number, gridAt: (time: number) => LumaGrid): readonly number[] {
  let gate: FrameGate = newFrameGate
  const times: number[] = []
  for (let time = 0; time <= milliseconds; time += 250) {
    const step = stepFrameGate(gate, gridAt(time), time, false)
    gate = step.gate
    if (step.reason !== null) times.push(time)
  }
  return times
}

describe('the frame gate', () => {
  it('sends an unchanged screen three times in a minute', () => {
    expect(sentTimes(60_000, () => flatGrid(100))).toEqual([0, 30_000, 60_000])
  })

  it('sends a screen that always changes once a second', () => {
    const times = sentTimes(10_000, (time) => flatGrid(time / 50))
    expect(times).toEqual(Array.from({ length: 11 }, (_, second) => second * 1000))
  })

  it('sends a change as soon as a second has passed since the last frame', () => {
    expect(sentTimes(5000, (time) => flatGrid(time < 500 ? 100 : 200))).toEqual([0, 1000])
    expect(sentTimes(5000, (time) => flatGrid(time < 3250 ? 100 : 200))).toEqual([0, 3250])
  })

  it('sends what is asked for at once, changed or not', () => {
    const { gate } = stepFrameGate(newFrameGate, flatGrid(1), 0, false)
    expect(stepFrameGate(gate, flatGrid(1), 10, true).reason).toBe('asked')
  })

  it('goes on after the clock was set back', () => {
    const { gate } = stepFrameGate(newFrameGate, flatGrid(1), 1_000_000, false)
    expect(stepFrameGate(gate, flatGrid(1), 500_000, false)).toMatchObject({ reason: 'heartbeat', gate: { at: 500_000 } })
  })
})

describe('a luma grid', () => {
  const picture = (width: number, height: number, luma: (x: number, y: number) => number) => {
    const rgba = new Uint8ClampedArray(width * height * 4)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) rgba.set([luma(x, y), luma(x, y), luma(x, y), 255], (y * width + x) * 4)
    return lumaGrid(rgba, width, height)
  }

  it('is the mean brightness of each cell, at any proportion', () => {
    const halves = picture(128, 72, (x) => (x < 64 ? 0 : 255))
    expect(halves).toHaveLength(256)
    expect(halves.slice(0, 8)).toEqual(new Array(8).fill(0))
    expect(halves.slice(8, 16).map(Math.round)).toEqual(new Array(8).fill(255))
  })

  it('changes with a line of text, and not with a blinking cursor', () => {
    const page = picture(128, 72, () => 255)
    const line = picture(128, 72, (x, y) => (y === 30 && x % 2 === 0 ? 0 : 255))
    const cursor = picture(640, 360, (x, y) => (x === 300 && y > 166 && y < 173 ? 0 : 255))
    expect(gridsDiffer(page, line)).toBe(true)
    expect(gridsDiffer(page, cursor)).toBe(false)
  })

  it('knows a picture of one colour', () => {
    expect(isFlat(picture(64, 64, () => 0))).toBe(true)
    expect(isFlat(picture(64, 64, (x) => x))).toBe(false)
  })
})
