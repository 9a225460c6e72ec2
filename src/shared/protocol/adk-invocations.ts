/**
 * A log may contain any number of invocations: only this many abandoned ones are remembered, the oldest are forgotten.
 */
const MOST_KNOWN = 1000

/**
 * Tracks which runs of an agent were abandoned. A new message of the user interrupts the current run, as everywhere;
 * output that still arrives from such a run would otherwise appear in the answer to the new message. A live session is
 * one run with many messages of the user.
 */
export class AdkInvocations {
  readonly #running = new Set<string>()
  readonly #left = new Set<string>()

  /**
   * The user's side speaks in this run: with a message, or with the response to a call, which may resume an abandoned
   * run (any, if it names none).
   */
  speaks(invocationId: string | undefined, withWords: boolean): void {
    if (invocationId === undefined) {
      if (!withWords) this.#left.clear()
      return
    }
    if (withWords) {
      for (const one of this.#running) if (one !== invocationId) remember(this.#left, one)
      this.#running.clear()
    }
    this.#left.delete(invocationId)
    remember(this.#running, invocationId)
  }

  /** True for an abandoned run. */
  isLeft(invocationId: string | undefined): boolean {
    if (invocationId === undefined) return false
    if (this.#left.has(invocationId)) return true
    remember(this.#running, invocationId)
    return false
  }
}

function remember(known: Set<string>, invocationId: string): void {
  known.add(invocationId)
  const [oldest] = known
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
}
