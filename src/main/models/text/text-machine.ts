import type { SessionFailureCause } from '../../../shared/ipc/schemas'
import { backoffDelay } from '../live/backoff'
import type { TextFailure } from './text-failure'
import type { TextLimits } from './text-limits'

/** How earlier answers of the model are sent back: unchanged, without signatures, or as text. */
export type HistoryForm = 'verbatim' | 'unsigned' | 'words'

/** Tries made for one answer so far. */
export interface Tries {
  /** Consecutive failed requests. */
  readonly failed: number
  /** The answer ended in an invalid way and was requested again. */
  readonly askedTwice: boolean
  /** How often a signature was refused. */
  readonly refusedSignatures: number
  readonly trimmed: boolean
  readonly minimal: boolean
}

export const noTries: Tries = { failed: 0, askedTwice: false, refusedSignatures: 0, trimmed: false, minimal: false }

/** How one request ended. `visible`: the user has seen part of the answer, apart from thoughts. */
export type RequestEnd =
  /** with a finish reason; `calls`: number of requested function calls */
  | { readonly kind: 'finished'; readonly reason: string; readonly calls: number; readonly visible: boolean }
  /** the prompt was refused; a retry cannot help */
  | { readonly kind: 'blocked' }
  /** the stream ended normally, but without a finish reason */
  | { readonly kind: 'cut'; readonly visible: boolean }
  | { readonly kind: 'stalled'; readonly visible: boolean }
  | { readonly kind: 'failed'; readonly failure: TextFailure; readonly visible: boolean }

/** What to do next. */
export type Verdict =
  /** the answer waits for its calls */
  | { readonly next: 'calls' }
  /** the turn is over; its finish reason says how */
  | { readonly next: 'done' }
  /** repeat the request. `announced`: the user sees that it is retried */
  | { readonly next: 'again'; readonly tries: Tries; readonly delayMs: number; readonly announced: boolean }
  /** give up until the user acts; visible output stays */
  | { readonly next: 'fail'; readonly cause: SessionFailureCause; readonly detail: string }

/** Reasons after which the model is asked again before the user is informed. */
const SENSELESS = new Set(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'MALFORMED_RESPONSE'])

/** Decides after each request (live-spec §5, "Required"). Pure. */
export function decide(
  tries: Tries,
  end: RequestEnd,
  { random, limits }: { readonly random: number; readonly limits: TextLimits },
): Verdict {
  switch (end.kind) {
    case 'blocked':
      return { next: 'done' }
    case 'finished':
      return afterFinish(tries, end)
    case 'cut':
      return afterFailure(tries, cutShort, end.visible, random, limits)
    case 'stalled':
      return afterFailure(tries, silence, end.visible, random, limits)
    case 'failed':
      return afterFailure(tries, end.failure, end.visible, random, limits)
  }
}

const cutShort: TextFailure = {
  kind: 'passing',
  cause: 'service-failed',
  retryAfterMs: null,
  detail: 'the answer ended before it was whole',
}
const silence: TextFailure = { kind: 'passing', cause: 'timeout', retryAfterMs: null, detail: 'nothing came for too long' }

/** The form of the history after this many refused signatures: the first refusal may be chance (live-spec §5). */
export function historyForm({ refusedSignatures }: Tries): HistoryForm {
  if (refusedSignatures <= 1) return 'verbatim'
  return refusedSignatures === 2 ? 'unsigned' : 'words'
}

function afterFinish(tries: Tries, { reason, calls, visible }: Extract<RequestEnd, { kind: 'finished' }>): Verdict {
  if (calls > 0 && reason === 'STOP') return { next: 'calls' }
  const senseless = SENSELESS.has(reason) || (reason === 'STOP' && !visible)
  if (!senseless || visible || tries.askedTwice) return { next: 'done' }
  return { next: 'again', tries: { ...tries, askedTwice: true }, delayMs: 0, announced: false }
}

function afterFailure(tries: Tries, failure: TextFailure, visible: boolean, random: number, limits: TextLimits): Verdict {
  const { kind, cause, detail, retryAfterMs } = failure
  const fail = { next: 'fail', cause, detail } as const
  if (visible) return fail
  const again = (next: Partial<Tries>): Verdict => ({ next: 'again', tries: { ...tries, ...next }, delayMs: 0, announced: false })
  switch (kind) {
    case 'final':
      return fail
    case 'signature':
      return tries.refusedSignatures < 3 ? again({ refusedSignatures: tries.refusedSignatures + 1 }) : fail
    case 'too-long':
      return tries.trimmed ? fail : again({ trimmed: true })
    case 'field':
      return tries.minimal ? fail : again({ minimal: true })
    case 'passing': {
      const failed = tries.failed + 1
      if (failed > limits.tries || (retryAfterMs ?? 0) > limits.longestWaitMs) return fail
      const delayMs = Math.max(retryAfterMs ?? 0, backoffDelay(failed, random, limits))
      return { next: 'again', tries: { ...tries, failed }, delayMs, announced: true }
    }
  }
}
