const WORDS =
  'the rain in Lisbon goes on until tomorrow “evening” then a café 明日は晴れ and some wind from 西 with 17 °C , so take an umbrella 🌂'.split(
    ' ',
  )

/** Words and numbers in an order that looks random and is the same in every run. */
export interface RandomWords {
  /** A whole number from 0 to `limit` - 1. */
  number(limit: number): number
  /** So many words, each with a space before it. */
  text(count: number): string
}

/** A generator (mulberry32) that begins with `seed`. */
export function randomWords(seed: number): RandomWords {
  let state = seed
  const number = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return { number, text: (count) => Array.from({ length: count }, () => ` ${WORDS[number(WORDS.length)]}`).join('') }
}
