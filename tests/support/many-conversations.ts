import {
  type ArchivedConversation,
  HISTORY_FORMAT,
  HISTORY_VERSION,
  type HistoryFile,
} from '../../src/shared/history/archived-conversation'

/** A conversation of one message. */
function smallConversation(index: number): ArchivedConversation {
  const at = Date.UTC(2026, 0, 1) + index
  return {
    conversationId: `many-${index}`,
    title: `Conversation ${index}`,
    createdAt: at,
    updatedAt: at,
    hasVoice: false,
    pinnedAt: null,
    archivedAt: null,
    typedWords: null,
    messages: [
      {
        turnId: `turn-${index}`,
        turnPosition: 1,
        updatedAt: at,
        branch: 0,
        message: { id: `message-${index}`, role: 'user', parts: [{ type: 'text', text: `What about number ${index}?`, state: 'done' }] },
      },
    ],
    branches: [],
    branch: 0,
    modelContents: [],
    approvals: [],
    decisions: [],
    executions: [],
    attachments: [],
    draft: '',
  }
}

/** A file of so many small conversations, as it is sent: in pieces of half a megabyte at most. */
export function fileOfMany(count: number): readonly Uint8Array<ArrayBuffer>[] {
  const conversations = Array.from({ length: count }, (_, index) => smallConversation(index))
  const file: HistoryFile = { format: HISTORY_FORMAT, version: HISTORY_VERSION, exportedAt: 0, conversations }
  const bytes = new TextEncoder().encode(JSON.stringify(file))
  const size = 512 * 1024
  return Array.from({ length: Math.ceil(bytes.byteLength / size) }, (_, index) => bytes.slice(index * size, (index + 1) * size))
}
