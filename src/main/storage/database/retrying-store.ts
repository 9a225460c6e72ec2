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

/**
 * A store whose running notes (new conversations, messages, model contents, times, titles, handles, drafts, what of their files
 * was sent or erased, the threads of clients and when those were here last) never fail whoever makes them: where the
 * disk is full, read-only or locked they wait in memory, the newest of each kind, and are written in their order as soon as
 * it can be. What an effect in the world waits for (questions, payments, rules) still fails at once.
 */
export function retryingStore(store: Store, options: RetryingStoreOptions): Store {
  const { clock } = options
  const waiting = new Map<string, () => void>()
  let timer: Timer | null = null
  /** The engine's latest error code. */
  let trouble = ''

  function tryAll(): void {
    timer?.cancel()
    timer = null
    if (trouble.startsWith('SQLITE_READONLY')) attempt(store.reopen)
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
      timer ??= clock.after(WRITE_AGAIN_MS, tryAll)
      trouble = codeOfFault(error)
      if (waiting.size === 0) options.onTrouble(trouble)
      return false
    }
  }

  /** A pending write keeps its position; its content is the newest. */
  function note(key: string, write: () => void): void {
    if (waiting.size > 0 || !attempt(write)) waiting.set(key, write)
  }

  /** Messages not written yet, by conversation and message: reads include them. */
  const words = new Map<string, Map<string, UIMessage>>()

  function saveMessage(conversationId: string, turnId: string, message: UIMessage): void {
    const ofConversation = words.get(conversationId) ?? new Map<string, UIMessage>()
    words.set(conversationId, ofConversation.set(message.id, message))
    note(`message ${conversationId} ${message.id}`, () => {
      messages.save(conversationId, turnId, message)
      ofConversation.delete(message.id)
    })
  }

  function listMessages(conversationId: string): readonly UIMessage[] {
    const unwritten = new Map(words.get(conversationId))
    const stored = messages.list(conversationId).map((message) => {
      const newer = unwritten.get(message.id) ?? message
      unwritten.delete(message.id)
      return newer
    })
    return [...stored, ...unwritten.values()]
  }

  /** Drafts not written yet. */
  const typed = new Map<string, string>()

  function saveDraft(conversationId: string, text: string): void {
    typed.set(conversationId, text)
    note(`draft ${conversationId}`, () => {
      drafts.save(conversationId, text)
      typed.delete(conversationId)
    })
  }

  /** Conversations not written yet, newest first: reads include them. */
  const made = new Map<string, StoredConversation>()

  function create(conversationId: string, title: string): StoredConversation {
    const now = clock.now()
    const facts = { createdAt: now, updatedAt: now, hasVoice: false, pinnedAt: null, archivedAt: null, typedWords: null }
    const conversation = { conversationId, title, ...facts }
    made.set(conversationId, conversation)
    note(`create ${conversationId}`, () => {
      conversations.create(conversationId, title)
      made.delete(conversationId)
    })
    return conversation
  }

  /** Threads of clients that the disk has not taken yet: they are found all the same. */
  const opened = new Map<string, { readonly conversationId: string; readonly expiresAt: number | null }>()

  function saveThread(...[clientId, kind, outsideId, conversationId, expiresAt]: Parameters<Store['gatewayThreads']['save']>): void {
    const key = JSON.stringify([clientId, kind, outsideId])
    opened.set(key, { conversationId, expiresAt })
    note(`thread ${key}`, () => {
      gatewayThreads.save(clientId, kind, outsideId, conversationId, expiresAt)
      opened.delete(key)
    })
  }

  function findThread(...[clientId, kind, outsideId, now]: Parameters<Store['gatewayThreads']['find']>): string | null {
    const unwritten = opened.get(JSON.stringify([clientId, kind, outsideId]))
    if (unwritten !== undefined && (unwritten.expiresAt === null || unwritten.expiresAt > now)) return unwritten.conversationId
    return gatewayThreads.find(clientId, kind, outsideId, now)
  }

  const { conversations, messages, modelContents, sessionHandles, drafts, attachments, gatewayClients, gatewayThreads } = store
  return {
    ...store,
    conversations: {
      ...conversations,
      list: () => [...[...made.values()].reverse(), ...conversations.list()],
      get: (id) => made.get(id) ?? conversations.get(id),
      exists: (id) => made.has(id) || conversations.exists(id),
      create,
      rename: (id, title) => note(`rename ${id}`, () => conversations.rename(id, title)),
      setTypedWords(id, typedWords) {
        const unwritten = made.get(id)
        if (unwritten !== undefined) made.set(id, { ...unwritten, typedWords })
        note(`typed words ${id}`, () => conversations.setTypedWords(id, typedWords))
      },
      touch: (id, hasVoice) => note(`touch ${id} ${hasVoice}`, () => conversations.touch(id, hasVoice)),
    },
    messages: {
      ...messages,
      list: listMessages,
      save: saveMessage,
    },
    modelContents: {
      ...modelContents,
      save: (id, messageId, contents) => note(`contents ${id} ${messageId}`, () => modelContents.save(id, messageId, contents)),
    },
    sessionHandles: {
      ...sessionHandles,
      save: (id, handle) => note(`handle ${id}`, () => sessionHandles.save(id, handle)),
      remove: (id) => note(`handle ${id}`, () => sessionHandles.remove(id)),
    },
    drafts: { ...drafts, get: (id) => typed.get(id) ?? drafts.get(id), save: saveDraft },
    attachments: {
      ...attachments,
      sent: (id, attachmentIds) => note(`sent ${id} ${attachmentIds.join(' ')}`, () => attachments.sent(id, attachmentIds)),
      remove: (id, attachmentId) => note(`remove ${id} ${attachmentId}`, () => attachments.remove(id, attachmentId)),
    },
    gatewayClients: {
      ...gatewayClients,
      used: (id, at) => note(`used ${id}`, () => gatewayClients.used(id, at)),
    },
    gatewayThreads: {
      ...gatewayThreads,
      find: findThread,
      save: saveThread,
      removeExpired: (now) => note('threads expired', () => gatewayThreads.removeExpired(now)),
      has: (id) => [...opened.values()].some(({ conversationId }) => conversationId === id) || gatewayThreads.has(id),
    },
    wipe() {
      const waited = waiting.size > 0
      waiting.clear()
      made.clear()
      words.clear()
      typed.clear()
      opened.clear()
      timer?.cancel()
      timer = null
      store.wipe()
      if (waited) options.onRecovered()
    },
    close() {
      if (waiting.size > 0) tryAll()
      timer?.cancel()
      store.close()
    },
  }
}
