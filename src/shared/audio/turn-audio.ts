const TO_FLOAT = 1 / 32768

/** The queued sound of one turn and its exact sample counts: `played + dropped + buffered = pushed`, always. */
export class TurnAudio {
  readonly turnId: string
  /** Samples received, played and dropped so far. */
  pushed = 0
  played = 0
  dropped = 0
  /** Index in the turn after the last sample played: equals `played` unless a part was missing. */
  position = 0
  /** No more is expected (a later push takes that back). */
  ended = false
  /** Cut off by the user: whatever still arrives is dropped. */
  flushed = false
  /** Ran out of samples before its end: its next sound fades in. */
  stalled = false
  #chunks: (Int16Array | null)[] = []
  #starts: number[] = []
  #head = 0
  #offset = 0

  constructor(turnId: string) {
    this.turnId = turnId
  }

  /** Samples waiting to be played. */
  get buffered(): number {
    return this.pushed - this.played - this.dropped
  }

  /** Queues a chunk that begins at `startSample` of the turn. A flushed turn drops it. */
  push(samples: Int16Array, startSample: number): void {
    this.pushed += samples.length
    if (this.flushed) {
      this.dropped += samples.length
      return
    }
    if (samples.length === 0) return
    if (this.#head > 64 && this.#head * 2 > this.#chunks.length) {
      this.#chunks = this.#chunks.slice(this.#head)
      this.#starts = this.#starts.slice(this.#head)
      this.#head = 0
    }
    this.#chunks.push(samples)
    this.#starts.push(startSample)
  }

  /** Plays up to `count` samples into `out` from index `at`; returns the number played. Allocates nothing. */
  read(out: Float32Array, at: number, count: number): number {
    return this.#advance(count, out, at)
  }

  /** Counts up to `count` samples as played that were played in stretched form; returns their number. */
  skip(count: number): number {
    return this.#advance(count, null, 0)
  }

  /**
   * Copies `count` samples, starting `from` samples after the next one, into `out` without playing them; silence past
   * the queue.
   */
  peek(from: number, out: Float32Array, count: number): void {
    let before = from
    let done = 0
    for (let place = this.#head; done < count; place += 1) {
      const chunk = this.#chunks[place]
      if (!chunk) break
      const start = place === this.#head ? this.#offset : 0
      const take = Math.max(0, Math.min(count - done, chunk.length - start - before))
      for (let index = 0; index < take; index += 1) out[done + index] = (chunk[start + before + index] ?? 0) * TO_FLOAT
      done += take
      before = Math.max(0, before - (chunk.length - start))
    }
    out.fill(0, done, count)
  }

  #advance(count: number, out: Float32Array | null, at: number): number {
    let done = 0
    while (done < count) {
      const chunk = this.#chunks[this.#head]
      if (!chunk) break
      const take = Math.min(count - done, chunk.length - this.#offset)
      if (out !== null) for (let index = 0; index < take; index += 1) out[at + done + index] = (chunk[this.#offset + index] ?? 0) * TO_FLOAT
      done += take
      this.#offset += take
      // a chunk that claims an earlier place than what was already played does not turn the position back
      this.position = Math.max(this.position + take, (this.#starts[this.#head] ?? 0) + this.#offset)
      if (this.#offset === chunk.length) {
        this.#chunks[this.#head] = null
        this.#head += 1
        this.#offset = 0
      }
    }
    this.played += done
    return done
  }

  /** Drops the queued samples and everything that still arrives. */
  flush(): void {
    this.dropped += this.buffered
    this.flushed = true
    this.#chunks = []
    this.#starts = []
    this.#head = 0
    this.#offset = 0
  }
}
