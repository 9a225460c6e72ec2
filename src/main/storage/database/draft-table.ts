import type { Clock } from '../../../shared/lib/clock'
import { z } from '../../../shared/lib/zod'
import type { SqlDatabase } from './sql-database'

/** Typed text that was not sent. */
export const draftSchema = `CREATE TABLE drafts (
     conversationId TEXT PRIMARY KEY REFERENCES conversations ON DELETE CASCADE,
     text TEXT NOT NULL,
     updatedAt INTEGER NOT NULL
   ) STRICT;`

/** One draft per conversation. */
export interface DraftTable {
  /** Empty if there is none. */
  get(conversationId: string): string
  /** Replaces the draft; an empty text removes it. Ignored if the conversation is gone. */
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
