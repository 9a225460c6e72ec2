import type { UIMessage } from '../../shared/protocol/ui-message'
import type { ConversationTable } from '../storage/database/conversation-table'
import { titleOf } from './conversation-title'

/** Gives a conversation that has no title yet the words of one of its messages as its title. */
export function nameConversation(
  table: ConversationTable,
  conversationId: string,
  messages: readonly UIMessage[],
  messageId: string,
): void {
  if (table.get(conversationId)?.title !== '') return
  const title = titleOf(messages.find(({ id }) => id === messageId))
  if (title !== '') table.rename(conversationId, title)
}
