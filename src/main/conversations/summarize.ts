import type { ConversationSummary } from '../../shared/ipc/schemas'
import type { StoredConversation } from '../storage/database/conversation-table'
import type { ApprovalQueue } from '../tool-calls/approvals/approval-queue-types'

/** A stored conversation as the page lists it. */
export function summarize(stored: StoredConversation, queue: Pick<ApprovalQueue, 'open'>): ConversationSummary {
  const { conversationId, title, updatedAt, hasVoice, pinnedAt, archivedAt, isPrivate } = stored
  const openQuestions = queue.open().filter((approval) => approval.conversationId === conversationId).length
  return {
    conversationId,
    title,
    updatedAt,
    hasVoice,
    openQuestions,
    pinned: pinnedAt !== null,
    archived: archivedAt !== null,
    ...(isPrivate === true && { isPrivate }),
  }
}
