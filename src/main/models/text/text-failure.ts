import type { ApiError } from '@google/genai'
import type { SessionFailureCause } from '../../../shared/ipc/schemas'
import type { JsonObject } from '../../../shared/lib/json'
import { isJsonList, isJsonObject, parseJson } from '../../../shared/lib/json-value'
import { serverFailure } from '../live/classify-close'

/** Why a request failed. `detail` is one readable line, not yet redacted. */
export interface TextFailure {
  /**
   * `final`: only the user can help. `passing`: a retry may work later. `signature`: a thought signature was refused. `too-long`: the
   * request is too long for the service. `field`: an option is unknown to it.
   */
  readonly kind: 'final' | 'passing' | 'signature' | 'too-long' | 'field'
  readonly cause: SessionFailureCause
  /** Milliseconds to wait, as the service requests. */
  readonly retryAfterMs: number | null
  readonly detail: string
}

/** An error body of the service; missing fields, and fields of another type, count as empty. */
interface ServiceError {
  readonly status: string
  readonly message: string
  /** Reasons of its `ErrorInfo`, and the quotas it names. */
  readonly reasons: readonly string[]
  readonly quotas: readonly string[]
  readonly retryAfterMs: number | null
}

/**
 * Reads an error of the client library (live-spec §5). The message of an `ApiError` is the response body: JSON from the service, or
 * anything from intermediaries.
 */
export function readTextFailure(error: unknown): TextFailure {
  if (!isApiError(error)) return networkFailure(error)
  const body = serviceErrorOf(error.message)
  const words = body.message === '' ? plainWords(error.message) : body.message
  const detail = `HTTP ${error.status}${body.status === '' ? '' : ` ${body.status}`}: ${words}`
  return { ...verdictOf(error.status, body), retryAfterMs: body.retryAfterMs, detail }
}

/** By name, because its class would load the whole client library. */
function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError' && 'status' in error && typeof error.status === 'number'
}

/** The network ended or broke the stream, or the response was no event stream. */
function networkFailure(error: unknown): TextFailure {
  const message = error instanceof Error ? error.message : String(error)
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
  const garbled = error instanceof SyntaxError || message.includes('Incomplete JSON segment')
  return {
    kind: 'passing',
    cause: garbled ? 'protocol' : 'unreachable',
    retryAfterMs: null,
    detail: cause === '' ? message : `${message}: ${cause}`,
  }
}

function verdictOf(status: number, { status: name, message, reasons, quotas }: ServiceError): Pick<TextFailure, 'kind' | 'cause'> {
  if (reasons.includes('API_KEY_INVALID') || /api key (not valid|expired)/i.test(message)) return { kind: 'final', cause: 'key-refused' }
  if (/location is not supported/i.test(message)) return { kind: 'final', cause: 'region' }
  // an uploaded file that is gone: the key is fine
  if (status === 403 && /permission to access the file/i.test(message)) return { kind: 'final', cause: 'request-refused' }
  if (status === 401 || status === 403) return { kind: 'final', cause: 'key-refused' }
  // from something in between: redirects are not followed
  if (status >= 300 && status < 400) return { kind: 'final', cause: 'unreachable' }
  if (status === 404) return { kind: 'final', cause: 'model-unknown' }
  if (status === 429) {
    const exhausted = quotas.some((quota) => /PerDay/i.test(quota)) || /credits are depleted/i.test(message)
    return { kind: exhausted ? 'final' : 'passing', cause: 'quota' }
  }
  if (status === 504 || status === 408) return { kind: 'passing', cause: 'timeout' }
  if (status >= 500) return { kind: 'passing', cause: /overloaded/i.test(message) ? 'service-overloaded' : serverFailure(status) }
  if (/thought[_ ]?signature/i.test(message)) return { kind: 'signature', cause: 'request-refused' }
  if (status === 413 || /exceeds the maximum number of tokens|payload size exceeds/i.test(message)) {
    return { kind: 'too-long', cause: 'request-refused' }
  }
  // never sent without the field, because Google would then store the conversation
  if (status === 400 && /["'`]store["'`]|\bstore (field|parameter|option|is not)\b/i.test(message))
    return { kind: 'final', cause: 'store-refused' }
  if (status === 400 && /only supports text output|response modalities \([^)]*IMAGE/i.test(message))
    return { kind: 'final', cause: 'model-without-pictures' }
  if (name === 'INVALID_ARGUMENT' && FIELD.test(message)) return { kind: 'field', cause: 'request-refused' }
  return { kind: 'final', cause: 'request-refused' }
}

/** A request was refused for an option or a tool, without which it may be accepted. */
const FIELD =
  /unknown name|cannot find field|not supported|unsupported|not enabled|function_?declarations|invalid value at '(generation_config|tools|tool_config)/i

function serviceErrorOf(text: string): ServiceError {
  const nothing: ServiceError = { status: '', message: '', reasons: [], quotas: [], retryAfterMs: null }
  // in the middle of a stream, text of the library precedes the body
  const body = parseJson(text) ?? parseJson(text.slice(Math.max(0, text.indexOf('{'))))
  const error = isJsonObject(body) ? body.error : isJsonList(body) && isJsonObject(body[0]) ? body[0].error : undefined
  if (!isJsonObject(error)) return nothing
  const inner = textOf(error, 'message')
  // some versions of the library wrap the body once more
  if (inner.startsWith('{') && isJsonObject(parseJson(inner))) return serviceErrorOf(inner)
  const details = isJsonList(error.details) ? error.details.filter(isJsonObject) : []
  return {
    status: textOf(error, 'status'),
    message: inner,
    reasons: details.map((detail) => textOf(detail, 'reason')).filter((reason) => reason !== ''),
    quotas: details.flatMap((detail) => (isJsonList(detail.violations) ? detail.violations : [])).flatMap(quotaOf),
    retryAfterMs: details.map((detail) => durationMs(textOf(detail, 'retryDelay'))).find((delay) => delay !== null) ?? null,
  }
}

function quotaOf(violation: unknown): readonly string[] {
  return typeof violation === 'object' && violation !== null && 'quotaId' in violation && typeof violation.quotaId === 'string'
    ? [violation.quotaId]
    : []
}

function textOf(object: JsonObject, key: string): string {
  const value = object[key]
  return typeof value === 'string' ? value : ''
}

/** Milliseconds of a protobuf duration such as `37.5s`. */
function durationMs(text: string): number | null {
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(text)?.[1]
  return seconds === undefined ? null : Math.ceil(Number(seconds) * 1000)
}

/** The beginning of a body from an intermediary, without markup. */
function plainWords(text: string): string {
  const plain = text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return plain.length <= 300 ? plain : `${plain.slice(0, 300)}…`
}
