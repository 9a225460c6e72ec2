import { correlationAt, type WindowMatch } from './correlation'

/** Blocks by which one jump moves the sound at most: 60 ms, as far as windows are searched. */
const MOST_BLOCKS = 6

/**
 * The windows that did not arrive. A fake device sometimes inserts or drops a block of 10 ms: a window in which its
 * neighbours' lags meet is there if the part before and the part after the jump both match (0.9, 20 ms around it left out). The first and
 * the last window have one neighbour: the other lag may be any number of blocks away from its lag.
 */
export function missingWindows(
  reference: Float64Array,
  heard: Float64Array,
  sampleRate: number,
  matches: readonly WindowMatch[],
): readonly WindowMatch[] {
  const length = Math.round(sampleRate * 0.25)
  const block = Math.round(sampleRate * 0.01)
  const blocks = Array.from({ length: 2 * MOST_BLOCKS + 1 }, (_, index) => (index - MOST_BLOCKS) * block).filter((shift) => shift !== 0)
  const arrived = (from: number, end: number, lag: number) =>
    end - from < 2 * block ||
    reference.subarray(from, end).every((sample) => sample === 0) ||
    Math.max(...[-1, 0, 1].map((shift) => correlationAt(reference, heard, from, end - from, lag + shift))) >= 0.9
  const jumped = (from: number, before: number, after: number): boolean => {
    for (let split = 0; split <= length; split += block) {
      if (arrived(from, from + split - block, before) && arrived(from + split + block, from + length, after)) return true
    }
    return false
  }
  return matches.filter((match, index) => {
    if (match.correlation >= 0.9) return false
    const from = Math.round((match.startMs / 1000) * sampleRate)
    const before = matches[index - 1]?.lag
    const after = matches[index + 1]?.lag
    if (before !== undefined && after !== undefined) return before === after || !jumped(from, before, after)
    if (after !== undefined) return !blocks.some((shift) => jumped(from, after + shift, after))
    if (before !== undefined) return !blocks.some((shift) => jumped(from, before, before + shift))
    return true
  })
}
