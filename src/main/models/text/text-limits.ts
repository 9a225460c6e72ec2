/** Limits of a text session. Durations in milliseconds. */
export interface TextLimits {
  /** Silence before the first chunk of an answer, and between chunks, after which the request is abandoned. */
  readonly firstChunkMs: number
  readonly idleMs: number
  /** How long a request that nobody wants any more may still say what it took. */
  readonly lateCountsMs: number
  /** Consecutive failures after which a passing failure becomes final. */
  readonly tries: number
  readonly firstDelayMs: number
  readonly longestDelayMs: number
  /** A service that requests a longer wait is not waited for. */
  readonly longestWaitMs: number
  /** Model calls of one turn: a model that only calls tools is stopped there. */
  readonly steps: number
  /** The limit for history in a request, in characters; less after the service found it too long. */
  readonly historyCharacters: number
  readonly trimmedHistoryCharacters: number
}

export const textLimits: TextLimits = {
  firstChunkMs: 90_000,
  idleMs: 30_000,
  lateCountsMs: 250,
  tries: 4,
  firstDelayMs: 500,
  longestDelayMs: 15_000,
  longestWaitMs: 120_000,
  steps: 30,
  historyCharacters: 600_000,
  trimmedHistoryCharacters: 60_000,
}
