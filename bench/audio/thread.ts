/** When a thread is held up and does nothing else: `holdMs` of every `everyMs`. */
export interface HeldUp {
  readonly everyMs: number
  readonly holdMs: number
}

/** The stalls that the traces are also played with. */
export const stalls: HeldUp = { everyMs: 300, holdMs: 120 }

/** A thread with a simulated time: tasks run when they are due, but never while it is held up. */
export class Thread {
  readonly #heldUp: HeldUp | null
  #tasks: { readonly at: number; readonly order: number; readonly run: () => void }[] = []
  #order = 0
  #now = 0

  constructor(heldUp: HeldUp | null) {
    this.#heldUp = heldUp
  }

  /** Milliseconds since the beginning. */
  get now(): number {
    return this.#now
  }

  /** Runs a task at this time, or as soon after it as the thread is free. */
  at(time: number, run: () => void): void {
    this.#tasks.push({ at: this.#freeAt(time), order: this.#order, run })
    this.#order += 1
  }

  after(delayMs: number, run: () => void): void {
    this.at(this.#now + delayMs, run)
  }

  /** Moves the time on to `time`. */
  advance(time: number): void {
    for (;;) {
      const due = this.#tasks.filter(({ at }) => at <= time).sort((one, other) => one.at - other.at || one.order - other.order)[0]
      if (due === undefined) break
      this.#tasks = this.#tasks.filter((task) => task !== due)
      this.#now = Math.max(this.#now, due.at)
      due.run()
    }
    this.#now = time
  }

  #freeAt(time: number): number {
    if (this.#heldUp === null) return time
    const phase = time % this.#heldUp.everyMs
    return phase < this.#heldUp.holdMs ? time - phase + this.#heldUp.holdMs : time
  }
}
