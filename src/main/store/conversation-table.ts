import type { Clock } from '../../shared/lib/clock'
import { z } from '../../shared/lib/zod'
import type { SqlDatabase } from './sql-database'

const conversationRowSchema = z.object({
  conversationId: z.string(),
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  hasVoice: z.number().transform((flag) => flag !== 0),
})

/** A stored conversation. Times are ms since the epoch. */
export type StoredConversation = Readonly<z.infer<typeof conversationRowSchema>>

/** Conversations, newest change first. Renaming or touching one that does not exist changes nothing. */
export interface ConversationTable {
  list(): readonly StoredConversation[]
  get(conversationId: string): StoredConversation | null
  create(conversationId: string, title: string): StoredConversation
  rename(conversationId: string, title: string): void
  /** Notes a change now; `hasVoice`, once true, stays. */
  touch(conversationId: string, hasVoice: boolean): void
}

export function conversationTable(database: SqlDatabase, clock: Clock): ConversationTable {
  function get(conversationId: string): StoredConversation | null {
    return database.first(conversationRowSchema, 'SELECT * FROM conversations WHERE conversationId = ?', conversationId)
  }

  return {
    list: () => database.all(conversationRowSchema, 'SELECT * FROM conversations ORDER BY updatedAt DESC, createdAt DESC, conversationId'),
    get,
    create(conversationId, title) {
      const now = clock.now()
      database.run('INSERT INTO conversations VALUES (?, ?, ?, ?, 0)', conversationId, title, now, now)
      return { conversationId, title, createdAt: now, updatedAt: now, hasVoice: false }
    },
    rename(conversationId, title) {
      database.run('UPDATE conversations SET title = ?, updatedAt = ? WHERE conversationId = ?', title, clock.now(), conversationId)
    },
    touch(conversationId, hasVoice) {
      database.run(
        'UPDATE conversations SET updatedAt = ?, hasVoice = max(hasVoice, ?) WHERE conversationId = ?',
        clock.now(),
        hasVoice ? 1 : 0,
        conversationId,
      )
    },
  }
}
