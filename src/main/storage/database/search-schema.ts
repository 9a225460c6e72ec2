/** The text of a stored message, whose JSON may be unreadable: its text parts, a line each. */
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
