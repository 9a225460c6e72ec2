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

/** The number of the last event that a client has, from its `Last-Event-ID`; null if the header is not one of ours. */
export function lastEventId(header: string | null | undefined): number | null {
  const text = header?.trim() ?? ''
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(number) ? number : null
}
