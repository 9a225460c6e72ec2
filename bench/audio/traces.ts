import { SOURCE_RATE } from './players/player'

/** A piece of an answer and when it comes, in ms. */
export interface Arrival {
  readonly atMs: number
  readonly samples: number
}

/** How an answer comes over the network. */
export interface Trace {
  readonly name: string
  readonly arrivals: readonly Arrival[]
}

const SECONDS = 10

/** The traces: 10 s of sound each, but the last. The same on every run. */
export function traces(): readonly Trace[] {
  const random = repeatableRandom(7)
  let gapped = 0
  return [
    { name: 'A real time, 40 ms, jitter to 30 ms', arrivals: evenly(40, (index) => index * 40 + 30 * random()) },
    { name: 'B bursts at 1.3 × real time', arrivals: evenly(40, (index) => Math.floor((index * 40) / 1.3 / 200) * 200) },
    {
      name: 'C real time, gaps of 150–350 ms',
      arrivals: evenly(40, (index) => {
        if (index % 80 === 79) gapped += 150 + 200 * random()
        return index * 40 + gapped
      }),
    },
    { name: 'D 10 × real time', arrivals: evenly(40, (index) => index * 4) },
    { name: 'E 1.1 × real time, gaps to 120 ms', arrivals: evenly(80, (index) => (index * 80) / 1.1 + 120 * random()) },
    { name: 'F 160 and 240 ms pieces', arrivals: evenly(200, (index) => index * 180) },
    { name: 'G 200 s at once', arrivals: Array.from({ length: 1000 }, () => ({ atMs: 0, samples: SOURCE_RATE / 5 })) },
  ]
}

function evenly(pieceMs: number, at: (index: number) => number): readonly Arrival[] {
  let last = 0
  return Array.from({ length: (SECONDS * 1000) / pieceMs }, (_, index) => {
    last = Math.max(last, at(index))
    return { atMs: last, samples: (pieceMs * SOURCE_RATE) / 1000 }
  })
}

function repeatableRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
