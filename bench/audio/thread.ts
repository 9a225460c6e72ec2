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
  /** In the order in which they are due; those of the same time as they came. */
  readonly #tasks: { readonly at: number; readonly run: () => void }[] = []
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
    const at = this.#freeAt(time)
    const before = this.#tasks.findLastIndex((task) => task.at <= at)
    this.#tasks.splice(before + 1, 0, { at, run })
  }

  after(delayMs: number, run: () => void): void {
    this.at(this.#now + delayMs, run)
  }

  /** Moves the time on to `time`. */
  advance(time: number): void {
    for (let due = this.#tasks[0]; due !== undefined && due.at <= time; due = this.#tasks[0]) {
      this.#tasks.shift()
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
