import { bytesToSamples } from './pcm'

/** Bars of the small waveform next to a spoken line. */
export const SKETCH_BARS = 10

/** The shape of a spoken line: its length in ms, and the loudness of each tenth, 0 to 1 relative to the loudest. */
export interface SpeechSketch {
  readonly durationMs: number
  readonly bars: readonly number[]
}

/** Computes the sketch of one talk from its frames without storing the sound: one number for each frame. */
export class SpeechSketcher {
  readonly #loudness: number[] = []
  #samples = 0
  readonly #sampleRate: number

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate
  }

  /** Adds one frame, s16le mono. */
  add(pcm: Uint8Array): void {
    const samples = bytesToSamples(pcm)
    if (samples.length === 0) return
    let squares = 0
    for (const sample of samples) squares += sample * sample
    this.#loudness.push(Math.sqrt(squares / samples.length))
    this.#samples += samples.length
  }

  /** The sketch so far; silence has flat bars. */
  sketch(): SpeechSketch {
    const frames = this.#loudness
    const tenths = Array.from({ length: SKETCH_BARS }, (_, bar) => {
      const from = Math.floor((bar * frames.length) / SKETCH_BARS)
      const to = Math.max(from + 1, Math.floor(((bar + 1) * frames.length) / SKETCH_BARS))
      return Math.max(0, ...frames.slice(from, to))
    })
    const loudest = Math.max(1, ...tenths)
    return {
      durationMs: Math.round((this.#samples / this.#sampleRate) * 1000),
      bars: tenths.map((loudness) => Math.round((loudness / loudest) * 100) / 100),
    }
  }
}
