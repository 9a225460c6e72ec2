/** Limits of a session. Durations in milliseconds. */
export interface LiveLimits {
  /** From the start of a connection to its `setupComplete`. */
  readonly connectTimeoutMs: number
  /** Consecutive failures after which a retriable failure becomes final. */
  readonly tries: number
  readonly firstDelayMs: number
  readonly longestDelayMs: number
  /** A connection that lasted this long, or that answered, restores all tries. */
  readonly provenAfterMs: number
  /** Time reserved between the swap that `goAway` requests and the moment when the server closes. */
  readonly swapMarginMs: number
  /** Audio kept while it cannot be sent. */
  readonly bufferedAudioBytes: number
  /** Older handles are not used: the server keeps them for two hours. */
  readonly handleLifeMs: number
  /** Consecutive failures of a resumed connection, before it answered, after which its handle is dropped. */
  readonly resumeTries: number
  /** The most stored history that a new session receives; less after the service refused a longer one. */
  readonly historyCharacters: number
  readonly trimmedHistoryCharacters: number
  /** How long a resumed session may take to continue an interrupted answer by itself. */
  readonly goOnMs: number
  /** The longest silence in the middle of an answer, or after an interruption. */
  readonly stallMs: number
  /** The longest silence before an answer begins. A model may think for a minute, and a note interrupts it. */
  readonly firstAnswerMs: number
  /** The limit is multiplied by this for a model that thinks for long, or that reports that it is working. */
  readonly longThoughtFactor: number
}

export const liveLimits: LiveLimits = {
  connectTimeoutMs: 12_000,
  tries: 6,
  firstDelayMs: 500,
  longestDelayMs: 15_000,
  provenAfterMs: 30_000,
  swapMarginMs: 5_000,
  bufferedAudioBytes: 60 * 16_000 * 2,
  handleLifeMs: 110 * 60_000,
  resumeTries: 2,
  historyCharacters: 24_000,
  trimmedHistoryCharacters: 4_000,
  goOnMs: 2_500,
  stallMs: 15_000,
  firstAnswerMs: 75_000,
  longThoughtFactor: 2,
}

/**
 * Milliseconds to wait before try number `attempt` (from 1): doubles from the first delay up to the longest. `random` (0 to 1) decides
 * the upper half, so that many clients do not return at the same moment.
 */
export function backoffDelay(attempt: number, random: number, limits: Pick<LiveLimits, 'firstDelayMs' | 'longestDelayMs'>): number {
  const whole = Math.min(limits.firstDelayMs * 2 ** (attempt - 1), limits.longestDelayMs)
  return Math.round(whole * (0.5 + 0.5 * random))
}
