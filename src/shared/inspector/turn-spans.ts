import { type HeardRun, noTimes, type TurnTimes } from './turn-log'

/** A phase of a turn, in drawing order. */
export type SpanName = 'key-to-sent' | 'you-speak' | 'to-tool-call' | 'you-decide' | 'to-audio' | 'to-sound' | 'parley-speaks'

/** Its interval, in ms from the beginning of the turn. `budget`: the most it should take; null if none. */
export interface Span {
  readonly name: SpanName
  /** who takes the time */
  readonly side: 'user' | 'machine' | 'parley'
  readonly from: number
  readonly to: number
  /** the pieces in which it passed, in order; one from end to end unless it had pauses */
  readonly pieces: readonly HeardRun[]
  /** ms without the pauses */
  readonly took: number
  readonly budget: number | null
}

/** How a turn's time was spent. */
export interface Waterfall {
  readonly spans: readonly Span[]
  /** total ms */
  readonly length: number
  /** ms from the end of the user's speech, or from the decision that was waited for, to the first sound; null if there was none */
  readonly toFirstSound: number | null
}

/** No word is shorter, in ms. */
const SHORTEST_SPEECH = 100

/** The most that these phases should take, in ms (docs/architecture.md, budgets). */
export const spanBudgets = { 'key-to-sent': 60, 'to-sound': 80 } as const

/**
 * Lays out the turn; phases with unknown ends are left out. Every span lies within the turn, and none ends before it
 * begins. `heard`: when Parley's voice was heard, if it had pauses.
 */
export function waterfallOf(given: Readonly<Partial<TurnTimes>>, heard: readonly HeardRun[] = []): Waterfall {
  const times: Readonly<TurnTimes> = { ...noTimes, ...given }
  const known = Object.values(times).filter((at) => at !== null)
  if (known.length === 0) return { spans: [], length: 0, toFirstSound: null }
  const start = Math.min(...known)
  const { keyDown, keyUp, firstSent, speechEnd, toolCall, asked, decided, firstAudio, firstSample, heardEnd, done } = times
  const answered = decided ?? toolCall ?? speechEnd
  const end = heardEnd === null ? done : Math.max(heardEnd, firstSample ?? heardEnd)
  const stretches: readonly (readonly [SpanName, Span['side'], number | null, number | null])[] = [
    ['key-to-sent', 'user', keyDown, firstSent],
    ['you-speak', 'user', beganToSpeak(times), keyUp ?? speechEnd],
    ['to-tool-call', 'machine', speechEnd, toolCall],
    ['you-decide', 'user', asked, decided],
    ['to-audio', 'machine', firstAudio !== null && toolCall !== null && firstAudio < toolCall ? speechEnd : answered, firstAudio],
    ['to-sound', 'parley', firstAudio, firstSample],
    ['parley-speaks', 'parley', firstSample, end],
  ]
  const spans = stretches.flatMap(([name, side, from, to]): readonly Span[] => {
    if (from === null || to === null || to < from) return []
    // a demo sends the speech of a typed sentence at once: nobody spoke
    if (name === 'you-speak' && keyDown === null && to - from < SHORTEST_SPEECH) return []
    const pieces = (name === 'parley-speaks' && heard.length > 1 ? heard : [{ from, to }])
      .map((piece) => ({ from: Math.max(from, piece.from) - start, to: Math.min(to, piece.to) - start }))
      .filter((piece) => piece.from <= piece.to)
    const took = pieces.reduce((sum, piece) => sum + piece.to - piece.from, 0)
    const budget = name === 'key-to-sent' || name === 'to-sound' ? spanBudgets[name] : null
    return [{ name, side, from: from - start, to: to - start, pieces, took, budget }]
  })
  return { spans, length: Math.max(0, ...spans.map(({ to }) => to)), toFirstSound: timeToFirstSound(times) }
}

/** Speech that had to wait for the connection was spoken before its first frame was sent. */
function beganToSpeak({ keyDown, firstSent }: Readonly<TurnTimes>): number | null {
  const waited = keyDown !== null && firstSent !== null && firstSent - keyDown > spanBudgets['key-to-sent']
  return waited ? keyDown : firstSent
}

/** From the user's last act before it, as the window shows it. */
function timeToFirstSound({ keyUp, speechEnd, decided, firstSample }: Readonly<TurnTimes>): number | null {
  const spoke = keyUp ?? speechEnd
  if (spoke === null || firstSample === null || firstSample < spoke) return null
  return firstSample - (decided !== null && decided <= firstSample ? Math.max(spoke, decided) : spoke)
}
