import { type ListPosition, LONGEST_PAGE } from '../../shared/ipc/conversation-list'
import { CallError } from '../../shared/ipc/router'
import type { Clock, Timer } from '../../shared/lib/clock'
import { messageOf } from '../../shared/messages/message'
import type { ConversationRegistry } from '../conversations/conversation-registry'
import type { StoredConversation } from '../storage/database/conversation-table'
import type { Store } from '../storage/database/store'
import type { ApprovalQueue } from '../tool-calls/approvals/approval-queue'
import type { PolicyStore } from '../tool-calls/policy/policy-store'

/** Dependencies of the history. */
export interface HistoryOptions {
  readonly store: Pick<Store, 'conversations'>
  readonly registry: Pick<ConversationRegistry, 'forget' | 'announce' | 'currentId'>
  readonly queue: Pick<ApprovalQueue, 'withdraw'>
  readonly policy: Pick<PolicyStore, 'list' | 'remove'>
  readonly clock: Clock
  /** Resolves once everything else that is due has had its turn. */
  pause(): Promise<void>
  /** Ends the talk in progress. */
  stopTalk(): void
  /** A conversation is about to be erased: data outside the store is erased first. */
  onErase(conversationId: string): void
  report(error: unknown): void
}

/** The user's actions on stored conversations. Actions on a missing conversation throw `CallError`. */
export interface History {
  rename(conversationId: string, title: string): void
  pin(conversationId: string, pinned: boolean): void
  archive(conversationId: string, archived: boolean): void
  /** Removes a conversation; `restore` returns it until it is erased. Its session ends, and its approvals are withdrawn. */
  remove(conversationId: string): Promise<void>
  restore(conversationId: string): void
  /** Erases a removed conversation: it cannot be restored any more. */
  erase(conversationId: string): void
  /** Erases all removed conversations. */
  eraseRemoved(): void
  /** Erases conversations whose last message is before that time (ms since the epoch), except pinned ones and the one on screen. */
  eraseOlderThan(time: number): Promise<void>
  /** Erases all removed conversations, and stops the clock. */
  close(): void
}

/** A removed conversation is erased after this time, even if the page never reported that the user can no longer undo it. */
export const LONGEST_UNDO_MS = 60_000

/** Creates the history; conversations removed in an earlier run are erased at once. */
export function createHistory(options: HistoryOptions): History {
  const { store, registry, clock } = options
  const { conversations } = store
  const undoable = new Map<string, Timer>()
  let closed = false

  function known(conversationId: string): void {
    if (conversations.get(conversationId) === null) throw unknown()
  }

  function change(conversationId: string, body: () => void): void {
    known(conversationId)
    body()
    registry.announce([conversationId])
  }

  function erase(conversationId: string): void {
    undoable.get(conversationId)?.cancel()
    undoable.delete(conversationId)
    if (!conversations.deleted().includes(conversationId)) return
    for (const { rule } of options.policy.list()) {
      if (rule.scope.kind === 'conversation' && rule.scope.conversationId === conversationId) options.policy.remove(rule.ruleId)
    }
    options.onErase(conversationId)
    conversations.erase(conversationId)
  }

  function eraseEach(conversationIds: readonly string[]): void {
    try {
      for (const conversationId of conversationIds) erase(conversationId)
    } catch (error) {
      // it stays removed, and the next start tries again
      options.report(error)
    }
  }

  const eraseRemoved = () => eraseEach(conversations.deleted())

  /** Removes it; the caller informs the page. */
  async function takeAway(conversationId: string): Promise<void> {
    known(conversationId)
    if (registry.currentId() === conversationId) options.stopTalk()
    await registry.forget(conversationId, () => {
      options.queue.withdraw({ conversationId }, messageOf('conversation-deleted'))
      conversations.markDeleted(conversationId)
    })
    undoable.get(conversationId)?.cancel()
    undoable.set(
      conversationId,
      clock.after(LONGEST_UNDO_MS, () => eraseEach([conversationId])),
    )
  }

  async function remove(conversationId: string): Promise<void> {
    await takeAway(conversationId)
    registry.announce([conversationId])
  }

  /** Erases those of this page of the list that are neither pinned nor on screen, with a pause after each. */
  async function erasePage(page: readonly StoredConversation[]): Promise<void> {
    const erased: string[] = []
    try {
      for (const { conversationId, pinnedAt } of page) {
        if (closed) return
        const isGone = conversations.get(conversationId) === null
        if (isGone || pinnedAt !== null || conversationId === registry.currentId()) continue
        await takeAway(conversationId)
        erased.push(conversationId)
        erase(conversationId)
        await options.pause()
      }
    } finally {
      if (erased.length > 0) registry.announce(erased)
    }
  }

  eraseRemoved()
  return {
    rename: (conversationId, title) => change(conversationId, () => conversations.rename(conversationId, title.trim())),
    pin: (conversationId, pinned) => change(conversationId, () => conversations.pin(conversationId, pinned)),
    archive: (conversationId, archived) => change(conversationId, () => conversations.archive(conversationId, archived)),
    remove,
    restore(conversationId) {
      undoable.get(conversationId)?.cancel()
      undoable.delete(conversationId)
      if (!conversations.restore(conversationId)) throw unknown()
      registry.announce([conversationId])
    },
    erase,
    eraseRemoved,
    async eraseOlderThan(time) {
      let after: ListPosition | undefined = { updatedAt: time, createdAt: -1, conversationId: '' }
      while (after !== undefined && !closed) {
        const page: readonly StoredConversation[] = conversations.page(after, LONGEST_PAGE)
        await erasePage(page)
        after = page.at(-1)
      }
    },
    close() {
      closed = true
      for (const timer of undoable.values()) timer.cancel()
      undoable.clear()
      eraseRemoved()
    },
  }
}

function unknown(): CallError {
  return new CallError('conversation-unknown', 'This conversation does not exist any more. Choose another one.')
}
