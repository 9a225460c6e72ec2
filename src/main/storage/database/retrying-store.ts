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
  /** A write was given up, because the conversation that it belongs to is erased. */
  onDropped(code: string): void
}

/** A write that waits. Those of one conversation keep their order; the one that creates it comes before all others. */
interface WaitingWrite {
  /** the conversation, or what else it belongs to */
  readonly of: string
  readonly creates: boolean
  readonly write: () => void
}

/** What a failed write says of the others: all of them wait, those of its conversation do, or none. */
function reachOf(code: string, { creates }: WaitingWrite): 'store' | 'conversation' | 'itself' {
  if (/^SQLITE_(?:BUSY|LOCKED|READONLY|CANTOPEN)/.test(code)) return 'store'
  return creates || /^SQLITE_(?:FULL|IOERR)/.test(code) ? 'conversation' : 'itself'
}

/** Failed writes are retried after this time. */
export const WRITE_AGAIN_MS = 5000

/**
 * A store whose running notes (new conversations, messages, model contents, times, titles, handles, drafts, what of their files
 * was sent or erased, the threads of clients and when those were here last) never fail whoever makes them: where the
 * disk is full, read-only or locked they wait in memory, the newest of each kind, and are written in their order as soon as
 * it can be. One that fails for itself keeps none of the others waiting. What an effect in the world waits for (questions, payments, rules) still fails at once.
 */
export function retryingStore(store: Store, options: RetryingStoreOptions): Store {
  const { clock } = options
  const waiting = new Map<string, WaitingWrite>()
  let timer: Timer | null = null
  /** The engine's latest error code; null while nothing waits. */
  let trouble: string | null = null

  /** Tries every write once, except those that wait for one that failed. */
  function tryAll(): void {
    timer?.cancel()
    timer = null
    if (trouble?.startsWith('SQLITE_READONLY')) reopen()
    const blocked = new Set<string>()
    for (const [key, one] of waiting) {
      if (blocked.has(one.of)) continue
      const failed = attempt(one)
      if (failed === 'store') return
      if (failed === 'conversation') blocked.add(one.of)
      if (failed === null) waiting.delete(key)
    }
    settle()
  }

  function settle(): void {
    if (waiting.size > 0 || trouble === null) return
    timer?.cancel()
    timer = null
    trouble = null
    options.onRecovered()
  }

  function reopen(): void {
    try {
      store.reopen()
    } catch {
      // the writes say whether it still matters
    }
  }

  /** Null: it is done. */
  function attempt(one: WaitingWrite): ReturnType<typeof reachOf> | null {
    try {
      one.write()
      return null
    } catch (error) {
      const code = codeOfFault(error)
      if (code.startsWith('SQLITE_CONSTRAINT') && !made.has(one.of) && !store.conversations.exists(one.of)) {
        options.onDropped(code)
        return null
      }
      timer ??= clock.after(WRITE_AGAIN_MS, tryAll)
      const isNew = trouble === null
      trouble = code
      if (isNew) options.onTrouble(code)
      return reachOf(code, one)
    }
  }

  /** Whether a write must wait for one that waits already. A pending write keeps its position; its content is the newest. */
  function mustWait(key: string, of: string): boolean {
    if (waiting.has(key)) return true
    for (const [, one] of waiting) {
      const reach = reachOf(trouble ?? '', one)
      if (reach === 'store' || (reach === 'conversation' && one.of === of)) return true
    }
    return false
  }

  function note(key: string, of: string, write: () => void, creates = false): void {
    const one = { of, creates, write }
    if (mustWait(key, of) || attempt(one) !== null) waiting.set(key, one)
  }

  /** Messages not written yet, by conversation and message: reads include them. */
  const words = new Map<string, Map<string, UIMessage>>()

  function saveMessage(conversationId: string, turnId: string, message: UIMessage): void {
    const ofConversation = words.get(conversationId) ?? new Map<string, UIMessage>()
    words.set(conversationId, ofConversation.set(message.id, message))
    note(`message ${conversationId} ${message.id}`, conversationId, () => {
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
    note(`draft ${conversationId}`, conversationId, () => {
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
    const write = (): void => {
      conversations.create(conversationId, title)
      made.delete(conversationId)
    }
    note(`create ${conversationId}`, conversationId, write, true)
    return conversation
  }

  /** Threads of clients that the disk has not taken yet: they are found all the same. */
  const opened = new Map<string, { readonly conversationId: string; readonly expiresAt: number | null }>()

  function saveThread(...[clientId, kind, outsideId, conversationId, expiresAt]: Parameters<Store['gatewayThreads']['save']>): void {
    const key = JSON.stringify([clientId, kind, outsideId])
    opened.set(key, { conversationId, expiresAt })
    note(`thread ${key}`, conversationId, () => {
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
      rename: (id, title) => note(`rename ${id}`, id, () => conversations.rename(id, title)),
      setTypedWords(id, typedWords) {
        const unwritten = made.get(id)
        if (unwritten !== undefined) made.set(id, { ...unwritten, typedWords })
        note(`typed words ${id}`, id, () => conversations.setTypedWords(id, typedWords))
      },
      touch: (id, hasVoice) => note(`touch ${id} ${hasVoice}`, id, () => conversations.touch(id, hasVoice)),
    },
    messages: {
      ...messages,
      list: listMessages,
      save: saveMessage,
    },
    modelContents: {
      ...modelContents,
      save: (id, messageId, contents) => note(`contents ${id} ${messageId}`, id, () => modelContents.save(id, messageId, contents)),
    },
    sessionHandles: {
      ...sessionHandles,
      save: (id, handle) => note(`handle ${id}`, id, () => sessionHandles.save(id, handle)),
      remove: (id) => note(`handle ${id}`, id, () => sessionHandles.remove(id)),
    },
    drafts: { ...drafts, get: (id) => typed.get(id) ?? drafts.get(id), save: saveDraft },
    attachments: {
      ...attachments,
      sent: (id, attachmentIds) => note(`sent ${id} ${attachmentIds.join(' ')}`, id, () => attachments.sent(id, attachmentIds)),
      remove: (id, attachmentId) => note(`remove ${id} ${attachmentId}`, id, () => attachments.remove(id, attachmentId)),
    },
    gatewayClients: {
      ...gatewayClients,
      used: (id, at) => note(`used ${id}`, 'clients', () => gatewayClients.used(id, at)),
    },
    gatewayThreads: {
      ...gatewayThreads,
      find: findThread,
      save: saveThread,
      removeExpired: (now) => note('threads expired', 'threads', () => gatewayThreads.removeExpired(now)),
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
      trouble = null
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
