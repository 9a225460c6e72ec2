import { z } from '../../../shared/lib/zod'
import type { SqlDatabase, SqlValue } from './sql-database'

/** The text of a stored message, whose JSON may be unreadable: its text parts, one per line. */
const textOf = (json: string): string => `coalesce((
      SELECT group_concat(json_extract(part.value, '$.text'), char(10))
      FROM json_each(iif(json_valid(${json}), ${json}, '{}'), '$.parts') AS part
      WHERE iif(part.type = 'object', json_extract(part.value, '$.type'), NULL) = 'text'), '')`

/**
 * The text of every message and an index over each three characters in a row of it, which finds words of languages that put
 * no spaces between them. Triggers keep both, so they change in the same transaction as the message.
 */
export const searchSchema = `
  CREATE TABLE message_texts (
    textId INTEGER PRIMARY KEY,
    conversationId TEXT NOT NULL,
    messageId TEXT NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (conversationId, messageId),
    FOREIGN KEY (conversationId, messageId) REFERENCES messages (conversationId, messageId) ON DELETE CASCADE
  ) STRICT;
  CREATE VIRTUAL TABLE message_index USING fts5 (text, content = 'message_texts', content_rowid = 'textId', tokenize = 'trigram');

  CREATE TRIGGER messageTextIsKept AFTER INSERT ON messages BEGIN
    INSERT INTO message_texts (conversationId, messageId, text) VALUES (NEW.conversationId, NEW.messageId, ${textOf('NEW.json')});
  END;
  CREATE TRIGGER messageTextFollows AFTER UPDATE OF json ON messages BEGIN
    UPDATE message_texts SET text = ${textOf('NEW.json')}
      WHERE conversationId = NEW.conversationId AND messageId = NEW.messageId AND text IS NOT ${textOf('NEW.json')};
  END;
  CREATE TRIGGER textIsIndexed AFTER INSERT ON message_texts BEGIN
    INSERT INTO message_index (rowid, text) VALUES (NEW.textId, NEW.text);
  END;
  CREATE TRIGGER textIsForgotten AFTER DELETE ON message_texts BEGIN
    INSERT INTO message_index (message_index, rowid, text) VALUES ('delete', OLD.textId, OLD.text);
  END;
  CREATE TRIGGER textIsIndexedAnew AFTER UPDATE OF text ON message_texts BEGIN
    INSERT INTO message_index (message_index, rowid, text) VALUES ('delete', OLD.textId, OLD.text);
    INSERT INTO message_index (rowid, text) VALUES (NEW.textId, NEW.text);
  END;

  INSERT INTO message_texts (conversationId, messageId, text)
    SELECT conversationId, messageId, ${textOf('messages.json')} FROM messages ORDER BY updatedAt, position;`

const foundSchema = z.object({ conversationId: z.string(), messageId: z.string(), text: z.string(), updatedAt: z.number() })
/** A message that contains all the words. `updatedAt` is ms since the epoch. */
export type FoundMessage = Readonly<z.infer<typeof foundSchema>>

/** Searches message texts. */
export interface SearchTable {
  /**
   * Messages that contain every term, ignoring case, newest first: at most `limit`, and at most `perConversation` of one conversation.
   * `within`: only in this conversation. Removed conversations are left out. Without terms there are no results.
   */
  messages(terms: readonly string[], limit: number, perConversation: number, within?: string): readonly FoundMessage[]
}

/** The index contains runs of three characters; shorter words are searched in the text itself. */
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
