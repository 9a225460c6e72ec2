import type { Played } from './play'

/** What one can hear of how an answer was played. */
export interface Verdict {
  /** Silences within the answer, and how long they are together. */
  readonly gaps: number
  readonly gapMs: number
  readonly clicks: number
  /** From the beginning to the first sample; null for silence. */
  readonly firstMs: number | null
  /** Sound in all. */
  readonly soundMs: number
}

/** Silence shorter than this is the tone's own crossing of zero. */
const SHORTEST_GAP_MS = 0.5
/** Second difference, of full scale: the tone stays below 0.003, a fade of 3 ms below 0.01. */
const CLICK = 0.02
/** What follows so soon is the same click. */
const ONE_CLICK_MS = 3

/** Judges a played tone. The last sample that sounds ends it: what follows is no gap. */
export function judge({ out, sampleRate }: Played): Verdict {
  const first = out.findIndex((sample) => sample !== 0)
  const last = out.findLastIndex((sample) => sample !== 0)
  if (first < 0) return { gaps: 0, gapMs: 0, clicks: 0, firstMs: null, soundMs: 0 }
  const ms = (samples: number): number => (samples / sampleRate) * 1000
  let [gaps, gapMs, silent, clicks, lastClick] = [0, 0, 0, 0, Number.NEGATIVE_INFINITY]
  for (let at = first; at <= last + 2 && at < out.length; at += 1) {
    const sample = out[at] ?? 0
    if (sample === 0) silent += 1
    else {
      if (ms(silent) > SHORTEST_GAP_MS) {
        gaps += 1
        gapMs += ms(silent)
      }
      silent = 0
    }
    const bend = Math.abs(sample - 2 * (out[at - 1] ?? 0) + (out[at - 2] ?? 0))
    if (bend <= CLICK) continue
    if (ms(at - lastClick) > ONE_CLICK_MS) clicks += 1
    lastClick = at
  }
  return { gaps, gapMs, clicks, firstMs: ms(first), soundMs: ms(last + 1 - first) - gapMs }
}
