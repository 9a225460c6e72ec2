import { correlationAt, type WindowMatch } from './correlation'

/**
 * The windows that did not arrive. A fake device sometimes inserts or drops a block of 10 ms: a window in which its
 * neighbours' lags meet is there if the part before and the part after the jump both match (0.9, 20 ms around it left out).
 */
export function missingWindows(
  reference: Float64Array,
  heard: Float64Array,
  sampleRate: number,
  matches: readonly WindowMatch[],
): readonly WindowMatch[] {
  const length = Math.round(sampleRate * 0.25)
  const block = Math.round(sampleRate * 0.01)
  const arrived = (from: number, end: number, lag: number) =>
    end - from < 2 * block || Math.max(...[-1, 0, 1].map((shift) => correlationAt(reference, heard, from, end - from, lag + shift))) >= 0.9
  return matches.filter((match, index) => {
    if (match.correlation >= 0.9) return false
    const from = Math.round((match.startMs / 1000) * sampleRate)
    const before = matches[index - 1]?.lag
    const after = matches[index + 1]?.lag
    if (before === undefined || after === undefined || before === after) return true
    for (let split = 0; split <= length; split += block) {
      if (arrived(from, from + split - block, before) && arrived(from + split + block, from + length, after)) return false
    }
    return true
  })
}
