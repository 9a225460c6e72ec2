import type { Client } from '../../shared/ipc/client'
import type { UIMessage } from '../../shared/protocol/ui-message'
import { messagesOf } from './from-contract'

/**
 * Reads the messages before those that a long thread was opened with, piece by piece, so that the page stays responsive. Null if
 * main no longer has them, or if they are no longer wanted.
 */
export async function earlierMessages(
  client: Client,
  conversationId: string,
  newest: readonly UIMessage[],
  wanted: () => boolean,
): Promise<readonly UIMessage[] | null> {
  const pieces: (readonly UIMessage[])[] = []
  let [first] = newest
  while (first !== undefined && wanted()) {
    const reply = await client.call('conversation.earlier', { conversationId, messageId: first.id })
    if (!reply.ok) return null
    const piece = messagesOf(reply.value)
    pieces.unshift(piece)
    first = reply.value.earlier > 0 ? piece[0] : undefined
  }
  return first === undefined ? pieces.flat() : null
}
