import type { Client } from '../../shared/ipc/client'
import type { UIMessage } from '../../shared/protocol/ui-message'
import { messagesOf } from './from-contract'

/**
 * Reads what stands before the messages that a long thread was opened with, piece by piece, so that the page stays quick meanwhile.
 * Null where main has them no more, or where nobody wants them any more.
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
