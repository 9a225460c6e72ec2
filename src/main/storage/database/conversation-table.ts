import { type ReplyModality, replyModalitySchema } from '../../../shared/ipc/text-choices'
import type { Clock } from '../../../shared/lib/clock'
import { z } from '../../../shared/lib/zod'
import { eraseConversation } from './erase-conversation'
import type { SqlDatabase } from './sql-database'

const conversationRowSchema = z.object({
  conversationId: z.string(),
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  hasVoice: z.number().transform((flag) => flag !== 0),
  pinnedAt: z.number().nullable(),
  archivedAt: z.number().nullable(),
  typedWords: replyModalitySchema.nullable(),
})
const idSchema = z.object({ conversationId: z.string() })

/** A stored conversation. Times are ms since the epoch. */
export type StoredConversation = Readonly<z.infer<typeof conversationRowSchema>> & {
  /** nothing of it is written down; absent where it is stored */
  readonly isPrivate?: true
}

/**
 * Conversations, newest change first. One that is deleted is in no list and can't be read, but can be brought back until it
 * is erased. To change one that does not exist changes nothing.
 */
export interface ConversationTable {
  list(): readonly StoredConversation[]
  get(conversationId: string): StoredConversation | null
  /** Also true for one that is deleted and not erased. */
  exists(conversationId: string): boolean
  create(conversationId: string, title: string): StoredConversation
  /** Does not count as a change of what was said: the conversation keeps its place. */
  rename(conversationId: string, title: string): void
  /** Notes a change now; `hasVoice`, once true, stays. */
  touch(conversationId: string, hasVoice: boolean): void
  /** One that was pinned keeps the time at which it was. */
  pin(conversationId: string, pinned: boolean): void
  archive(conversationId: string, archived: boolean): void
  /** Who answers what is typed in it; null until the user chose for this one. */
  setTypedWords(conversationId: string, typedWords: ReplyModality): void
  /** False, and nothing changed, where there is none. */
  markDeleted(conversationId: string): boolean
  /** Brings back what was deleted and is not erased. False where there is nothing to bring back. */
  restore(conversationId: string): boolean
  /** What is deleted and not erased. */
  deleted(): readonly string[]
  /** Takes a conversation and all that belongs to it out of the file, for good. */
  erase(conversationId: string): void
}

export function conversationTable(database: SqlDatabase, clock: Clock): ConversationTable {
  function get(conversationId: string): StoredConversation | null {
    return database.first(
      conversationRowSchema,
      'SELECT * FROM conversations WHERE conversationId = ? AND deletedAt IS NULL',
      conversationId,
    )
  }

  return {
    list: () =>
      database.all(
        conversationRowSchema,
        'SELECT * FROM conversations WHERE deletedAt IS NULL ORDER BY updatedAt DESC, createdAt DESC, conversationId',
      ),
    get,
    exists: (conversationId) =>
      database.first(idSchema, 'SELECT conversationId FROM conversations WHERE conversationId = ?', conversationId) !== null,
    create(conversationId, title) {
      const now = clock.now()
      database.run(
        'INSERT INTO conversations (conversationId, title, createdAt, updatedAt) VALUES (?, ?, ?, ?)',
        conversationId,
        title,
        now,
        now,
      )
      return { conversationId, title, createdAt: now, updatedAt: now, hasVoice: false, pinnedAt: null, archivedAt: null, typedWords: null }
    },
    rename(conversationId, title) {
      database.run('UPDATE conversations SET title = ? WHERE conversationId = ?', title, conversationId)
    },
    touch(conversationId, hasVoice) {
      database.run(
        'UPDATE conversations SET updatedAt = ?, hasVoice = max(hasVoice, ?) WHERE conversationId = ?',
        clock.now(),
        hasVoice ? 1 : 0,
        conversationId,
      )
    },
    pin(conversationId, pinned) {
      database.run(
        'UPDATE conversations SET pinnedAt = iif(?, coalesce(pinnedAt, ?), NULL) WHERE conversationId = ?',
        pinned ? 1 : 0,
        clock.now(),
        conversationId,
      )
    },
    archive(conversationId, archived) {
      database.run(
        'UPDATE conversations SET archivedAt = iif(?, coalesce(archivedAt, ?), NULL) WHERE conversationId = ?',
        archived ? 1 : 0,
        clock.now(),
        conversationId,
      )
    },
    setTypedWords(conversationId, typedWords) {
      database.run('UPDATE conversations SET typedWords = ? WHERE conversationId = ?', typedWords, conversationId)
    },
    markDeleted: (conversationId) =>
      database.durably(
        () =>
          database.run(
            'UPDATE conversations SET deletedAt = ? WHERE conversationId = ? AND deletedAt IS NULL',
            clock.now(),
            conversationId,
          ) === 1,
      ),
    restore: (conversationId) =>
      database.durably(
        () =>
          database.run('UPDATE conversations SET deletedAt = NULL WHERE conversationId = ? AND deletedAt IS NOT NULL', conversationId) ===
          1,
      ),
    deleted: () =>
      database
        .all(idSchema, 'SELECT conversationId FROM conversations WHERE deletedAt IS NOT NULL ORDER BY deletedAt')
        .map(({ conversationId }) => conversationId),
    erase: (conversationId) => eraseConversation(database, conversationId),
  }
}
