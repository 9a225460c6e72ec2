import { sized } from '../lib/sized'
import { judge, type Verdict } from './judge'
import { type Design, play, tone } from './play'
import { parley } from './players/parley'
import { SOURCE_RATE } from './players/player'
import { ringBuffer } from './players/ring-buffer'
import { scheduledBuffers } from './players/scheduled-buffers'
import { stalls } from './thread'
import { type Trace, traces } from './traces'

/** Parley's way, the same engine behind the page's thread, and the two designs it was measured against. */
export const designs: readonly Design[] = [
  { name: 'Parley', make: parley, isDirect: true },
  { name: 'Parley, over the page', make: parley, isDirect: false },
  { name: 'ring buffer', make: ringBuffer, isDirect: false },
  { name: 'scheduled, 44.1 kHz', make: scheduledBuffers(44_100), isDirect: false },
  { name: 'scheduled, 24 kHz', make: scheduledBuffers(24_000), isDirect: false },
]

/** One trace through one design. */
export interface TraceResult extends Verdict {
  readonly trace: string
  readonly stalled: boolean
  readonly design: string
  /** Sound that came and was never heard. */
  readonly lostMs: number
}

/** Every trace through every design, with and without stalls of the page's thread. */
export function measureTraces(): readonly TraceResult[] {
  const chosen = traces()
  return chosen
    .slice(0, sized(chosen.length, 1))
    .flatMap((trace) =>
      [false, true].flatMap((stalled) =>
        designs.map((design): TraceResult => ({ ...resultOf(trace, stalled, design), design: design.name })),
      ),
    )
}

function resultOf(trace: Trace, stalled: boolean, design: Design): Omit<TraceResult, 'design'> {
  const pushedMs = (trace.arrivals.reduce((sum, { samples }) => sum + samples, 0) / SOURCE_RATE) * 1000
  const lastMs = trace.arrivals.at(-1)?.atMs ?? 0
  const verdict = judge(play(design, trace.arrivals, stalled ? stalls : null, Math.max(pushedMs, lastMs) + 3000))
  return { trace: trace.name, stalled, ...verdict, lostMs: Math.max(0, pushedMs - verdict.soundMs) }
}

/** What happens when the user cuts in, and to an answer that comes so much later. */
export interface BargeIn {
  readonly design: string
  readonly stalled: boolean
  readonly nextAfterMs: number
  /** From the wish to the last sample that sounds. */
  readonly flushMs: number
  readonly clicks: number
  /** Of the next answer's 1500 ms. */
  readonly lostOfNextMs: number
}

const NEXT_MS = 1500
/** Moments in which the page is busy, idle, and just becoming busy. */
const CUTS_AT_MS = sized([2010, 2150, 2290], [2010])

/** Cuts in at several moments of an answer; the longest flush counts. */
export function measureBargeIn(chosen: readonly Design[] = designs): readonly BargeIn[] {
  const arrivals = Array.from({ length: 50 }, (_, index) => ({ atMs: index * 20, samples: (SOURCE_RATE * 160) / 1000 }))
  const nextLength = (SOURCE_RATE * NEXT_MS) / 1000
  const nextTurn = tone(nextLength, 0, nextLength)
  return chosen.flatMap((design) =>
    [false, true].flatMap((stalled) =>
      [60, 600].map((nextAfterMs): BargeIn => {
        const runs = CUTS_AT_MS.map((cutMs) => {
          const heldUp = stalled ? stalls : null
          const cut = play(design, arrivals, heldUp, cutMs + 500, [{ atMs: cutMs, run: 'flush' }])
          const both = play(design, arrivals, heldUp, cutMs + 4000, [
            { atMs: cutMs, run: 'flush' },
            { atMs: cutMs + nextAfterMs, run: { nextTurn } },
          ])
          const until = (cut.out.findLastIndex((sample) => sample !== 0) / cut.sampleRate) * 1000
          const lost = NEXT_MS - (judge(both).soundMs - judge(cut).soundMs)
          return { flushMs: Math.max(0, until - cutMs), clicks: judge(cut).clicks, lostOfNextMs: Math.max(0, lost) }
        })
        const worst = (of: (run: (typeof runs)[number]) => number): number => Math.max(...runs.map(of))
        return {
          design: design.name,
          stalled,
          nextAfterMs,
          flushMs: worst((run) => run.flushMs),
          clicks: worst((run) => run.clicks),
          lostOfNextMs: worst((run) => run.lostOfNextMs),
        }
      }),
    ),
  )
}
