/** A log may hold any number of invocations: so many of those that were left are known, the oldest are forgotten. */
const MOST_KNOWN = 1000

/**
 * Which runs of an agent are past. The user's next words cut off what was running, as they do everywhere; what such a run
 * still says would otherwise stand in the answer to those words. A live session is one run with many words of the user.
 */
export class AdkInvocations {
  readonly #running = new Set<string>()
  readonly #left = new Set<string>()

  /** The user's side speaks in this run: with words, or with the answer to a call, which may take up a run that was left (any, if it names none). */
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

  /** True for a run that was left. */
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
