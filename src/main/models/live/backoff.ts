/** How patient a session is. Durations in milliseconds. */
export interface LiveLimits {
  /** From the start of a connection to its `setupComplete`. */
  readonly connectTimeoutMs: number
  /** Failed tries in a row after which a retriable failure becomes final. */
  readonly tries: number
  readonly firstDelayMs: number
  readonly longestDelayMs: number
  /** A connection that lived so long, or that answered, gives the whole budget back. */
  readonly provenAfterMs: number
  /** Kept free between the swap that `goAway` asks for and the moment at which the server closes. */
  readonly swapMarginMs: number
  /** Audio kept while it can't be sent. */
  readonly bufferedAudioBytes: number
  /** Handles older than this aren't used: the server keeps them for two hours. */
  readonly handleLifeMs: number
  /** Failures in a row of a resumed connection, before it answered, after which its handle is given up. */
  readonly resumeTries: number
  /** Of the stored conversation a new session is told at most so much; less after the service refused what it had been sent. */
  readonly historyCharacters: number
  readonly trimmedHistoryCharacters: number
  /** How long a resumed session may take to go on by itself with an answer that was cut off. */
  readonly goOnMs: number
  /** Silence in the middle of an answer, or after an interruption, that is too long. */
  readonly stallMs: number
  /** Silence before an answer begins that is too long. A model may think for a minute, and a note breaks that off. */
  readonly firstAnswerMs: number
  /** A model that thinks for long, or that says it is at work, is given so many times that silence. */
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
 * Milliseconds to wait before try number `attempt` (from 1): doubling from the first delay up to the longest, of which
 * `random` (0 to 1) decides the upper half, so that many clients don't come back at the same moment.
 */
export function backoffDelay(attempt: number, random: number, limits: Pick<LiveLimits, 'firstDelayMs' | 'longestDelayMs'>): number {
  const whole = Math.min(limits.firstDelayMs * 2 ** (attempt - 1), limits.longestDelayMs)
  return Math.round(whole * (0.5 + 0.5 * random))
}
