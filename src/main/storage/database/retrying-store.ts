import type { Clock, Timer } from '../../../shared/lib/clock'
import type { UIMessage } from '../../../shared/protocol/ui-message'
import type { StoredConversation } from './conversation-table'
import { codeOfFault } from './sql-database'
import type { Store } from './store'

/** Dependencies of a retrying store. */
export interface RetryingStoreOptions {
  readonly clock: Clock
  /**
   * The disk currently accepts no writes; called once until it does again. `code` is the engine's error code, for example
   * `SQLITE_FULL`.
   */
  onTrouble(code: string): void
  /** All pending writes are done. */
  onRecovered(): void
}

/** Failed writes are retried after this time. */
export const WRITE_AGAIN_MS = 5000

/** Writes that the disk has not taken yet, in their order. */
interface WriteQueue {
  /** Writes now, or as soon as it can be. A pending write keeps its position; its content is the newest. */
  note(key: string, write: () => void): void
  /** Forgets all pending writes. Returns whether there were any. */
  clear(): boolean
  /** Tries all pending writes once more, and then no more. */
  close(): void
}

function createWriteQueue(options: RetryingStoreOptions, reopen: () => void): WriteQueue {
  const waiting = new Map<string, () => void>()
  let timer: Timer | null = null
  /** The engine's latest error code. */
  let trouble = ''

  function stopTimer(): void {
    timer?.cancel()
    timer = null
  }

  function tryAll(): void {
    stopTimer()
    if (trouble.startsWith('SQLITE_READONLY')) attempt(reopen)
    for (const [key, write] of waiting) {
      if (!attempt(write)) return
      waiting.delete(key)
    }
    options.onRecovered()
  }

  function attempt(write: () => void): boolean {
    try {
      write()
      return true
    } catch (error) {
      timer ??= options.clock.after(WRITE_AGAIN_MS, tryAll)
      trouble = codeOfFault(error)
      if (waiting.size === 0) options.onTrouble(trouble)
      return false
    }
  }

  return {
    note(key, write) {
      if (waiting.size > 0 || !attempt(write)) waiting.set(key, write)
    },
    clear() {
      const waited = waiting.size > 0
      waiting.clear()
      stopTimer()
      return waited
    },
    close() {
      if (waiting.size > 0) tryAll()
      stopTimer()
    },
  }
}

/** A table whose reads include what is not written yet. */
interface RetryingTable<Table> {
  readonly table: Table
  /** Forgets what is not written yet. */
  clear(): void
}

function retryingMessages(messages: Store['messages'], { note }: WriteQueue): RetryingTable<Store['messages']> {
  /** Messages not written yet, by conversation and message. */
  const unwrittenMessages = new Map<string, Map<string, UIMessage>>()
  return {
    table: {
      ...messages,
      list(conversationId) {
        const unwritten = new Map(unwrittenMessages.get(conversationId))
        const stored = messages.list(conversationId).map((message) => {
          const newer = unwritten.get(message.id) ?? message
          unwritten.delete(message.id)
          return newer
        })
        return [...stored, ...unwritten.values()]
      },
      save(conversationId, turnId, message) {
        const ofConversation = unwrittenMessages.get(conversationId) ?? new Map<string, UIMessage>()
        unwrittenMessages.set(conversationId, ofConversation.set(message.id, message))
        note(`message ${conversationId} ${message.id}`, () => {
          messages.save(conversationId, turnId, message)
          ofConversation.delete(message.id)
        })
      },
    },
    clear: () => unwrittenMessages.clear(),
  }
}

function retryingDrafts(drafts: Store['drafts'], { note }: WriteQueue): RetryingTable<Store['drafts']> {
  const unwritten = new Map<string, string>()
  return {
    table: {
      ...drafts,
      get: (conversationId) => unwritten.get(conversationId) ?? drafts.get(conversationId),
      save(conversationId, text) {
        unwritten.set(conversationId, text)
        note(`draft ${conversationId}`, () => {
          drafts.save(conversationId, text)
          unwritten.delete(conversationId)
        })
      },
    },
    clear: () => unwritten.clear(),
  }
}

function retryingConversations(
  conversations: Store['conversations'],
  { note }: WriteQueue,
  clock: Clock,
): RetryingTable<Store['conversations']> {
  /** Conversations not written yet, oldest first. */
  const created = new Map<string, StoredConversation>()

  function create(conversationId: string, title: string): StoredConversation {
    const now = clock.now()
    const facts = { createdAt: now, updatedAt: now, hasVoice: false, pinnedAt: null, archivedAt: null, typedWords: null }
    const conversation = { conversationId, title, ...facts }
    created.set(conversationId, conversation)
    note(`create ${conversationId}`, () => {
      conversations.create(conversationId, title)
      created.delete(conversationId)
    })
    return conversation
  }

  return {
    table: {
      ...conversations,
      list: () => [...[...created.values()].reverse(), ...conversations.list()],
      get: (id) => created.get(id) ?? conversations.get(id),
      exists: (id) => created.has(id) || conversations.exists(id),
      create,
      rename: (id, title) => note(`rename ${id}`, () => conversations.rename(id, title)),
      setTypedWords(id, typedWords) {
        const unwritten = created.get(id)
        if (unwritten !== undefined) created.set(id, { ...unwritten, typedWords })
        note(`typed words ${id}`, () => conversations.setTypedWords(id, typedWords))
      },
      touch: (id, hasVoice) => note(`touch ${id} ${hasVoice}`, () => conversations.touch(id, hasVoice)),
    },
    clear: () => created.clear(),
  }
}

function retryingThreads(gatewayThreads: Store['gatewayThreads'], { note }: WriteQueue): RetryingTable<Store['gatewayThreads']> {
  /** Threads not written yet. */
  const opened = new Map<string, { readonly conversationId: string; readonly expiresAt: number | null }>()
  const keyOf = (clientId: string, kind: string, outsideId: string): string => JSON.stringify([clientId, kind, outsideId])
  return {
    table: {
      ...gatewayThreads,
      find(clientId, kind, outsideId, now) {
        const unwritten = opened.get(keyOf(clientId, kind, outsideId))
        if (unwritten !== undefined && (unwritten.expiresAt === null || unwritten.expiresAt > now)) return unwritten.conversationId
        return gatewayThreads.find(clientId, kind, outsideId, now)
      },
      save(clientId, kind, outsideId, conversationId, expiresAt) {
        const key = keyOf(clientId, kind, outsideId)
        opened.set(key, { conversationId, expiresAt })
        note(`thread ${key}`, () => {
          gatewayThreads.save(clientId, kind, outsideId, conversationId, expiresAt)
          opened.delete(key)
        })
      },
      removeExpired: (now) => note('threads expired', () => gatewayThreads.removeExpired(now)),
      has: (id) => [...opened.values()].some(({ conversationId }) => conversationId === id) || gatewayThreads.has(id),
    },
    clear: () => opened.clear(),
  }
}

/**
 * A store whose running notes (new conversations, messages, model contents, times, titles, handles, drafts, what of their files
 * was sent or erased, the threads of clients and when those were here last) never fail whoever makes them: where the
 * disk is full, read-only or locked they wait in memory, the newest of each kind, and are written in their order as soon as
 * it can be. What an effect in the world waits for (questions, payments, rules) still fails at once.
 */
export function retryingStore(store: Store, options: RetryingStoreOptions): Store {
  const queue = createWriteQueue(options, store.reopen)
  const { note } = queue
  const conversations = retryingConversations(store.conversations, queue, options.clock)
  const messages = retryingMessages(store.messages, queue)
  const drafts = retryingDrafts(store.drafts, queue)
  const threads = retryingThreads(store.gatewayThreads, queue)
  const { modelContents, sessionHandles, attachments, gatewayClients } = store
  return {
    ...store,
    conversations: conversations.table,
    messages: messages.table,
    drafts: drafts.table,
    gatewayThreads: threads.table,
    modelContents: {
      ...modelContents,
      save: (id, messageId, contents) => note(`contents ${id} ${messageId}`, () => modelContents.save(id, messageId, contents)),
    },
    sessionHandles: {
      ...sessionHandles,
      save: (id, handle) => note(`handle ${id}`, () => sessionHandles.save(id, handle)),
      remove: (id) => note(`handle ${id}`, () => sessionHandles.remove(id)),
    },
    attachments: {
      ...attachments,
      sent: (id, attachmentIds) => note(`sent ${id} ${attachmentIds.join(' ')}`, () => attachments.sent(id, attachmentIds)),
      remove: (id, attachmentId) => note(`remove ${id} ${attachmentId}`, () => attachments.remove(id, attachmentId)),
    },
    gatewayClients: {
      ...gatewayClients,
      used: (id, at) => note(`used ${id}`, () => gatewayClients.used(id, at)),
    },
    wipe() {
      const waited = queue.clear()
      for (const { clear } of [conversations, messages, drafts, threads]) clear()
      store.wipe()
      if (waited) options.onRecovered()
    },
    close() {
      queue.close()
      store.close()
    },
  }
}
