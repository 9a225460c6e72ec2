import { noTimes, type TurnTimes } from './turn-log'

/** A stretch of a turn, in the order in which they are drawn. */
export type SpanName = 'key-to-sent' | 'you-speak' | 'to-tool-call' | 'you-decide' | 'to-audio' | 'to-sound' | 'parley-speaks'

/** From when to when, in ms from the beginning of the turn. `budget`: what it should take at most; null where there is none. */
export interface Span {
  readonly name: SpanName
  /** whose time it is */
  readonly side: 'user' | 'machine' | 'parley'
  readonly from: number
  readonly to: number
  readonly budget: number | null
}

/** Where the time of a turn went. */
export interface Waterfall {
  readonly spans: readonly Span[]
  /** ms of the whole */
  readonly length: number
  /** ms from the end of the user's words to the first sound; null where there was none */
  readonly toFirstSound: number | null
}

/** What these stretches should take at most, in ms (docs/architecture.md, budgets). */
export const spanBudgets = { 'key-to-sent': 60, 'to-sound': 80 } as const

/** Lays out the turn; stretches whose ends are not known are left out. Every span lies within the whole, and none ends before it begins. */
export function waterfallOf(given: Readonly<Partial<TurnTimes>>): Waterfall {
  const times: Readonly<TurnTimes> = { ...noTimes, ...given }
  const known = Object.values(times).filter((at) => at !== null)
  if (known.length === 0) return { spans: [], length: 0, toFirstSound: null }
  const start = Math.min(...known)
  const { keyDown, firstSent, speechEnd, toolCall, asked, decided, firstAudio, firstSample, heardEnd, done } = times
  const answered = decided ?? toolCall ?? speechEnd
  const end = heardEnd === null ? done : Math.max(heardEnd, firstSample ?? heardEnd)
  const stretches: readonly (readonly [SpanName, Span['side'], number | null, number | null])[] = [
    ['key-to-sent', 'user', keyDown, firstSent],
    ['you-speak', 'user', firstSent, speechEnd],
    ['to-tool-call', 'machine', speechEnd, toolCall],
    ['you-decide', 'user', asked, decided],
    ['to-audio', 'machine', firstAudio !== null && toolCall !== null && firstAudio < toolCall ? speechEnd : answered, firstAudio],
    ['to-sound', 'parley', firstAudio, firstSample],
    ['parley-speaks', 'parley', firstSample, end],
  ]
  const spans = stretches.flatMap(([name, side, from, to]) =>
    from === null || to === null || to < from
      ? []
      : [
          {
            name,
            side,
            from: from - start,
            to: to - start,
            budget: name === 'key-to-sent' || name === 'to-sound' ? spanBudgets[name] : null,
          },
        ],
  )
  const toFirstSound = speechEnd === null || firstSample === null || firstSample < speechEnd ? null : firstSample - speechEnd
  return { spans, length: Math.max(0, ...spans.map(({ to }) => to)), toFirstSound }
}
