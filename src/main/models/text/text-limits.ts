/** How patient a text session is. Durations in milliseconds. */
export interface TextLimits {
  /** Silence before the first chunk of an answer, and between two chunks, after which the request is given up. */
  readonly firstChunkMs: number
  readonly idleMs: number
  /** Failed tries in a row after which a passing failure becomes final. */
  readonly tries: number
  readonly firstDelayMs: number
  readonly longestDelayMs: number
  /** A service that asks for more patience than this is not waited for. */
  readonly longestWaitMs: number
  /** Model calls of one turn: a model that does nothing but call tools is stopped there. */
  readonly steps: number
  /** Of the conversation a request carries at most so many characters; less after the service found it too long. */
  readonly historyCharacters: number
  readonly trimmedHistoryCharacters: number
}

export const textLimits: TextLimits = {
  firstChunkMs: 90_000,
  idleMs: 30_000,
  tries: 4,
  firstDelayMs: 500,
  longestDelayMs: 15_000,
  longestWaitMs: 120_000,
  steps: 30,
  historyCharacters: 600_000,
  trimmedHistoryCharacters: 60_000,
}
