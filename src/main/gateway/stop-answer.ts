import type { ServerResponse } from 'node:http'
import type { GatewayContext } from './gateway-context'

/** A client that sends this header with the value `true` resumes no answer: it stops one by closing its connection. */
const STOP_ON_CLOSE = 'x-stop-on-close'

/** Time in which Parley itself may be the one that closes, in ms: then nothing is stopped. */
const STOP_MS = 50

/** Stops the answer of a thread: its calls that wait or run end as stopped, and the model is asked nothing more. */
export function stopAnswer({ registry }: Pick<GatewayContext, 'registry'>, conversationId: string): void {
  const conversation = registry.get(conversationId)
  const last = conversation.messages().at(-1)
  for (const part of last?.role === 'assistant' ? last.parts : []) if (part.type === 'dynamic-tool') conversation.stopCall(part.toolCallId)
  conversation.interrupt()
}

/**
 * The reader of an answer has left. `isUnread`: whether nobody reads the answer, and it still runs. It is stopped at once if its request
 * said so, and otherwise after a while in which it can be resumed.
 */
export function readerLeft(
  { registry, later, limits }: Pick<GatewayContext, 'registry' | 'later' | 'limits'>,
  response: ServerResponse,
  conversationId: string,
  isUnread: () => boolean,
): void {
  const stops = response.req.headers[STOP_ON_CLOSE] === 'true'
  later.after(stops ? STOP_MS : limits.abandoned, () => {
    if (!isUnread()) return
    if (stops) stopAnswer({ registry }, conversationId)
    else registry.get(conversationId).interrupt()
  })
}
