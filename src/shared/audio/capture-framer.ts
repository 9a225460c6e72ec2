import { floatToInt16 } from './pcm'
import { SampleRing } from './ring'

export interface CaptureEngineSettings {
  /** Samples per frame. */
  readonly frameLength: number
  /** Samples from before a talk that belong to it. */
  readonly preRollLength: number
  /** Samples buffered while nobody talks but voice detection listens; by default only the pre-roll. */
  readonly memoryLength?: number
  /** Receives a frame of exactly `frameLength` samples, which the receiver may keep. */
  readonly onFrame: (samples: Int16Array<ArrayBuffer>, talkId: string) => void
  /** All samples of this talk have been sent; none follow. */
  readonly onEnd: (talkId: string) => void
  /** While voice detection listens: receives every sample, also between talks, in consecutive frames. */
  readonly onHeard?: (samples: Int16Array<ArrayBuffer>, startSample: number) => void
}

/**
 * Cuts the microphone's sound into frames. Between talks only the newest samples are buffered. A talk begins with those of the last
 * `preRollLength` samples that no earlier talk has used, or with the samples from a given one on. A finishing talk continues for its tail,
 * rounded up to a whole frame and counted in samples; `onEnd` follows the last frame.
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
  /** Samples still to record of a finishing talk; null while it continues. */
  #tailLeft: number | null = null

  constructor(settings: CaptureEngineSettings) {
    this.#settings = settings
    this.#ring = new SampleRing(Math.max(settings.preRollLength, settings.memoryLength ?? 0))
    this.#frame = new Int16Array(settings.frameLength)
  }

  /** The talk that receives the sound now, or null. */
  get talkId(): string | null {
    return this.#talkId
  }

  /** Starts or stops passing every sample to `onHeard`. */
  listen(on: boolean): void {
    this.#heard = on ? new Int16Array(this.#settings.frameLength) : null
    this.#heardLength = 0
  }

  /** Whether voice detection listens. */
  get listening(): boolean {
    return this.#heard !== null
  }

  /**
   * Begins a talk, or cancels the finish of the same one. Another talk still in its tail ends here. `from`: the first
   * sample of the talk (as counted by `onHeard`), as far as it is still buffered.
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

  /** Ends the talk at once and discards the unfinished frame. */
  cancel(): void {
    if (this.#talkId === null) return
    this.#filled = 0
    this.#end()
  }

  /** Ends the talk at once and discards the buffer: what follows is another stream. */
  reset(): void {
    this.cancel()
    this.#ring.drain()
  }

  /** Adds the next samples of the microphone, −1…1. */
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

  /** Pads the unfinished frame with silence, so that its samples are not lost. */
  #end(): void {
    const talkId = this.#talkId
    while (this.#filled > 0) this.#add(0)
    this.#talkId = null
    this.#tailLeft = null
    if (talkId !== null) this.#settings.onEnd(talkId)
  }
}
