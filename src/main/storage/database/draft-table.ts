import type { Clock } from '../../../shared/lib/clock'
import { z } from '../../../shared/lib/zod'
import type { SqlDatabase } from './sql-database'

/** What was typed and has not been sent. */
export const draftSchema = `CREATE TABLE drafts (
     conversationId TEXT PRIMARY KEY REFERENCES conversations ON DELETE CASCADE,
     text TEXT NOT NULL,
     updatedAt INTEGER NOT NULL
   ) STRICT;`

/** One draft per conversation. */
export interface DraftTable {
  /** Empty where there is none. */
  get(conversationId: string): string
  /** In place of the one before; an empty one is none. Of a conversation that is gone nothing is kept. */
  save(conversationId: string, text: string): void
}

const rowSchema = z.object({ text: z.string() })

export function draftTable(database: SqlDatabase, clock: Clock): DraftTable {
  return {
    get: (conversationId) => database.first(rowSchema, 'SELECT text FROM drafts WHERE conversationId = ?', conversationId)?.text ?? '',
    save(conversationId, text) {
      if (text === '') database.run('DELETE FROM drafts WHERE conversationId = ?', conversationId)
      else
        database.run(
          `INSERT OR REPLACE INTO drafts (conversationId, text, updatedAt)
             SELECT conversationId, ?, ? FROM conversations WHERE conversationId = ?`,
          text,
          clock.now(),
          conversationId,
        )
    },
  }
}
