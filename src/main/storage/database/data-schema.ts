/** Data sources and kept results; the rows of results are files of their own. */
export const dataSchema = `
  CREATE TABLE data_sources (
    sourceId TEXT PRIMARY KEY,
    name TEXT NOT NULL COLLATE NOCASE UNIQUE,
    json TEXT NOT NULL
  ) STRICT;

  CREATE TABLE artifacts (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    artifactId TEXT NOT NULL UNIQUE,
    conversationId TEXT NOT NULL,
    toolCallId TEXT UNIQUE,
    json TEXT NOT NULL,
    output TEXT NOT NULL
  ) STRICT;
  CREATE INDEX artifactsByConversation ON artifacts (conversationId, number);`
