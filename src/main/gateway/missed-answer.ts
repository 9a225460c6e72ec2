import { type ChatRequest, continuedMessage, textOfRequest } from './chat-request'
import { type Chat, storedMessage } from './chats'
import type { GatewayContext } from './gateway-context'
import { knownMessage } from './known-message'
import { createShownResults } from './shown-results'
import { hasOtherEnds } from './stored-tail'

/** A whole message was sent to the client of a chat. */
export function answerReceived({ threads, registry }: GatewayContext, { client, thread }: Chat, messageId: string): void {
  const { conversationId } = thread
  const before = threads.received(client, conversationId)
  const places = new Map(
    registry
      .get(conversationId)
      .messages()
      .map(({ id }, place) => [id, place]),
  )
  const place = places.get(messageId)
  // an answer that is sent again does not hide later ones
  if (place === undefined || place <= (places.get(before ?? '') ?? -1)) return
  threads.setReceived(client, conversationId, messageId)
}

/**
 * The answer that the client lacks next, of those that were said before the chat was followed: before a restart, or before its
 * conversation was unloaded. Null if there is none, or if a response that can still be read (`unread`) comes first.
 */
export function missedAnswer({ threads, registry }: GatewayContext, { client, thread, chat }: Chat, unread: number | null): string | null {
  const received = threads.received(client, thread.conversationId)
  if (received === null) return null
  const messages = registry.get(thread.conversationId).messages()
  const last = messages.findIndex(({ id }) => id === received)
  const next = unread === null ? -1 : messages.findIndex(({ id }) => id === chat.messageOf(unread))
  const missed = messages.slice(last + 1, next < 0 ? undefined : Math.max(next, last + 1))
  return last < 0 ? null : (missed.find(({ role, id }) => role === 'assistant' && !chat.hasResponse(id))?.id ?? null)
}

/**
 * The messages of a request with calls that ended otherwise than the client believes: the connection broke before it received their end, or
 * an output of its own did not count, and it said more since. The message that the request continues is not among them.
 */
export function outdatedMessages(context: GatewayContext, { client, thread }: Chat, request: ChatRequest): readonly string[] {
  const { conversationId } = thread
  const continued = textOfRequest(request) === null ? continuedMessage(request)?.id : undefined
  const shown = createShownResults(context, client, conversationId)
  return request.messages.flatMap((message) => {
    if (message.role !== 'assistant' || message.id === continued) return []
    const known = knownMessage(message)
    const stored = known.calls.size === 0 ? undefined : storedMessage(context, conversationId, message.id)
    return stored !== undefined && hasOtherEnds(shown.message(stored), known) ? [message.id] : []
  })
}
