import { floatToInt16 } from './pcm'
import { SampleRing } from './ring'

export interface CaptureEngineSettings {
  /** Samples per frame handed out. */
  readonly frameLength: number
  /** Samples from before a talk that belong to it. */
  readonly preRollLength: number
  /** Samples kept in memory while nobody talks and somebody listens for a voice; by default no more than the pre-roll. */
  readonly memoryLength?: number
  /** A frame of exactly `frameLength` samples, the receiver's to keep. */
  readonly onFrame: (samples: Int16Array<ArrayBuffer>, talkId: string) => void
  /** Every sample of this talk has been handed out; nothing more comes for it. */
  readonly onEnd: (talkId: string) => void
  /** While somebody listens: every sample, also between talks, in frames that follow each other. */
  readonly onHeard?: (samples: Int16Array<ArrayBuffer>, startSample: number) => void
}

/**
 * Cuts the microphone's sound into frames. While nobody talks only the newest samples are remembered, and a talk begins
 * with those of the last `preRollLength` that no talk had yet, or with those from a given sample on. A finishing talk goes on for its tail, rounded up to a whole
 * frame, counted in samples: the end is told after the last frame and never before.
 */
export class CaptureEngine {
  readonly #settings: CaptureEngineSettings
  readonly #ring: SampleRing
  #talkId: string | null = null
  #frame: Int16Array<ArrayBuffer>
  #filled = 0
  /** Samples pushed so far. */
  #position = 0
  #heard: Int16Array<ArrayBuffer> | null = null
  #heardLength = 0
  /** Samples still to record of a finishing talk; null while it goes on. */
  #tailLeft: number | null = null

  constructor(settings: CaptureEngineSettings) {
    this.#settings = settings
    this.#ring = new SampleRing(Math.max(settings.preRollLength, settings.memoryLength ?? 0))
    this.#frame = new Int16Array(settings.frameLength)
  }

  /** The talk that now gets the sound, or null. */
  get talkId(): string | null {
    return this.#talkId
  }

  /** Tells every sample to `onHeard` from now on, or no longer. */
  listen(on: boolean): void {
    this.#heard = on ? new Int16Array(this.#settings.frameLength) : null
    this.#heardLength = 0
  }

  /** Whether somebody listens for a voice. */
  get listening(): boolean {
    return this.#heard !== null
  }

  /**
   * Begins a talk, or takes back the finish of the same one. Another talk still in its tail ends here. `from`: the sample
   * (as counted by `onHeard`) that the talk begins with, as far as it is remembered.
   */
  start(talkId: string, from: number | null = null): void {
    this.#tailLeft = null
    if (this.#talkId === talkId) return
    if (this.#talkId !== null) this.#end()
    this.#talkId = talkId
    const known = from !== null && from <= this.#position
    const before = this.#ring.drain(known ? this.#position - from : this.#settings.preRollLength)
    for (const sample of before) this.#add(sample)
  }

  /** Records `tailLength` more samples and ends the talk. */
  finish(tailLength: number): void {
    if (this.#talkId !== null && this.#tailLeft === null) this.#tailLeft = tailLength
  }

  /** Ends the talk at once; a frame begun is thrown away. */
  cancel(): void {
    if (this.#talkId === null) return
    this.#filled = 0
    this.#end()
  }

  /** Ends the talk at once and forgets what was heard before: what comes next is from another stream. */
  reset(): void {
    this.cancel()
    this.#ring.drain()
  }

  /** Takes the next samples of the microphone, −1…1. */
  push(samples: Float32Array): void {
    for (let index = 0; index < samples.length; index += 1) {
      const sample = floatToInt16(samples[index] ?? 0)
      this.#position += 1
      if (this.#heard !== null) this.#hear(this.#heard, sample)
      if (this.#talkId === null) {
        this.#ring.push(sample)
        continue
      }
      this.#add(sample)
      if (this.#tailLeft === null) continue
      this.#tailLeft -= 1
      if (this.#tailLeft <= 0 && this.#filled === 0) this.#end()
    }
  }

  #hear(frame: Int16Array<ArrayBuffer>, sample: number): void {
    frame[this.#heardLength] = sample
    this.#heardLength += 1
    if (this.#heardLength < frame.length) return
    this.#heard = new Int16Array(frame.length)
    this.#heardLength = 0
    this.#settings.onHeard?.(frame, this.#position - frame.length)
  }

  #add(sample: number): void {
    this.#frame[this.#filled] = sample
    this.#filled += 1
    if (this.#filled < this.#settings.frameLength) return
    const frame = this.#frame
    this.#frame = new Int16Array(this.#settings.frameLength)
    this.#filled = 0
    if (this.#talkId !== null) this.#settings.onFrame(frame, this.#talkId)
  }

  /** What is left of a frame begun is filled up with silence, so that it is not lost. */
  #end(): void {
    const talkId = this.#talkId
    while (this.#filled > 0) this.#add(0)
    this.#talkId = null
    this.#tailLeft = null
    if (talkId !== null) this.#settings.onEnd(talkId)
  }
}
