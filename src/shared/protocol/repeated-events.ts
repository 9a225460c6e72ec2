import { RecentMap } from '../lib/recent-map'

/**
 * How many events are remembered to recognize repeated deliveries, and the longest of them (in UTF-16 units of JSON).
 */
const MOST_KNOWN = 200
const LONGEST_COMPARED = 10_000

/**
 * Recognizes events that are delivered again: same id and same content. The id alone is not enough, as not every source
 * numbers its events.
 */
export class RepeatedEvents {
  readonly #known = new RecentMap<string>(MOST_KNOWN)

  /** True for an event that was delivered before; remembers it otherwise. */
  has(id: string, event: object): boolean {
    const text = JSON.stringify(event)
    if (text.length > LONGEST_COMPARED) return false
    if (this.#known.get(id) === text) return true
    this.#known.set(id, text)
    return false
  }
}
