import type { Approval } from '../../shared/approvals/approval'
import { type ConversationPage, type ListPosition, LONGEST_PAGE } from '../../shared/ipc/conversation-list'
import { CallError } from '../../shared/ipc/router'
import type { ConversationSummary } from '../../shared/ipc/schemas'
import type { NewId } from '../../shared/lib/ids'
import type { Emit } from '../lib/emit'
import type { StoredConversation } from '../storage/database/conversation-table'
import type { Store } from '../storage/database/store'
import type { ApprovalQueue } from '../tool-calls/approvals/approval-queue'
import type { ConversationRegistry } from './conversation-registry-types'

/** The stored conversations, and the one on screen. */
export type ConversationList = Pick<ConversationRegistry, 'page' | 'summary' | 'announce' | 'create' | 'createOutside' | 'currentId'> & {
  /** Throws `CallError` if there is none. */
  stored(conversationId: string): StoredConversation
  /** Puts this conversation on screen; null: none. */
  setCurrent(conversationId: string | null): void
}

/** Dependencies of the list. */
export interface ConversationListOptions {
  readonly store: Pick<Store, 'conversations'>
  readonly queue: Pick<ApprovalQueue, 'open'>
  readonly emit: Emit
  readonly newId: NewId
}

/** Creates the list; no conversation is on screen. */
export function createConversationList({ store, queue, emit, newId }: ConversationListOptions): ConversationList {
  let currentId: string | null = null
  function page(after: ListPosition | null): ConversationPage {
    const rows = store.conversations.page(after, LONGEST_PAGE)
    const open = queue.open()
    const last = rows.at(-1)
    const next = last === undefined || rows.length < LONGEST_PAGE ? null : positionOf(last)
    return { conversations: rows.map((one) => summarize(one, open)), next }
  }

  function announce(conversationIds: readonly string[] | 'all'): void {
    if (conversationIds === 'all' || conversationIds.length > LONGEST_PAGE) {
      emit('conversation.list', { changed: null, removed: [], currentConversationId: currentId })
      return
    }
    const open = queue.open()
    const found = conversationIds.map((conversationId) => store.conversations.get(conversationId))
    const changed = found.flatMap((one) => (one === null ? [] : [summarize(one, open)]))
    const removed = conversationIds.filter((_, index) => found[index] === null)
    emit('conversation.list', { changed, removed, currentConversationId: currentId })
  }

  function create(isCurrent: boolean): ConversationSummary {
    const created = store.conversations.create(newId('conversation'), '')
    if (isCurrent) currentId = created.conversationId
    announce([created.conversationId])
    return summarize(created, queue.open())
  }

  function stored(conversationId: string): StoredConversation {
    const found = store.conversations.get(conversationId)
    if (found === null) throw new CallError('conversation-unknown', 'This conversation does not exist any more. Choose another one.')
    return found
  }

  return {
    page,
    summary: (conversationId) => summarize(stored(conversationId), queue.open()),
    announce,
    create: () => create(true),
    createOutside: () => create(false),
    currentId: () => currentId,
    stored,
    setCurrent(conversationId) {
      currentId = conversationId
    },
  }
}

/** The summary of a stored conversation for the page's list. `open`: all open approvals. */
function summarize(stored: StoredConversation, open: readonly Approval[]): ConversationSummary {
  const { conversationId, title, updatedAt, hasVoice, pinnedAt, archivedAt, isPrivate } = stored
  const openApprovals = open.filter((approval) => approval.conversationId === conversationId).length
  return {
    conversationId,
    title,
    updatedAt,
    hasVoice,
    openApprovals,
    pinned: pinnedAt !== null,
    archived: archivedAt !== null,
    ...(isPrivate === true && { isPrivate }),
  }
}

function positionOf({ updatedAt, createdAt, conversationId }: StoredConversation): ListPosition {
  return { updatedAt, createdAt, conversationId }
}
