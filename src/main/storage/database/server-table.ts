import { z } from '../../../shared/lib/zod'
import type { SqlDatabase } from './sql-database'

/** The tables of a conversation: a change in any of them is a change of the conversation. */
const PARTS = ['messages', 'model_contents', 'branches', 'approvals', 'call_decisions', 'tool_executions', 'drafts', 'attachments'] as const

const counting = PARTS.flatMap((table) =>
  (['INSERT', 'UPDATE', 'DELETE'] as const).map(
    (event) => `CREATE TRIGGER ${table}Count${event} AFTER ${event} ON ${table} BEGIN
      UPDATE conversations SET changes = changes + 1 WHERE conversationId = ${event === 'DELETE' ? 'OLD' : 'NEW'}.conversationId;
    END;`,
  ),
)

/**
 * The state of a libSQL server's copies. Each conversation counts its changes; a copy records the change at which it was made, and its
 * number at the server. `server_place` has one row: the server's identity, and up to which number its changes are known.
 */
export const serverSchema = `
  ALTER TABLE conversations ADD COLUMN changes INTEGER NOT NULL DEFAULT 1;
  CREATE TABLE server_copies (
    conversationId TEXT PRIMARY KEY,
    changes INTEGER NOT NULL,
    revision INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE server_place (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    serverId TEXT NOT NULL,
    revision INTEGER NOT NULL
  ) STRICT;
  CREATE TRIGGER conversationsCountUPDATE
    AFTER UPDATE OF title, updatedAt, hasVoice, pinnedAt, archivedAt, typedWords, branch, deletedAt ON conversations BEGIN
      UPDATE conversations SET changes = changes + 1 WHERE conversationId = NEW.conversationId;
    END;
  ${counting.join('\n')}`

const standingSchema = z.object({
  conversationId: z.string(),
  /** number of changes here */
  changes: z.number(),
  deleted: z.number().transform((flag) => flag !== 0),
  /** number of changes when it was copied; null: never copied */
  copied: z.number().nullable(),
  /** number of that copy at the server; 0: there is none */
  revision: z.number(),
})
const copySchema = z.object({ conversationId: z.string(), revision: z.number() })
const placeSchema = z.object({ serverId: z.string(), revision: z.number() })

/** The relation of a conversation to its copy at the server. */
export type SyncState = Readonly<z.infer<typeof standingSchema>>

/** The state of the copies at the server. */
export interface ServerTable {
  /** The number up to which this server's changes are known. A different server resets all state first. */
  seenOf(serverId: string): number
  /** The server's changes are known up to this number. */
  see(revision: number): void
  /** Null if there is no such conversation. */
  standing(conversationId: string): SyncState | null
  /** Conversations without a current copy. Deleted ones that can be restored wait, and so do empty ones. */
  toSend(): readonly SyncState[]
  /** Copies of conversations that were erased here. */
  toErase(): readonly { readonly conversationId: string; readonly revision: number }[]
  /** The number of the copy; 0: there is none. */
  revisionOf(conversationId: string): number
  /** The server has the conversation at this number of changes; null: it has something else, and this one must be sent. */
  note(conversationId: string, changes: number | null, revision: number): void
  forget(conversationId: string): void
}

const STANDING = `SELECT conversations.conversationId, conversations.changes, conversations.deletedAt IS NOT NULL AS deleted,
    server_copies.changes AS copied, coalesce(server_copies.revision, 0) AS revision
  FROM conversations LEFT JOIN server_copies ON server_copies.conversationId = conversations.conversationId`

export function serverTable(database: SqlDatabase): ServerTable {
  return {
    seenOf(serverId) {
      const place = database.first(placeSchema, 'SELECT serverId, revision FROM server_place')
      if (place?.serverId === serverId) return place.revision
      database.durably(() => {
        database.run('DELETE FROM server_copies')
        database.run('INSERT OR REPLACE INTO server_place VALUES (1, ?, 0)', serverId)
      })
      return 0
    },
    see: (revision) => void database.run('UPDATE server_place SET revision = ?', revision),
    standing: (conversationId) => database.first(standingSchema, `${STANDING} WHERE conversations.conversationId = ?`, conversationId),
    toSend: () =>
      database.all(
        standingSchema,
        `${STANDING} WHERE conversations.deletedAt IS NULL AND conversations.changes IS NOT server_copies.changes
           AND (server_copies.changes IS NOT NULL
             OR EXISTS (SELECT 1 FROM messages WHERE messages.conversationId = conversations.conversationId)
             OR EXISTS (SELECT 1 FROM drafts WHERE drafts.conversationId = conversations.conversationId))
           ORDER BY conversations.updatedAt DESC`,
      ),
    toErase: () =>
      database.all(
        copySchema,
        'SELECT conversationId, revision FROM server_copies WHERE conversationId NOT IN (SELECT conversationId FROM conversations)',
      ),
    revisionOf: (conversationId) =>
      database.first(copySchema, 'SELECT conversationId, revision FROM server_copies WHERE conversationId = ?', conversationId)?.revision ??
      0,
    note: (conversationId, changes, revision) =>
      void database.run('INSERT OR REPLACE INTO server_copies VALUES (?, ?, ?)', conversationId, changes ?? -1, revision),
    forget: (conversationId) => void database.run('DELETE FROM server_copies WHERE conversationId = ?', conversationId),
  }
}
