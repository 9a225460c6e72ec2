import { z } from '../../../shared/lib/zod'
import type { SqlDatabase, SqlValue } from './sql-database'

const foundSchema = z.object({ conversationId: z.string(), messageId: z.string(), text: z.string(), updatedAt: z.number() })
/** A message in which all the words stand. `updatedAt` is ms since the epoch. */
export type FoundMessage = Readonly<z.infer<typeof foundSchema>>

/** Finds what was said. */
export interface SearchTable {
  /**
   * Messages that hold every term, whatever its case, the newest first: at most `limit`, and at most `perConversation` of
   * one conversation. `within`: of this conversation alone. Removed conversations are left out. Without terms nothing is found.
   */
  messages(terms: readonly string[], limit: number, perConversation: number, within?: string): readonly FoundMessage[]
}

/** The index knows runs of three characters; shorter words are looked for in the text itself. */
const SHORTEST_INDEXED = 3

export function searchTable(database: SqlDatabase): SearchTable {
  return {
    messages(terms, limit, perConversation, within) {
      if (terms.length === 0) return []
      const indexed = terms.filter((term) => [...term].length >= SHORTEST_INDEXED)
      const short = terms.filter((term) => !indexed.includes(term))
      const conditions = [
        ...(indexed.length === 0 ? [] : ['texts.textId IN (SELECT rowid FROM message_index WHERE message_index MATCH ?)']),
        ...short.map(() => `texts.text LIKE ? ESCAPE '\\'`),
        ...(within === undefined ? [] : ['texts.conversationId = ?']),
      ]
      const values: readonly SqlValue[] = [
        ...(indexed.length === 0 ? [] : [indexed.map((term) => `"${term.replaceAll('"', '""')}"`).join(' AND ')]),
        ...short.map((term) => `%${term.replace(/[\\%_]/g, '\\$&')}%`),
        ...(within === undefined ? [] : [within]),
      ]
      return database.all(
        foundSchema,
        `SELECT conversationId, messageId, text, updatedAt FROM (
           SELECT texts.conversationId, texts.messageId, texts.text, messages.updatedAt,
             row_number() OVER (PARTITION BY texts.conversationId ORDER BY messages.updatedAt DESC, messages.position DESC) AS place
           FROM message_texts AS texts
             JOIN messages USING (conversationId, messageId)
             JOIN conversations USING (conversationId)
           WHERE conversations.deletedAt IS NULL AND ${conditions.join(' AND ')})
         WHERE place <= ? ORDER BY updatedAt DESC, place LIMIT ?`,
        ...values,
        perConversation,
        limit,
      )
    },
  }
}
