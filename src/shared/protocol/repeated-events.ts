import { RecentMap } from '../lib/recent-map'

/** So many events are told from those that are delivered again, if they are not longer than this (in UTF-16 units of JSON). */
const MOST_KNOWN = 200
const LONGEST_COMPARED = 10_000

/** Tells events that are delivered once more: same id and same content. The id alone is no proof, as not everybody counts them. */
export class RepeatedEvents {
  readonly #known = new RecentMap<string>(MOST_KNOWN)

  /** True for an event that was there before; remembers it otherwise. */
  has(id: string, event: object): boolean {
    const text = JSON.stringify(event)
    if (text.length > LONGEST_COMPARED) return false
    if (this.#known.get(id) === text) return true
    this.#known.set(id, text)
    return false
  }
}
