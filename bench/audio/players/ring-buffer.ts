import { type MakePlayer, SOURCE_RATE } from './player'

const CAPACITY = 180 * SOURCE_RATE

/**
 * A ring of 180 s without a start buffer: plays from the first sample on, puts out silence where nothing is there, lets go of
 * the oldest where it is full, and is emptied at once when the user cuts in. It knows no turns.
 */
export const ringBuffer: MakePlayer = () => {
  const ring = new Float32Array(CAPACITY)
  let read = 0
  let held = 0
  return {
    sampleRate: SOURCE_RATE,
    push(_turn, samples) {
      for (const sample of samples) {
        ring[(read + held) % CAPACITY] = sample / 32_768
        if (held < CAPACITY) held += 1
        else read = (read + 1) % CAPACITY
      }
    },
    end: () => undefined,
    flush: () => {
      held = 0
    },
    process(out) {
      for (let index = 0; index < out.length; index += 1) {
        out[index] = held > 0 ? (ring[read] ?? 0) : 0
        if (held === 0) continue
        read = (read + 1) % CAPACITY
        held -= 1
      }
    },
  }
}
