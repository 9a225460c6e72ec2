import type { UIMessage } from '../../shared/protocol/ui-message'
import type { ConversationTable } from '../store/conversation-table'
import { titleOf } from './title-of'

/** Gives a conversation that has no title yet the words of a message as its title. */
export function nameConversation(table: ConversationTable, conversationId: string, message: UIMessage | undefined): void {
  if (table.get(conversationId)?.title !== '') return
  const title = titleOf(message)
  if (title !== '') table.rename(conversationId, title)
}
