/**
 * Server-sent events. Every value becomes one `data:` line: JSON text has no line breaks. Clients ignore comments: they
 * start a response at once and keep proxies from closing an idle one.
 */
export const STREAM_OPEN = ': stream-open\n\n'
export const KEEP_ALIVE = ': keep-alive\n\n'
/** The last event of an AI SDK stream and of the older TanStack stream; a response itself ends with its bytes. */
export const DONE = 'data: [DONE]\n\n'

/** Headers of an AG-UI or TanStack stream (`toServerSentEventsResponse` of `@tanstack/ai` 0.58.0). */
export const EVENT_STREAM_HEADERS: { readonly [name: string]: string } = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
}

/** One event. With `id`, a disconnected client can ask for what comes after it (`Last-Event-ID`). */
export function sseEvent(value: unknown, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(value)}\n\n`
}

/** Headers of the same stream as JSON lines, which `fetchHttpStream` of `@tanstack/ai-client` 0.33 reads if it asks for them. */
export const JSON_LINES_HEADERS: { readonly [name: string]: string } = {
  'content-type': 'application/x-ndjson',
  'cache-control': 'no-cache',
}

/** An empty line: its readers pass it by, but not a comment. */
export const JSON_LINES_KEEP_ALIVE = '\n'

/** One event as a JSON line, in the form that a disconnected client can continue. */
export function jsonLine(value: unknown, id: number): string {
  return `${JSON.stringify({ id: String(id), chunk: value })}\n`
}

/** Whether an `Accept` header asks for JSON lines. */
export function asksForJsonLines(accept: string | undefined): boolean {
  return (accept ?? '').split(',').some((type) => type.trim().split(';')[0] === 'application/x-ndjson')
}

/** The number of the last event that a client has, from its `Last-Event-ID`; null if the header is not one of ours. */
export function lastEventId(header: string | null | undefined): number | null {
  const text = header?.trim() ?? ''
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(number) ? number : null
}
