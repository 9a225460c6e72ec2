import type { SessionFailureCause } from '../../../shared/ipc/schemas'

/** How a connection ended, or why it never opened. Texts are redacted. */
export interface LiveClose {
  /** WebSocket close code; 1006 when there was no close frame. */
  readonly code: number
  readonly reason: string
  /** The error of the socket or the client library; null if it ended with a close frame. */
  readonly error: string | null
  /** Status of an HTTP answer that refused the upgrade. */
  readonly httpStatus: number | null
  /** Whether the setup had been answered. */
  readonly opened: boolean
}

/** The reaction to the end of a connection. */
export type CloseVerdict =
  | { readonly action: 'fail'; readonly cause: SessionFailureCause }
  | {
      readonly action: 'retry'
      readonly cause: SessionFailureCause
      /** Consecutive tries allowed for this failure; null: all tries of the session. */
      readonly tries: number | null
      /** `once`: start a new session, and give up if that ends for such a reason too. */
      readonly resumption: 'keep' | 'drop' | 'once'
      /** Omit every optional setup field, and the tools, once; `last`: only after a new session was refused too. */
      readonly minimalSetup: boolean | 'last'
      /** Owed tool responses are sent as text: the service no longer knows these calls. */
      readonly answersAsWords: boolean
      /** How much this end of a resumed connection counts against its handle. */
      readonly againstHandle: 'nothing' | 'something' | 'enough'
    }

const retry = {
  action: 'retry',
  tries: null,
  resumption: 'keep',
  minimalSetup: false,
  answersAsWords: false,
  againstHandle: 'something',
} as const

/** Reasons seen in practice, most specific first. Codes alone say little: 1007, 1008 and 1011 each cover several of these. */
const reasons: readonly { readonly pattern: RegExp; readonly verdict: CloseVerdict }[] = [
  { pattern: /location is not supported/i, verdict: { action: 'fail', cause: 'region' } },
  {
    pattern: /exceeded your current quota|resource[_ ](has been )?exhausted|quota exceeded|credits are depleted/i,
    verdict: { action: 'fail', cause: 'quota' },
  },
  {
    pattern:
      /api[ _]key[ _](not valid|expired|not found|invalid|was reported)|unregistered callers|permission[_ ]denied|unauthenticated|invalid authentication|reported as leaked|has not been used in project|project has been denied access/i,
    verdict: { action: 'fail', cause: 'key-refused' },
  },
  { pattern: /session not found/i, verdict: { ...retry, cause: 'request-refused', resumption: 'drop' } },
  {
    pattern:
      /not found for api version|not supported for bidigeneratecontent|models?\/\S+ (is )?(not (found|supported)|no longer available)/i,
    verdict: { action: 'fail', cause: 'model-unknown' },
  },
  // Parley requests only sound: every other setup would be refused in the same way
  { pattern: /response modalities|non-audio request/i, verdict: { action: 'fail', cause: 'model-without-audio' } },
  { pattern: /not implemented, or supported, or enabled/i, verdict: { ...retry, cause: 'request-refused', tries: 3 } },
  { pattern: /requested entity was not found/i, verdict: { ...retry, cause: 'request-refused', tries: 3, answersAsWords: true } },
  {
    pattern: /unknown name|unknown field|cannot find field|invalid value at|not supported|unsupported/i,
    verdict: { ...retry, cause: 'request-refused', minimalSetup: true },
  },
  { pattern: /invalid argument/i, verdict: { ...retry, cause: 'request-refused', resumption: 'once' } },
]

/** Decides by the text of the close, then the HTTP status, then the code (live-spec §4 rows 3–8, 11–13, 17). */
export function classifyClose(close: LiveClose): CloseVerdict {
  const words = `${close.reason} ${close.error ?? ''}`
  const known = reasons.find(({ pattern }) => pattern.test(words))
  const verdict = known?.verdict ?? byStatusAndCode(close)
  if (isUnnamedRefusal(close, verdict)) return unnamedRefusal
  return dropUnprovenHandle(close, sayWhatWasRefused(close, verdict))
}

/** Until the setup is answered, nothing else was sent that could be refused. */
function sayWhatWasRefused({ opened }: LiveClose, verdict: CloseVerdict): CloseVerdict {
  if (verdict.cause !== 'setup-refused' && verdict.cause !== 'request-refused') return verdict
  return { ...verdict, cause: opened ? 'request-refused' : 'setup-refused' }
}

/** A setup was refused as invalid, and the reason names no field that Parley knows to omit: handle, history or any field may be why. */
function isUnnamedRefusal({ code, opened }: LiveClose, verdict: CloseVerdict): boolean {
  if (verdict.action === 'fail' || opened || code !== 1007) return false
  return !verdict.minimalSetup && verdict.resumption !== 'drop'
}

const unnamedRefusal: CloseVerdict = { ...retry, cause: 'setup-refused', resumption: 'once', minimalSetup: 'last' }

/** A connection that never answered the setup: the same is tried again, a few times. */
export const timeoutVerdict: CloseVerdict = { ...retry, cause: 'timeout', tries: 3 }

/** An open connection that stays silent although the model was asked again: the question goes to another connection. */
export const stallVerdict: CloseVerdict = { ...retry, cause: 'timeout', againstHandle: 'enough' }

/** The other connection is silent too: only the user can ask again. */
export const unansweredVerdict: CloseVerdict = { action: 'fail', cause: 'timeout' }

function byStatusAndCode(close: LiveClose): CloseVerdict {
  const { httpStatus } = close
  if (httpStatus === 401 || httpStatus === 403) return { action: 'fail', cause: 'key-refused' }
  if (httpStatus === 429) return { action: 'fail', cause: 'quota' }
  if (httpStatus !== null && httpStatus < 500) return { ...retry, cause: 'request-refused', tries: 3 }
  if (close.error?.includes('Invalid WebSocket frame')) return { ...retry, cause: 'protocol', tries: 3 }
  if (close.code === 1007 || close.code === 1008) return { ...retry, cause: 'request-refused', tries: 3 }
  if (close.code === 1006)
    return { ...retry, cause: httpStatus === null ? 'unreachable' : serverFailure(httpStatus), againstHandle: 'nothing' }
  if (httpStatus !== null) return { ...retry, cause: serverFailure(httpStatus) }
  // a sender of a close frame was reachable
  if (close.error !== null && close.reason === '') return { ...retry, cause: 'unreachable' }
  const overloaded = close.code === 1013 || /unavailable|overloaded|try again later/i.test(close.reason)
  return { ...retry, cause: overloaded ? 'service-overloaded' : 'service-failed' }
}

/** The failure that an HTTP status of 500 or above indicates. */
export function serverFailure(httpStatus: number): 'service-overloaded' | 'service-failed' {
  return httpStatus === 503 || httpStatus === 529 ? 'service-overloaded' : 'service-failed'
}

/** A server that speaks and closes before it answers the setup may refuse the handle: it is not sent again. */
function dropUnprovenHandle(close: LiveClose, verdict: CloseVerdict): CloseVerdict {
  const refused = !close.opened && (close.code === 1007 || close.code === 1008)
  if (!refused || verdict.action === 'fail' || verdict.resumption !== 'keep') return verdict
  return { ...verdict, resumption: 'drop' }
}

/** One line for the Details section: code, reason, error. */
export function describeClose(close: LiveClose): string {
  if (close.httpStatus !== null) return `HTTP ${close.httpStatus}${close.error === null ? '' : `: ${close.error}`}`
  if (close.error !== null) return close.error
  return close.reason === '' ? `closed with code ${close.code}` : `closed with code ${close.code}: ${close.reason}`
}
