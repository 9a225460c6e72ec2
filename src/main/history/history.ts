import { CallError } from '../../shared/ipc/router'
import type { Clock, Timer } from '../../shared/lib/clock'
import { messageText } from '../../shared/messages/message-text'
import type { ConversationRegistry } from '../conversations/conversation-registry'
import type { Store } from '../storage/database/store'
import type { ApprovalQueue } from '../tool-calls/approvals/approval-queue'
import type { PolicyStore } from '../tool-calls/policy/policy-store'

/** What the history needs of the world. */
export interface HistoryOptions {
  readonly store: Pick<Store, 'conversations'>
  readonly registry: Pick<ConversationRegistry, 'forget' | 'announce' | 'currentId'>
  readonly queue: Pick<ApprovalQueue, 'withdraw'>
  readonly policy: Pick<PolicyStore, 'list' | 'remove'>
  readonly clock: Clock
  /** Nobody talks to the conversation any more. */
  stopTalk(): void
  /** A conversation is about to be gone for good: what is kept beside it goes first. */
  onErase(conversationId: string): void
  report(error: unknown): void
}

/** What the user does with kept conversations. Whatever is asked of one that is gone throws `CallError`. */
export interface History {
  rename(conversationId: string, title: string): void
  pin(conversationId: string, pinned: boolean): void
  archive(conversationId: string, archived: boolean): void
  /** Takes a conversation away; until it is erased, `restore` brings it back. Its session ends, its questions are taken back. */
  remove(conversationId: string): Promise<void>
  restore(conversationId: string): void
  /** Erases a conversation that was removed: it can't be brought back any more. */
  erase(conversationId: string): void
  /** Erases whatever is removed. */
  eraseRemoved(): void
  /** Erases what was last spoken in before that time (ms since the epoch), but for what is pinned or is on the screen. */
  eraseOlderThan(time: number): Promise<void>
  /** Erases whatever is removed, and stops the clock. */
  close(): void
}

/** A removed conversation is erased after this time even if the page never said that its user has let it go. */
export const LONGEST_UNDO_MS = 60_000

/** Makes the history; what an earlier run had removed is erased at once. */
export function createHistory(options: HistoryOptions): History {
  const { store, registry, clock } = options
  const { conversations } = store
  const undoable = new Map<string, Timer>()

  function known(conversationId: string): void {
    if (conversations.get(conversationId) === null) throw unknown()
  }

  function change(conversationId: string, body: () => void): void {
    known(conversationId)
    body()
    registry.announce()
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

  async function remove(conversationId: string): Promise<void> {
    known(conversationId)
    if (registry.currentId() === conversationId) options.stopTalk()
    await registry.forget(conversationId)
    options.queue.withdraw({ conversationId }, messageText('conversation-deleted'))
    conversations.markDeleted(conversationId)
    undoable.get(conversationId)?.cancel()
    undoable.set(
      conversationId,
      clock.after(LONGEST_UNDO_MS, () => eraseEach([conversationId])),
    )
    registry.announce()
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
      registry.announce()
    },
    erase,
    eraseRemoved,
    async eraseOlderThan(time) {
      const old = conversations
        .list()
        .filter((one) => one.updatedAt < time && one.pinnedAt === null && one.conversationId !== registry.currentId())
      for (const { conversationId } of old) {
        await remove(conversationId)
        erase(conversationId)
      }
    },
    close() {
      for (const timer of undoable.values()) timer.cancel()
      undoable.clear()
      eraseRemoved()
    },
  }
}

function unknown(): CallError {
  return new CallError('conversation-unknown', 'This conversation does not exist any more. Choose another one.')
}
