import type { Clock, Timer } from '../../../shared/lib/clock'
import { isJsonObject } from '../../../shared/lib/json-value'
import type { UIMessage } from '../../../shared/protocol/ui-message'
import { compareListPositions, type StoredConversation } from './conversation-table'
import { type RetryingTable, retryingApprovals, retryingExecutions } from './retrying-calls'
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
  /** A write was given up because its conversation is erased. */
  onDropped(code: string): void
}

/** A pending write. Those of one conversation keep their order; the one that creates it comes before all others. */
interface PendingWrite {
  /** The conversation that it belongs to, or the name of another group. */
  readonly of: string
  readonly creates: boolean
  readonly write: () => void
}

/** What a failed write holds up: all other writes, those of its conversation, or only itself. */
type Reach = 'store' | 'conversation' | 'itself'

function reachOf(code: string, { creates }: PendingWrite): Reach {
  if (/^SQLITE_(?:BUSY|LOCKED|READONLY|CANTOPEN)/.test(code)) return 'store'
  return creates || /^SQLITE_(?:FULL|IOERR)/.test(code) ? 'conversation' : 'itself'
}

/** Failed writes are retried after this time. */
export const WRITE_AGAIN_MS = 5000

/** Writes that the disk has not taken yet, in their order. */
interface WriteQueue {
  /** Writes now, or as soon as it can be. A pending write keeps its position; its content is the newest. */
  note(key: string, of: string, write: () => void): void
  /** The same for the write that creates conversation `of`, which all its other writes wait for. */
  noteCreation(key: string, of: string, write: () => void): void
  /**
   * Tries the pending creations of conversations at once: what is written next may belong to one of them. Throws the engine's code
   * where the creation of `of` stays pending.
   */
  createPending(of?: string): void
  /** Forgets all pending writes. Returns whether there were any. */
  clear(): boolean
  /** Tries all pending writes once more, and then no more. */
  close(): void
}

function createWriteQueue({ conversations, reopen }: Pick<Store, 'conversations' | 'reopen'>, options: RetryingStoreOptions): WriteQueue {
  const waiting = new Map<string, PendingWrite>()
  let timer: Timer | null = null
  /** The engine's latest error code; null while nothing waits. */
  let trouble: string | null = null

  function stopTimer(): void {
    timer?.cancel()
    timer = null
  }

  /** Tries every write once, except those that wait for one that failed. */
  function tryAll(): void {
    stopTimer()
    if (trouble?.startsWith('SQLITE_READONLY')) tryToReopen()
    const blocked = new Set<string>()
    for (const [key, one] of waiting) {
      if (blocked.has(one.of)) continue
      const failed = attempt(one)
      if (failed === 'store') return
      if (failed === 'conversation') blocked.add(one.of)
      if (failed === null) waiting.delete(key)
    }
    recover()
  }

  function recover(): void {
    if (waiting.size > 0 || trouble === null) return
    stopTimer()
    trouble = null
    options.onRecovered()
  }

  function tryToReopen(): void {
    try {
      reopen()
    } catch {
      // the writes that follow show whether it still matters
    }
  }

  function isErased({ of, creates }: PendingWrite): boolean {
    if (creates || [...waiting.values()].some((other) => other.creates && other.of === of)) return false
    return !conversations.exists(of)
  }

  /** Returns null when it is done. */
  function attempt(one: PendingWrite): Reach | null {
    try {
      one.write()
      return null
    } catch (error) {
      const code = codeOfFault(error)
      if (code.startsWith('SQLITE_CONSTRAINT') && isErased(one)) {
        options.onDropped(code)
        return null
      }
      timer ??= options.clock.after(WRITE_AGAIN_MS, tryAll)
      const isNew = trouble === null
      trouble = code
      if (isNew) options.onTrouble(code)
      return reachOf(code, one)
    }
  }

  /** Whether a write must wait for a pending one. */
  function mustWait(key: string, of: string): boolean {
    if (waiting.has(key)) return true
    for (const one of waiting.values()) {
      const reach = reachOf(trouble ?? '', one)
      if (reach === 'store' || (reach === 'conversation' && one.of === of)) return true
    }
    return false
  }

  function add(key: string, one: PendingWrite): void {
    if (mustWait(key, one.of) || attempt(one) !== null) waiting.set(key, one)
  }

  return {
    note: (key, of, write) => add(key, { of, creates: false, write }),
    noteCreation: (key, of, write) => add(key, { of, creates: true, write }),
    createPending(of) {
      for (const [key, one] of waiting) {
        if (!one.creates) continue
        if (attempt(one) === null) waiting.delete(key)
        else if (one.of === of) throw Object.assign(new Error('the conversation is not stored yet'), { code: trouble })
      }
      recover()
    },
    clear() {
      const waited = waiting.size > 0
      waiting.clear()
      stopTimer()
      trouble = null
      return waited
    },
    close() {
      if (waiting.size > 0) tryAll()
      stopTimer()
    },
  }
}

function retryingMessages(messages: Store['messages'], { note }: WriteQueue): RetryingTable<Store['messages']> {
  /** Messages not written yet, by conversation and message. */
  const unwrittenMessages = new Map<string, Map<string, UIMessage>>()
  const isWritten = (conversationId: string): boolean => (unwrittenMessages.get(conversationId)?.size ?? 0) === 0

  function list(conversationId: string): readonly UIMessage[] {
    const unwritten = new Map(unwrittenMessages.get(conversationId))
    const stored = messages.list(conversationId).map((message) => {
      const newer = unwritten.get(message.id) ?? message
      unwritten.delete(message.id)
      return newer
    })
    return [...stored, ...unwritten.values()]
  }

  return {
    table: {
      ...messages,
      list,
      latest: (conversationId, most) =>
        isWritten(conversationId) ? messages.latest(conversationId, most) : { messages: list(conversationId), earlier: 0 },
      withUsage: (conversationId) =>
        isWritten(conversationId)
          ? messages.withUsage(conversationId)
          : list(conversationId).filter(({ metadata }) => isJsonObject(metadata?.usage)),
      holds(conversationId, messageId, turnId) {
        const unwritten = unwrittenMessages.get(conversationId)
        const isUnwritten =
          unwritten?.has(messageId) === true || [...(unwritten?.values() ?? [])].some(({ metadata }) => metadata?.turnId === turnId)
        return isUnwritten || messages.holds(conversationId, messageId, turnId)
      },
      save(conversationId, turnId, message) {
        const ofConversation = unwrittenMessages.get(conversationId) ?? new Map<string, UIMessage>()
        unwrittenMessages.set(conversationId, ofConversation.set(message.id, message))
        note(`message ${conversationId} ${message.id}`, conversationId, () => {
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
        note(`draft ${conversationId}`, conversationId, () => {
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
  { note, noteCreation }: WriteQueue,
  clock: Clock,
): RetryingTable<Store['conversations']> {
  /** Conversations not written yet, oldest first. */
  const created = new Map<string, StoredConversation>()

  function create(conversationId: string, title: string): StoredConversation {
    const now = clock.now()
    const facts = { createdAt: now, updatedAt: now, hasVoice: false, pinnedAt: null, archivedAt: null, replyModality: null }
    const conversation = { conversationId, title, ...facts }
    created.set(conversationId, conversation)
    noteCreation(`create ${conversationId}`, conversationId, () => {
      conversations.create(conversationId, title)
      created.delete(conversationId)
    })
    return conversation
  }

  return {
    table: {
      ...conversations,
      list: () => [...[...created.values()].reverse(), ...conversations.list()],
      page: (after, limit) =>
        [
          ...[...created.values()].filter((one) => after === null || compareListPositions(one, after) > 0),
          ...conversations.page(after, limit),
        ]
          .sort(compareListPositions)
          .slice(0, limit),
      count: () => created.size + conversations.count(),
      get: (id) => created.get(id) ?? conversations.get(id),
      exists: (id) => created.has(id) || conversations.exists(id),
      create,
      rename: (id, title) => note(`rename ${id}`, id, () => conversations.rename(id, title)),
      setReplyModality(id, replyModality) {
        const unwritten = created.get(id)
        if (unwritten !== undefined) created.set(id, { ...unwritten, replyModality })
        note(`typed words ${id}`, id, () => conversations.setReplyModality(id, replyModality))
      },
      touch: (id, hasVoice) => note(`touch ${id} ${hasVoice}`, id, () => conversations.touch(id, hasVoice)),
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
        note(`thread ${key}`, conversationId, () => {
          gatewayThreads.save(clientId, kind, outsideId, conversationId, expiresAt)
          opened.delete(key)
        })
      },
      setReceived: (clientId, conversationId, received) =>
        note(`received ${clientId} ${conversationId}`, conversationId, () =>
          gatewayThreads.setReceived(clientId, conversationId, received),
        ),
      removeExpired: (now) => note('threads expired', 'threads', () => gatewayThreads.removeExpired(now)),
      has: (id) => [...opened.values()].some(({ conversationId }) => conversationId === id) || gatewayThreads.has(id),
    },
    clear: () => opened.clear(),
  }
}

/**
 * A store whose running notes (new conversations, messages, model contents, times, titles, handles, drafts, what of their files
 * was sent or erased, the threads of clients and when those were here last, how calls and questions ended) never fail whoever makes them: where the
 * disk is full, read-only or locked they wait in memory, the newest of each kind, and are written in their order as soon as
 * it can be. A write that fails by itself holds up no others. What an effect in the world waits for (questions, answers to them,
 * payments, rules) still fails at once.
 */
export function retryingStore(store: Store, options: RetryingStoreOptions): Store {
  const queue = createWriteQueue(store, options)
  const { note } = queue
  const conversations = retryingConversations(store.conversations, queue, options.clock)
  const messages = retryingMessages(store.messages, queue)
  const drafts = retryingDrafts(store.drafts, queue)
  const threads = retryingThreads(store.gatewayThreads, queue)
  const approvals = retryingApprovals(store.approvals, note)
  const executions = retryingExecutions(store.executions, note)
  const { modelContents, sessionHandles, attachments, gatewayClients } = store
  let depth = 0
  /** What waits is created first, unless this is within another transaction. */
  function within<Value>(write: () => Value): Value {
    if (depth === 0) queue.createPending()
    depth += 1
    try {
      return write()
    } finally {
      depth -= 1
    }
  }
  return {
    ...store,
    durably: (body) => within(() => store.durably(body)),
    atomically: (body) => within(() => store.atomically(body)),
    conversations: conversations.table,
    messages: messages.table,
    drafts: drafts.table,
    gatewayThreads: threads.table,
    approvals: approvals.table,
    executions: executions.table,
    modelContents: {
      ...modelContents,
      save: (id, messageId, contents) => note(`contents ${id} ${messageId}`, id, () => modelContents.save(id, messageId, contents)),
    },
    sessionHandles: {
      ...sessionHandles,
      save: (id, handle) => note(`handle ${id}`, id, () => sessionHandles.save(id, handle)),
      remove: (id) => note(`handle ${id}`, id, () => sessionHandles.remove(id)),
    },
    attachments: {
      ...attachments,
      add(id, attachment, content) {
        queue.createPending(id)
        attachments.add(id, attachment, content)
      },
      sent: (id, attachmentIds) => note(`sent ${id} ${attachmentIds.join(' ')}`, id, () => attachments.sent(id, attachmentIds)),
      remove: (id, attachmentId) => note(`remove ${id} ${attachmentId}`, id, () => attachments.remove(id, attachmentId)),
    },
    gatewayClients: {
      ...gatewayClients,
      used: (id, at) => note(`used ${id}`, 'clients', () => gatewayClients.used(id, at)),
    },
    wipe() {
      const waited = queue.clear()
      for (const { clear } of [conversations, messages, drafts, threads, approvals, executions]) clear()
      store.wipe()
      if (waited) options.onRecovered()
    },
    close() {
      queue.close()
      store.close()
    },
  }
}
