import type { BlockList } from '../lib/block-list'
import type { UIMessage } from './ui-message'

/**
 * The turn of each message of a thread, and the places of the older ones. All versions of a thread share it: the turn of a
 * message never changes, and a place is only a hint to be checked, because messages may be inserted before it.
 */
export class ThreadIndex {
  readonly #turns = new Map<string, string>()
  readonly #knownTurns = new Set<string>()
  readonly #places = new Map<string, number>()

  add(messageId: string, turnId: string): void {
    this.#turns.set(messageId, turnId)
    this.#knownTurns.add(turnId)
  }

  turnOf(messageId: string): string | undefined {
    return this.#turns.get(messageId)
  }

  /** Some version of the thread has a message of this turn. */
  hasTurn(turnId: string): boolean {
    return this.#knownTurns.has(turnId)
  }

  /** These messages, in this order, will not change soon: the first one is at `start`. */
  settle(messages: readonly UIMessage[], start: number): void {
    for (const [index, { id }] of messages.entries()) this.#places.set(id, start + index)
  }

  /**
   * The place of a message among the older ones, or -1. Costs nothing for one that is not among them in any version.
   */
  placeOf(messageId: string, older: BlockList<UIMessage>): number {
    const place = this.#places.get(messageId)
    if (place === undefined) return -1
    return older.at(place)?.id === messageId ? place : older.findLastIndex(({ id }) => id === messageId)
  }
}
