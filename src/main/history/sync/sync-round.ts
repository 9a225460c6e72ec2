import { createHash } from 'node:crypto'
import { type ArchivedConversation, HISTORY_FORMAT, HISTORY_VERSION, type HistoryFile } from '../../../shared/history/archived-conversation'
import type { NewId } from '../../../shared/lib/ids'
import type { PrivateStore } from '../../storage/database/private-store'
import { importAtOnce } from '../import-history'
import type { RemoteStore, ServerEntry } from './remote-store'

/** Dependencies of a round. */
export interface SyncRoundOptions {
  readonly store: Pick<PrivateStore, 'archive' | 'server' | 'conversations' | 'durably'>
  readonly newId: NewId
  /** The conversation is idle and nobody looks at it, so it can be replaced. */
  release(conversationId: string): boolean
  /** The conversation is in use now. */
  isBusy(conversationId: string): boolean
  /** Permanently removes a conversation that was erased on another machine. */
  erase(conversationId: string): Promise<void>
  /** What a conversation holds was replaced by another machine: what the user allowed in it here holds no more. */
  contentReplaced(conversationId: string): void
  /** A copy at the server is unreadable. */
  report(error: unknown): void
}

/** The results of a round. */
export interface ServerRound {
  /** the list of conversations has changed */
  readonly changedHere: boolean
  /** conversations that are not at the server yet */
  readonly waiting: number
}

/**
 * Rounds with one server. The local file is authoritative and never waits: a round first imports changes of other machines, then sends
 * local ones. If both changed, both are kept: the other one is imported as an additional conversation under a new id.
 */
export function serverRounds(options: SyncRoundOptions): (remoteStore: RemoteStore, goesOn: () => boolean) => Promise<ServerRound> {
  const { store } = options
  /** change counts in the previous round: a conversation that changes between rounds is still being written */
  let before = new Map<string, number>()
  const unreadable = new Set<number>()

  /** False if it must wait for a later round. */
  async function take(entry: ServerEntry, remoteStore: RemoteStore): Promise<boolean> {
    const { conversationId, revision } = entry
    if (store.server.revisionOf(conversationId) >= revision || unreadable.has(revision)) return !unreadable.has(revision)
    return entry.copyId === null ? takeErased(entry) : takeContent(entry, remoteStore)
  }

  async function takeErased({ conversationId, revision }: ServerEntry): Promise<boolean> {
    const here = store.server.standing(conversationId)
    if (here !== null && here.changes === here.copied) {
      if (!options.release(conversationId)) return false
      await options.erase(conversationId)
    }
    // local changes since then are sent again
    if (store.server.standing(conversationId) === null) store.server.forget(conversationId)
    else store.server.note(conversationId, null, revision)
    return true
  }

  async function takeContent(entry: ServerEntry, remoteStore: RemoteStore): Promise<boolean> {
    const { conversationId, revision } = entry
    if (sameHere(entry)) return true
    const content = await remoteStore.read(entry)
    if (content === null) return unread(entry, 'its pieces are missing or damaged')
    // checked after the content has arrived, because anything may have happened meanwhile
    const here = store.server.standing(conversationId)
    const exchanged = here !== null && here.changes === here.copied
    if (exchanged && !options.release(conversationId)) return false
    try {
      store.durably(() => {
        if (exchanged) {
          store.conversations.erase(conversationId)
          options.contentReplaced(conversationId)
        }
        importAtOnce(content, store, options.newId)
        const now = store.server.standing(conversationId)
        store.server.note(conversationId, here === null || exchanged ? (now?.changes ?? null) : null, revision)
      })
      return true
    } catch (error) {
      return unread(entry, error)
    }
  }

  /** It stays where it is and is tried again after the next start: it may be from a newer Parley. */
  function unread({ revision }: ServerEntry, error: unknown): boolean {
    unreadable.add(revision)
    options.report(error)
    return false
  }

  /** The content is identical, but not recorded as sent: the file was copied, or the server was reset. */
  function sameHere({ conversationId, revision, mark }: ServerEntry): boolean {
    const here = store.server.standing(conversationId)
    const archived = here === null || here.copied !== null ? null : store.archive.read(conversationId)
    if (here === null || archived === null || markOf(archived) !== mark) return false
    store.server.note(conversationId, here.changes, revision)
    return true
  }

  async function send(remoteStore: RemoteStore, goesOn: () => boolean): Promise<void> {
    for (const { conversationId, changes, revision } of store.server.toSend()) {
      if (!goesOn()) return
      if ((before.get(conversationId) ?? changes) !== changes || options.isBusy(conversationId)) continue
      const archived = store.archive.read(conversationId)
      if (archived === null) continue
      const file: HistoryFile = {
        format: HISTORY_FORMAT,
        version: HISTORY_VERSION,
        exportedAt: archived.updatedAt,
        conversations: [archived],
      }
      const sent = await remoteStore.write(conversationId, revision, Buffer.from(JSON.stringify(file)), markOf(archived))
      if (sent !== null) store.server.note(conversationId, changes, sent)
    }
    for (const { conversationId, revision } of store.server.toErase()) {
      if (!goesOn()) return
      await remoteStore.erase(conversationId, revision)
      store.server.forget(conversationId)
    }
  }

  return async (remoteStore, goesOn) => {
    const held = store.conversations.count()
    const seen = store.server.seenOf(await remoteStore.open())
    let changedHere = false
    let allTaken = true
    for (const entry of await remoteStore.changedSince(seen)) {
      if (!goesOn()) break
      const isNews = store.server.revisionOf(entry.conversationId) < entry.revision
      const taken = await take(entry, remoteStore)
      changedHere ||= taken && isNews
      allTaken &&= taken
      // skipped changes are seen again, so the numbers are only known up to the first of them
      if (allTaken) store.server.see(entry.revision)
    }
    if (goesOn()) await send(remoteStore, goesOn)
    const left = store.server.toSend()
    before = new Map(left.map(({ conversationId, changes }) => [conversationId, changes]))
    return { changedHere: changedHere || held !== store.conversations.count(), waiting: left.length + store.server.toErase().length }
  }
}

function markOf(archived: ArchivedConversation): string {
  return createHash('sha256').update(JSON.stringify(archived)).digest('hex')
}
