import { type Attachment, attachmentSchema, attachmentUrl } from '../../../shared/attachments/attachment'
import type { Clock } from '../../../shared/lib/clock'
import { z } from '../../../shared/lib/zod'
import type { SqlDatabase } from './sql-database'

/** Files of conversations: what was attached and what models made. They go with their conversation. */
export const attachmentTableSchema = `CREATE TABLE attachments (
     conversationId TEXT NOT NULL REFERENCES conversations ON DELETE CASCADE,
     attachmentId TEXT NOT NULL,
     fileName TEXT NOT NULL,
     mediaType TEXT NOT NULL,
     width INTEGER,
     height INTEGER,
     isDraft INTEGER NOT NULL,
     createdAt INTEGER NOT NULL,
     content BLOB NOT NULL,
     still BLOB,
     PRIMARY KEY (conversationId, attachmentId)
   ) STRICT;`

/** The server that wrote a file, if the user took it from one. */
export const attachmentServerColumn = 'ALTER TABLE attachments ADD COLUMN server TEXT;'

/** An attachment and where it stands: in a message, or still in the draft. */
export interface StoredAttachment extends Attachment {
  readonly isDraft: boolean
  /** ms since the epoch */
  readonly createdAt: number
}

/** A file to be kept, beside its bytes. */
export interface NewAttachment extends Omit<StoredAttachment, 'bytes' | 'createdAt'> {
  /** now, where it is left out */
  readonly createdAt?: number
  readonly still?: Uint8Array | null
  /** the MCP server that it is from */
  readonly server?: string
}

/** The files of conversations, by their conversation and id. */
export interface AttachmentTable {
  /** In the order in which they were added. */
  list(conversationId: string): readonly StoredAttachment[]
  get(conversationId: string, attachmentId: string): StoredAttachment | null
  /** Null where there is none. */
  content(conversationId: string, attachmentId: string): Uint8Array | null
  /** Of a picture that models don't take as it is, one that they take, as PNG. */
  still(conversationId: string, attachmentId: string): Uint8Array | null
  /** The servers that wrote sent files, by the ids of these. */
  servers(conversationId: string): ReadonlyMap<string, string>
  /** When the last file of a server was attached to a message of this turn (ms since the epoch); null if none was. */
  lastOfServer(conversationId: string, turnId: string): number | null
  /** Is on the disk when it returns; throws where the disk does not take it, or the conversation is gone. */
  add(conversationId: string, attachment: NewAttachment, content: Uint8Array): void
  /** These were sent: they belong to a message from now on. */
  sent(conversationId: string, attachmentIds: readonly string[]): void
  /** Takes one out of the draft; what was sent stays. */
  removeDraft(conversationId: string, attachmentId: string): void
  /** Erases one, wherever it stands. */
  remove(conversationId: string, attachmentId: string): void
}

const rowSchema = z.object({
  ...attachmentSchema.shape,
  isDraft: z.number().transform((flag) => flag !== 0),
  createdAt: z.number(),
})
/** The driver gives bytes as a buffer of their own. */
const bytesSchema = z.union([z.instanceof(Uint8Array), z.instanceof(ArrayBuffer).transform((buffer) => new Uint8Array(buffer))])
const contentSchema = z.object({ content: bytesSchema.nullable() })
const serverSchema = z.object({ attachmentId: z.string(), server: z.string() })
const timeSchema = z.object({ at: z.number().nullable() })
const FACTS = 'attachmentId, fileName, mediaType, width, height, isDraft, createdAt, length(content) AS bytes'

export function attachmentTable(database: SqlDatabase, clock: Clock): AttachmentTable {
  function bytesOf(column: 'content' | 'still', conversationId: string, attachmentId: string): Uint8Array | null {
    const sql = `SELECT ${column} AS content FROM attachments WHERE conversationId = ? AND attachmentId = ?`
    return database.first(contentSchema, sql, conversationId, attachmentId)?.content ?? null
  }

  return {
    list: (conversationId) =>
      database.all(rowSchema, `SELECT ${FACTS} FROM attachments WHERE conversationId = ? ORDER BY createdAt, rowid`, conversationId),
    get: (conversationId, attachmentId) =>
      database.first(
        rowSchema,
        `SELECT ${FACTS} FROM attachments WHERE conversationId = ? AND attachmentId = ?`,
        conversationId,
        attachmentId,
      ),
    content: (conversationId, attachmentId) => bytesOf('content', conversationId, attachmentId),
    still: (conversationId, attachmentId) => bytesOf('still', conversationId, attachmentId),
    servers(conversationId) {
      const sql = 'SELECT attachmentId, server FROM attachments WHERE conversationId = ? AND server IS NOT NULL AND isDraft = 0'
      return new Map(database.all(serverSchema, sql, conversationId).map(({ attachmentId, server }) => [attachmentId, server]))
    },
    lastOfServer(conversationId, turnId) {
      const sql = `SELECT max(createdAt) AS at FROM attachments WHERE conversationId = ? AND server IS NOT NULL AND EXISTS (
        SELECT 1 FROM messages WHERE messages.conversationId = attachments.conversationId AND turnId = ? AND instr(json, ? || attachmentId) > 0)`
      return database.first(timeSchema, sql, conversationId, turnId, attachmentUrl(''))?.at ?? null
    },
    add(conversationId, { attachmentId, fileName, mediaType, width, height, isDraft, createdAt, still, server }, content) {
      database.durably(() =>
        database.run(
          `INSERT INTO attachments (conversationId, attachmentId, fileName, mediaType, width, height, isDraft, createdAt, content, still, server)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          conversationId,
          attachmentId,
          fileName,
          mediaType,
          width,
          height,
          isDraft ? 1 : 0,
          createdAt ?? clock.now(),
          content,
          still ?? null,
          server ?? null,
        ),
      )
    },
    sent(conversationId, attachmentIds) {
      for (const attachmentId of attachmentIds)
        database.run('UPDATE attachments SET isDraft = 0 WHERE conversationId = ? AND attachmentId = ?', conversationId, attachmentId)
    },
    removeDraft(conversationId, attachmentId) {
      database.run('DELETE FROM attachments WHERE conversationId = ? AND attachmentId = ? AND isDraft = 1', conversationId, attachmentId)
    },
    remove(conversationId, attachmentId) {
      database.run('DELETE FROM attachments WHERE conversationId = ? AND attachmentId = ?', conversationId, attachmentId)
    },
  }
}
