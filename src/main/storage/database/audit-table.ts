import { type AuditEntry, type AuditKind, auditEventSchema } from '../../../shared/audit/audit-entry'
import { z } from '../../../shared/lib/zod'
import { jsonText, type SqlDatabase } from './sql-database'

/** Which entries to return. */
export interface AuditFilter {
  readonly toolName?: string | undefined
  readonly kind?: AuditKind | undefined
  readonly conversationId?: string | undefined
  /** only entries with a lower number */
  readonly before?: number | undefined
}

/** The stored trail. The database itself refuses to change or remove an entry. */
export interface AuditTable {
  /** Adds an entry at the end. Throws if its number is not the next one. */
  append(entry: AuditEntry): void
  /** The hash of the last entry, even if the rest of it is unreadable; null before the first. */
  lastHash(): string | null
  /** Newest first. An unreadable entry is left out; the check of the trail reveals that it is missing. */
  list(filter: AuditFilter, limit: number): readonly AuditEntry[]
  /** Oldest first: at most `limit` entries from this number on; null in place of an unreadable one. */
  from(number: number, limit: number): readonly (AuditEntry | null)[]
  /** The readable ones of at most `limit` entries after this number, oldest first. `last`: the number of the last of them all, or null. */
  readable(after: number, limit: number): { readonly entries: readonly AuditEntry[]; readonly last: number | null }
  /** Changes whenever another program, or another connection, wrote to the file. */
  outsideChanges(): number
  /** The number of the last entry; 0 before the first. */
  lastNumber(): number
  /** The highest number ever written, even if its entry is gone. */
  highestNumber(): number
}

const eventText = jsonText(auditEventSchema)

const rowSchema = z
  .object({
    number: z.number(),
    at: z.number(),
    conversationId: z.string(),
    toolCallId: z.string(),
    toolName: z.string(),
    approvalId: z.string().nullable(),
    event: eventText,
    previousHash: z.string(),
    hash: z.string(),
  })
  .transform(
    ({ number, at, event, previousHash, hash, conversationId, toolCallId, toolName, approvalId }): AuditEntry => ({
      number,
      at,
      subject: { conversationId, toolCallId, toolName, approvalId },
      event,
      previousHash,
      hash,
    }),
  )

/** Null for an unreadable entry: it was not written in that form. */
const readableSchema = rowSchema.nullable().catch(null)
const numberedSchema = z.looseObject({ number: z.number() })
const lastSchema = z.object({ last: z.number().nullable() })
const hashSchema = z.object({ hash: z.string() })
const versionSchema = z.object({ data_version: z.number() })
const sequenceSchema = z.object({ seq: z.number() })

export function auditTable(database: SqlDatabase): AuditTable {
  const highestNumber = (): number =>
    database.first(sequenceSchema, "SELECT seq FROM sqlite_sequence WHERE name = 'audit_entries'")?.seq ?? 0
  return {
    append({ number, at, subject, event, previousHash, hash }) {
      database.run(
        `INSERT INTO audit_entries (number, at, conversationId, toolCallId, toolName, approvalId, kind, event, previousHash, hash)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        number,
        at,
        subject.conversationId,
        subject.toolCallId,
        subject.toolName,
        subject.approvalId,
        event.kind,
        JSON.stringify(event),
        previousHash,
        hash,
      )
    },
    lastHash: () => database.first(hashSchema, 'SELECT hash FROM audit_entries ORDER BY number DESC LIMIT 1')?.hash ?? null,
    list: ({ toolName = null, kind = null, conversationId = null, before = null }, limit) =>
      database
        .all(
          readableSchema,
          `SELECT * FROM audit_entries
         WHERE (?1 IS NULL OR toolName = ?1) AND (?2 IS NULL OR kind = ?2) AND (?3 IS NULL OR conversationId = ?3)
           AND (?4 IS NULL OR number < ?4)
         ORDER BY number DESC LIMIT ?5`,
          toolName,
          kind,
          conversationId,
          before,
          limit,
        )
        .filter((entry) => entry !== null),
    from: (number, limit) =>
      database.all(readableSchema, 'SELECT * FROM audit_entries WHERE number >= ? ORDER BY number LIMIT ?', number, limit),
    readable(after, limit) {
      const rows = database.all(numberedSchema, 'SELECT * FROM audit_entries WHERE number > ? ORDER BY number LIMIT ?', after, limit)
      const entries = rows.map((row) => readableSchema.parse(row)).filter((entry) => entry !== null)
      return { entries, last: rows.at(-1)?.number ?? null }
    },
    outsideChanges: () => database.first(versionSchema, 'PRAGMA data_version')?.data_version ?? 0,
    lastNumber: () => database.first(lastSchema, 'SELECT max(number) AS last FROM audit_entries')?.last ?? 0,
    highestNumber,
  }
}
