import type { ConversationSummary } from '../../src/shared/ipc/schemas'

/** A conversation of the list with default values, except for the given ones. */
export function conversationSummary(change: Partial<ConversationSummary> = {}): ConversationSummary {
  return {
    conversationId: 'conversation-0',
    title: '',
    updatedAt: 0,
    hasVoice: false,
    openApprovals: 0,
    pinned: false,
    archived: false,
    ...change,
  }
}
