import { attachmentsOf } from '../../shared/attachments/attachment-part'
import type { UIMessage } from '../../shared/protocol/ui-message'
import type { ConversationTable } from '../storage/database/conversation-table'

const LONGEST_TITLE = 60

/** The title from a message: its text, shortened and without the final full stop, or else its file names. Empty if it has neither. */
export function titleOf(message: UIMessage | undefined): string {
  const words = message?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])) ?? []
  const said = words
    .join(' ')
    .trim()
    .replace(/[.。]$/u, '')
  const files = attachmentsOf(message?.parts ?? []).map(({ fileName }) => fileName)
  const text = said === '' ? files.join(', ') : said
  const characters = [...text]
  if (characters.length <= LONGEST_TITLE) return text
  return `${characters
    .slice(0, LONGEST_TITLE - 1)
    .join('')
    .trimEnd()}…`
}

/** Titles an untitled conversation with the text of one of its messages. */
export function nameConversation(table: ConversationTable, conversationId: string, message: UIMessage | undefined): void {
  if (table.get(conversationId)?.title !== '') return
  const title = titleOf(message)
  if (title !== '') table.rename(conversationId, title)
}
