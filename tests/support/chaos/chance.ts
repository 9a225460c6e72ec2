/** Random numbers that are the same for the same seed. */
export interface Chance {
  /** From 0 (included) to 1 (excluded). */
  next(): number
  /** True in `share` (0 to 1) of all cases. */
  happens(share: number): boolean
  /** A whole number, both ends included. */
  between(from: number, to: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
}

/** A sequence of its own for every seed (mulberry32). */
export function createChance(seed: number): Chance {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    happens: (share) => next() < share,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: ([first, ...others]) => [first, ...others][Math.floor(next() * (others.length + 1))] ?? first,
  }
}
