import { z } from '../../../shared/lib/zod'
import type { SqlDatabase } from './sql-database'

const handleRowSchema = z.object({ handle: z.string(), baseUrl: z.string().nullable(), model: z.string(), at: z.number() })
type HandleRow = Readonly<z.infer<typeof handleRowSchema>>

/** How to resume the session of a conversation: the server's handle, its endpoint, and its age (ms since the epoch). */
export interface StoredSessionHandle {
  readonly handle: string
  readonly endpoint: { readonly baseUrl: string | null; readonly model: string }
  readonly at: number
}

/** The newest handle of each conversation. */
export interface SessionHandleTable {
  get(conversationId: string): StoredSessionHandle | null
  /** Replaces the handle; ignored if the conversation is gone. */
  save(conversationId: string, handle: StoredSessionHandle): void
  remove(conversationId: string): void
}

export function sessionHandleTable(database: SqlDatabase): SessionHandleTable {
  return {
    get(conversationId) {
      const row: HandleRow | null = database.first(
        handleRowSchema,
        'SELECT handle, baseUrl, model, at FROM session_handles WHERE conversationId = ?',
        conversationId,
      )
      if (row === null) return null
      const { handle, baseUrl, model, at } = row
      return { handle, endpoint: { baseUrl, model }, at }
    },
    save(conversationId, { handle, endpoint, at }) {
      database.run(
        `INSERT OR REPLACE INTO session_handles (conversationId, handle, baseUrl, model, at)
           SELECT conversationId, ?, ?, ?, ? FROM conversations WHERE conversationId = ?`,
        handle,
        endpoint.baseUrl,
        endpoint.model,
        at,
        conversationId,
      )
    },
    remove(conversationId) {
      database.run('DELETE FROM session_handles WHERE conversationId = ?', conversationId)
    },
  }
}
