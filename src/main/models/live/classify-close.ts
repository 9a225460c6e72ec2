import type { SessionFailureCause } from '../../../shared/ipc/schemas'

/** How a connection ended, or why it never began. Texts are redacted. */
export interface LiveClose {
  /** WebSocket close code; 1006 when there was no close frame. */
  readonly code: number
  readonly reason: string
  /** What the socket or the client library said, null when it ended by a close frame. */
  readonly error: string | null
  /** Status of an HTTP answer that refused the upgrade. */
  readonly httpStatus: number | null
  /** Whether the setup had been answered. */
  readonly opened: boolean
}

/** What to do about the end of a connection. */
export type CloseVerdict =
  | { readonly action: 'fail'; readonly cause: SessionFailureCause }
  | {
      readonly action: 'retry'
      readonly cause: SessionFailureCause
      /** Tries in a row allowed for this failure; null: the session's whole budget. */
      readonly tries: number | null
      /** `once`: begin a new session, and if that ends for such a reason too, give up. */
      readonly resumption: 'keep' | 'drop' | 'once'
      /** Leave out every setup field that is not needed, and the tools, once. */
      readonly minimalSetup: boolean
      /** The answers to calls that are still owed go as words: the service does not know these calls any more. */
      readonly answersAsWords: boolean
      /** What a resumed connection that ends so tells against its handle. */
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

/** Reasons seen in the field, most specific first. Codes alone say little: 1007, 1008 and 1011 each carry several of these. */
const reasons: readonly { readonly pattern: RegExp; readonly verdict: CloseVerdict }[] = [
  { pattern: /location is not supported/i, verdict: { action: 'fail', cause: 'region' } },
  {
    pattern: /exceeded your current quota|resource[_ ](has been )?exhausted|quota exceeded|credits are depleted/i,
    verdict: { action: 'fail', cause: 'quota' },
  },
  {
    pattern:
      /api[ _]key[ _](not valid|expired|not found|invalid|was reported)|unregistered callers|permission[_ ]denied|unauthenticated|invalid authentication|reported as leaked|has not been used in project/i,
    verdict: { action: 'fail', cause: 'key-refused' },
  },
  { pattern: /session not found/i, verdict: { ...retry, cause: 'protocol', resumption: 'drop' } },
  {
    pattern: /not found for api version|not supported for bidigeneratecontent|models?\/\S+ (is )?not (found|supported)/i,
    verdict: { action: 'fail', cause: 'model-unknown' },
  },
  // Parley asks for sound alone: every other setup would be refused in the same way
  { pattern: /response modalities|non-audio request/i, verdict: { action: 'fail', cause: 'model-without-audio' } },
  { pattern: /not implemented, or supported, or enabled/i, verdict: { ...retry, cause: 'protocol', tries: 3 } },
  { pattern: /requested entity was not found/i, verdict: { ...retry, cause: 'protocol', tries: 3, answersAsWords: true } },
  {
    pattern: /unknown name|unknown field|cannot find field|invalid value at|not supported|unsupported/i,
    verdict: { ...retry, cause: 'setup-refused', minimalSetup: true },
  },
  { pattern: /invalid argument/i, verdict: { ...retry, cause: 'protocol', resumption: 'once' } },
]

/** Decides by the words of the close, then by the HTTP status, then by the code (live-spec §4 rows 3–8, 11–13, 17). */
export function classifyClose(close: LiveClose): CloseVerdict {
  const words = `${close.reason} ${close.error ?? ''}`
  const known = reasons.find(({ pattern }) => pattern.test(words))
  return dropUnprovenHandle(close, known?.verdict ?? byStatusAndCode(close))
}

/** Connections that never answered the setup: the same road again, but not for long. */
export const timeoutVerdict: CloseVerdict = { ...retry, cause: 'timeout', tries: 3 }

/** A connection that is open and says nothing although the model was asked once more: the question goes to another one. */
export const stallVerdict: CloseVerdict = { ...retry, cause: 'timeout', againstHandle: 'enough' }

/** The other connection says nothing either: only the user decides to ask again. */
export const unansweredVerdict: CloseVerdict = { action: 'fail', cause: 'timeout' }

function byStatusAndCode(close: LiveClose): CloseVerdict {
  const { httpStatus } = close
  if (httpStatus === 401 || httpStatus === 403) return { action: 'fail', cause: 'key-refused' }
  if (httpStatus === 429) return { action: 'fail', cause: 'quota' }
  if (httpStatus !== null && httpStatus < 500) return { ...retry, cause: 'protocol', tries: 3 }
  if (close.error?.includes('Invalid WebSocket frame')) return { ...retry, cause: 'protocol', tries: 3 }
  if (close.code === 1007 || close.code === 1008) return { ...retry, cause: close.opened ? 'protocol' : 'setup-refused', tries: 3 }
  if (close.code === 1006)
    return { ...retry, cause: httpStatus === null ? 'unreachable' : serverFailure(httpStatus), againstHandle: 'nothing' }
  if (httpStatus !== null) return { ...retry, cause: serverFailure(httpStatus) }
  // what sends a close frame was reached
  if (close.error !== null && close.reason === '') return { ...retry, cause: 'unreachable' }
  const overloaded = close.code === 1013 || /unavailable|overloaded|try again later/i.test(close.reason)
  return { ...retry, cause: overloaded ? 'service-overloaded' : 'service-failed' }
}

/** What an HTTP status from 500 on says of the service. */
export function serverFailure(httpStatus: number): 'service-overloaded' | 'service-failed' {
  return httpStatus === 503 || httpStatus === 529 ? 'service-overloaded' : 'service-failed'
}

/** A server that speaks and refuses before the setup is answered may refuse the handle: don't show it twice. */
function dropUnprovenHandle(close: LiveClose, verdict: CloseVerdict): CloseVerdict {
  const refused = !close.opened && (close.code === 1007 || close.code === 1008)
  if (!refused || verdict.action === 'fail' || verdict.resumption !== 'keep') return verdict
  return { ...verdict, resumption: 'drop' }
}

/** One line for the Details fold: code, reason, error. */
export function describeClose(close: LiveClose): string {
  if (close.httpStatus !== null) return `HTTP ${close.httpStatus}${close.error === null ? '' : `: ${close.error}`}`
  if (close.error !== null) return close.error
  return close.reason === '' ? `closed with code ${close.code}` : `closed with code ${close.code}: ${close.reason}`
}
