import { canonicalJson } from '../../shared/lib/canonical-json'
import type { UIMessage } from '../../shared/protocol/ui-message'
import { type ChatRequest, continuedMessage, textOfRequest } from './chat-request'
import { type Chat, storedMessage } from './chats'
import type { GatewayContext } from './gateway-context'
import { isFinal, knownMessage } from './known-message'
import { createShownResults } from './shown-results'
import { hasOtherEnds } from './stored-tail'

/** The calls of a message when a response of it ended: how many have ended, and whether others are open. */
export interface CallsAtEnd {
  readonly ended: number
  readonly isOpen: boolean
}

/** What a response that ends just now says about the calls of its message. */
export function callsAtEnd(context: GatewayContext, { thread }: Chat, messageId: string): CallsAtEnd {
  const states = callStates(storedMessage(context, thread.conversationId, messageId))
  const ended = states.filter(isFinal).length
  return { ended, isOpen: ended < states.length }
}

function callStates(message: UIMessage | undefined): readonly string[] {
  return message?.parts.flatMap((part) => (part.type === 'dynamic-tool' ? [part.state] : [])) ?? []
}

/** A whole message, up to a response that ended with these calls, was sent to the client of a chat. */
export function answerReceived(
  { threads, registry }: GatewayContext,
  { client, thread }: Chat,
  messageId: string,
  { ended, isOpen }: CallsAtEnd,
): void {
  const { conversationId } = thread
  const before = threads.received(client, conversationId)
  const places = new Map(
    registry
      .get(conversationId)
      .messages()
      .map(({ id }, place) => [id, place]),
  )
  const place = places.get(messageId)
  if (place === undefined) return
  // an answer that is sent again does not hide later ones
  const lastId = before !== null && place <= (places.get(before.lastId) ?? -1) ? before.lastId : messageId
  const others = Object.entries(before?.open ?? {}).filter(([id]) => id !== messageId && places.has(id))
  const open = Object.fromEntries(isOpen ? [...others, [messageId, ended]] : others)
  if (lastId !== before?.lastId || canonicalJson(open) !== canonicalJson(before.open))
    threads.setReceived(client, conversationId, { lastId, open })
}

/**
 * The answer that the client lacks next, of those that were said before the chat was followed: before a restart, or before its
 * conversation was unloaded. One that it received counts too if calls of it have ended since. Null if there is none, or if a response
 * that can still be read (`unread`) comes first.
 */
export function missedAnswer({ threads, registry }: GatewayContext, { client, thread, chat }: Chat, unread: number | null): string | null {
  const received = threads.received(client, thread.conversationId)
  if (received === null) return null
  const messages = registry.get(thread.conversationId).messages()
  const last = messages.findIndex(({ id }) => id === received.lastId)
  const next = unread === null ? -1 : messages.findIndex(({ id }) => id === chat.messageOf(unread))
  const isMissed = (message: UIMessage, place: number): boolean => {
    const ended = place > last ? -1 : received.open[message.id]
    return ended !== undefined && callStates(message).filter(isFinal).length > ended
  }
  const before = next < 0 ? messages : messages.slice(0, Math.max(next, last + 1))
  return last < 0
    ? null
    : (before.find((message, place) => message.role === 'assistant' && !chat.hasResponse(message.id) && isMissed(message, place))?.id ??
        null)
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
