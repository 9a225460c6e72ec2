/**
 * Decisions read from bytes: the same bytes make the same decisions, and fewer or smaller bytes make a simpler case.
 */
export class Choices {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** True while there are bytes left; without them every decision is the first one. */
  get hasMore(): boolean {
    return this.#at < this.#bytes.length
  }

  /** A number from 0 to `count` − 1. */
  below(count: number): number {
    const byte = this.#bytes[this.#at] ?? 0
    this.#at += 1
    return byte % count
  }

  /** One of these. */
  of<Item>(...items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0]
  }

  /** True once in `times`. */
  once(times: number): boolean {
    return this.below(times) === times - 1
  }

  /** Up to `most` of what `make` makes. */
  some<Item>(most: number, make: () => Item): readonly Item[] {
    return Array.from({ length: this.below(most + 1) }, make)
  }
}
