import type { ListPosition } from '../../../shared/ipc/conversation-list'
import { type ReplyModality, replyModalitySchema } from '../../../shared/ipc/text-choices'
import type { Clock } from '../../../shared/lib/clock'
import { z } from '../../../shared/lib/zod'
import { eraseConversation } from './erase-conversation'
import type { SqlDatabase } from './sql-database'

const conversationRowSchema = z
  .object({
    conversationId: z.string(),
    title: z.string(),
    createdAt: z.number(),
    updatedAt: z.number(),
    hasVoice: z.number().transform((flag) => flag !== 0),
    pinnedAt: z.number().nullable(),
    archivedAt: z.number().nullable(),
    typedWords: replyModalitySchema.nullable(),
  })
  .transform(({ typedWords, ...row }) => ({ ...row, replyModality: typedWords }))
const countSchema = z.object({ count: z.number() })
// these three are what the index `conversationsInOrder` is made for
const LISTED = 'SELECT * FROM conversations WHERE deletedAt IS NULL'
const FOLLOWING = 'updatedAt <= ?1 AND (updatedAt < ?1 OR updatedAt = ?1 AND (createdAt < ?2 OR createdAt = ?2 AND conversationId > ?3))'
const IN_ORDER = 'ORDER BY updatedAt DESC, createdAt DESC, conversationId'
const idSchema = z.object({ conversationId: z.string() })

/** A stored conversation. Times are ms since the epoch. */
export type StoredConversation = Readonly<z.infer<typeof conversationRowSchema>> & {
  /** never stored; absent for a stored conversation */
  readonly isPrivate?: true
}

/** Negative if `one` comes before `other` in the list: latest change first. */
export function compareListPositions(one: ListPosition, other: ListPosition): number {
  if (one.updatedAt !== other.updatedAt) return other.updatedAt - one.updatedAt
  if (one.createdAt !== other.createdAt) return other.createdAt - one.createdAt
  if (one.conversationId === other.conversationId) return 0
  return one.conversationId < other.conversationId ? -1 : 1
}

/**
 * Conversations, latest change first. A deleted one is in no list and cannot be read, but can be restored until it is erased. Changes
 * to a missing one have no effect.
 */
export interface ConversationTable {
  list(): readonly StoredConversation[]
  /** At most so many of the list, those that follow this place in it; null: from its beginning. */
  page(after: ListPosition | null, limit: number): readonly StoredConversation[]
  /** How many there are, without private ones, which are not stored. */
  count(): number
  get(conversationId: string): StoredConversation | null
  /** Also true for a deleted one that is not erased yet. */
  exists(conversationId: string): boolean
  create(conversationId: string, title: string): StoredConversation
  /** Does not count as a change of content: the conversation keeps its position. */
  rename(conversationId: string, title: string): void
  /** Records a change now; `hasVoice`, once true, stays. */
  touch(conversationId: string, hasVoice: boolean): void
  /** An already pinned conversation keeps its time. */
  pin(conversationId: string, pinned: boolean): void
  archive(conversationId: string, archived: boolean): void
  /** Who answers typed text; null until the user chooses for this conversation. */
  setReplyModality(conversationId: string, replyModality: ReplyModality): void
  /** False, without a change, if there is none. */
  markDeleted(conversationId: string): boolean
  /** Restores a deleted conversation that is not erased yet. False if there is none. */
  restore(conversationId: string): boolean
  /** Deleted conversations that are not erased yet; without those that are being imported. */
  deleted(): readonly string[]
  /** Permanently removes a conversation and everything that belongs to it from the file. */
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
    list: () => database.all(conversationRowSchema, `${LISTED} ${IN_ORDER}`),
    page: (after, limit) =>
      after === null
        ? database.all(conversationRowSchema, `${LISTED} ${IN_ORDER} LIMIT ?`, limit)
        : database.all(
            conversationRowSchema,
            `${LISTED} AND ${FOLLOWING} ${IN_ORDER} LIMIT ?4`,
            ...[after.updatedAt, after.createdAt, after.conversationId, limit],
          ),
    count: () => database.first(countSchema, 'SELECT count(*) AS count FROM conversations WHERE deletedAt IS NULL')?.count ?? 0,
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
      return {
        conversationId,
        title,
        createdAt: now,
        updatedAt: now,
        hasVoice: false,
        pinnedAt: null,
        archivedAt: null,
        replyModality: null,
      }
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
    setReplyModality(conversationId, replyModality) {
      database.run('UPDATE conversations SET typedWords = ? WHERE conversationId = ?', replyModality, conversationId)
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
        () => database.run('UPDATE conversations SET deletedAt = NULL WHERE conversationId = ? AND deletedAt >= 0', conversationId) === 1,
      ),
    deleted: () =>
      database
        .all(idSchema, 'SELECT conversationId FROM conversations WHERE deletedAt >= 0 ORDER BY deletedAt')
        .map(({ conversationId }) => conversationId),
    erase: (conversationId) => eraseConversation(database, conversationId),
  }
}
