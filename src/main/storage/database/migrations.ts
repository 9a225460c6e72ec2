import { z } from '../../../shared/lib/zod'
import { copiedTextColumns } from './approval-table'
import { attachmentServerColumn, attachmentTableSchema } from './attachment-table'
import { branchSchema } from './branch-table'
import { draftSchema } from './draft-table'
import { givenSchema, messageColumnsSchema } from './execution-table'
import { gatewaySchema, receivedColumn, receivedOpenColumn } from './gateway-tables'
import { messagePlaceSchema } from './message-table'
import { searchSchema } from './search-table'
import { serverSchema } from './server-table'
import type { SqlDatabase } from './sql-database'
import { toolServerSchemaSql } from './tool-server-table'

/** Conversations can be pinned, archived, and deleted reversibly. Each column has the time, or null. */
const historySchema = `
  ALTER TABLE conversations ADD COLUMN pinnedAt INTEGER;
  ALTER TABLE conversations ADD COLUMN archivedAt INTEGER;
  ALTER TABLE conversations ADD COLUMN deletedAt INTEGER;
  CREATE INDEX approvalsByConversation ON approvals (conversationId);
  CREATE INDEX toolExecutionsByConversation ON tool_executions (conversationId);`

/** A page of the list of conversations is read without the rest of it. */
const listOrderSchema = `
  CREATE INDEX conversationsInOrder ON conversations (updatedAt DESC, createdAt DESC, conversationId) WHERE deletedAt IS NULL;`

/** Data sources and stored results; the rows of results are in files of their own. */
const dataSchema = `
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

/** Marks a file as Parley's (`PRAGMA application_id`): the letters `Prly`. */
export const APPLICATION_ID = 0x50726c79

/** The steps from one schema version to the next. A released step is never changed: a new one is added. */
export const migrations: readonly string[] = [
  `CREATE TABLE conversations (
     conversationId TEXT PRIMARY KEY,
     title TEXT NOT NULL,
     createdAt INTEGER NOT NULL,
     updatedAt INTEGER NOT NULL,
     hasVoice INTEGER NOT NULL DEFAULT 0
   ) STRICT;

   CREATE TABLE messages (
     conversationId TEXT NOT NULL REFERENCES conversations ON DELETE CASCADE,
     position INTEGER NOT NULL,
     turnPosition INTEGER NOT NULL,
     turnId TEXT NOT NULL,
     messageId TEXT NOT NULL,
     role TEXT NOT NULL,
     json TEXT NOT NULL,
     updatedAt INTEGER NOT NULL,
     PRIMARY KEY (conversationId, messageId),
     UNIQUE (conversationId, position)
   ) STRICT;
   CREATE INDEX messagesByTurn ON messages (conversationId, turnId);

   CREATE TABLE model_contents (
     conversationId TEXT NOT NULL REFERENCES conversations ON DELETE CASCADE,
     messageId TEXT NOT NULL,
     json TEXT NOT NULL,
     PRIMARY KEY (conversationId, messageId)
   ) STRICT;

   CREATE TABLE approvals (
     approvalId TEXT PRIMARY KEY,
     conversationId TEXT NOT NULL,
     turnId TEXT NOT NULL,
     messageId TEXT NOT NULL,
     toolCallId TEXT NOT NULL UNIQUE,
     toolName TEXT NOT NULL,
     risk TEXT NOT NULL,
     question TEXT NOT NULL,
     destination TEXT NOT NULL,
     input TEXT NOT NULL,
     inputHash TEXT NOT NULL,
     rule TEXT NOT NULL,
     state TEXT NOT NULL,
     requestedAt INTEGER NOT NULL,
     expiresAt INTEGER NOT NULL,
     decidedAt INTEGER,
     reason TEXT
   ) STRICT;
   CREATE INDEX approvalsByState ON approvals (state, expiresAt);

   CREATE TABLE approval_events (
     eventId INTEGER PRIMARY KEY AUTOINCREMENT,
     approvalId TEXT NOT NULL REFERENCES approvals,
     state TEXT NOT NULL,
     at INTEGER NOT NULL,
     reason TEXT
   ) STRICT;
   CREATE INDEX approvalEventsByApproval ON approval_events (approvalId);

   CREATE TABLE tool_executions (
     toolCallId TEXT PRIMARY KEY,
     conversationId TEXT NOT NULL,
     toolName TEXT NOT NULL,
     approvalId TEXT,
     inputHash TEXT NOT NULL,
     state TEXT NOT NULL,
     startedAt INTEGER NOT NULL,
     endedAt INTEGER,
     output TEXT,
     errorText TEXT
   ) STRICT;

   CREATE TABLE wallet_accounts (
     accountId TEXT PRIMARY KEY,
     name TEXT NOT NULL,
     nameJapanese TEXT NOT NULL,
     currency TEXT NOT NULL,
     balanceMinor INTEGER NOT NULL CHECK (balanceMinor >= 0)
   ) STRICT;

   CREATE TABLE payments (
     paymentId TEXT PRIMARY KEY,
     toolCallId TEXT NOT NULL UNIQUE,
     inputHash TEXT NOT NULL,
     accountId TEXT NOT NULL REFERENCES wallet_accounts,
     recipient TEXT NOT NULL,
     amountMinor INTEGER NOT NULL CHECK (amountMinor > 0),
     currency TEXT NOT NULL,
     reference TEXT NOT NULL,
     payOn TEXT NOT NULL,
     paidAt INTEGER NOT NULL,
     balanceMinor INTEGER NOT NULL
   ) STRICT;

   INSERT INTO wallet_accounts VALUES
     ('4417', 'studio', 'スタジオ', 'JPY', 1250000),
     ('0932', 'private', '個人', 'JPY', 318400),
     ('7781', 'travel', '旅行', 'USD', 240000);`,

  // a call may need several approvals, each with its own row, and the user may change the arguments
  `CREATE TABLE approvals_of_steps (
     approvalId TEXT PRIMARY KEY,
     conversationId TEXT NOT NULL,
     turnId TEXT NOT NULL,
     messageId TEXT NOT NULL,
     toolCallId TEXT NOT NULL,
     stepIndex INTEGER NOT NULL CHECK (stepIndex >= 1),
     stepOf INTEGER NOT NULL CHECK (stepOf >= stepIndex),
     toolName TEXT NOT NULL,
     risk TEXT NOT NULL,
     question TEXT NOT NULL,
     destination TEXT NOT NULL,
     input TEXT NOT NULL,
     inputHash TEXT NOT NULL,
     editedInput TEXT,
     rule TEXT NOT NULL,
     state TEXT NOT NULL,
     requestedAt INTEGER NOT NULL,
     expiresAt INTEGER NOT NULL,
     decidedAt INTEGER,
     reason TEXT,
     UNIQUE (toolCallId, stepIndex)
   ) STRICT;
   INSERT INTO approvals_of_steps
     SELECT approvalId, conversationId, turnId, messageId, toolCallId, 1, 1, toolName, risk, question, destination, input, inputHash,
       NULL, rule, state, requestedAt, expiresAt, decidedAt, reason FROM approvals ORDER BY rowid;
   CREATE TABLE approval_events_of_steps (
     eventId INTEGER PRIMARY KEY AUTOINCREMENT,
     approvalId TEXT NOT NULL REFERENCES approvals_of_steps,
     state TEXT NOT NULL,
     at INTEGER NOT NULL,
     reason TEXT
   ) STRICT;
   INSERT INTO approval_events_of_steps SELECT eventId, approvalId, state, at, reason FROM approval_events ORDER BY eventId;
   DROP TABLE approval_events;
   DROP TABLE approvals;
   ALTER TABLE approvals_of_steps RENAME TO approvals;
   ALTER TABLE approval_events_of_steps RENAME TO approval_events;
   CREATE INDEX approvalsByState ON approvals (state, expiresAt);
   CREATE INDEX approvalEventsByApproval ON approval_events (approvalId);`,

  // the user's rules in order, the decisions about each call, and the append-only trail
  `CREATE TABLE policy_rules (
     ruleId TEXT PRIMARY KEY,
     position INTEGER NOT NULL,
     json TEXT NOT NULL
   ) STRICT;

   CREATE TABLE tool_defaults (
     toolName TEXT PRIMARY KEY,
     effect TEXT NOT NULL CHECK (effect IN ('allow', 'ask', 'deny'))
   ) STRICT;

   CREATE TABLE call_decisions (
     toolCallId TEXT PRIMARY KEY,
     conversationId TEXT NOT NULL,
     toolName TEXT NOT NULL,
     inputHash TEXT NOT NULL,
     effect TEXT NOT NULL CHECK (effect IN ('allow', 'ask', 'deny')),
     number INTEGER NOT NULL,
     name TEXT NOT NULL,
     ruleId TEXT,
     decidedAt INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX callDecisionsByConversation ON call_decisions (conversationId, toolName);
   CREATE INDEX callDecisionsByRule ON call_decisions (ruleId);

   CREATE TABLE audit_entries (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     at INTEGER NOT NULL,
     conversationId TEXT NOT NULL,
     toolCallId TEXT NOT NULL,
     toolName TEXT NOT NULL,
     approvalId TEXT,
     kind TEXT NOT NULL,
     event TEXT NOT NULL,
     previousHash TEXT NOT NULL,
     hash TEXT NOT NULL
   ) STRICT;
   CREATE INDEX auditEntriesByTool ON audit_entries (toolName, number);
   CREATE TRIGGER auditEntriesStay BEFORE DELETE ON audit_entries BEGIN SELECT RAISE(ABORT, 'the audit trail only grows'); END;
   CREATE TRIGGER auditEntriesAreFinal BEFORE UPDATE ON audit_entries BEGIN SELECT RAISE(ABORT, 'the audit trail only grows'); END;`,
  `CREATE TABLE timers (
     timerId TEXT PRIMARY KEY,
     toolCallId TEXT NOT NULL UNIQUE,
     label TEXT NOT NULL,
     setAt INTEGER NOT NULL,
     endsAt INTEGER NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('running', 'rang', 'cancelled'))
   ) STRICT;
   CREATE INDEX timersByState ON timers (state, endsAt);`,
  `CREATE TABLE session_handles (
     conversationId TEXT PRIMARY KEY REFERENCES conversations ON DELETE CASCADE,
     handle TEXT NOT NULL,
     baseUrl TEXT,
     model TEXT NOT NULL,
     at INTEGER NOT NULL
   ) STRICT;`,
  historySchema,
  `ALTER TABLE conversations ADD COLUMN typedWords TEXT CHECK (typedWords IN ('voice', 'text'));`,
  searchSchema,
  draftSchema,
  gatewaySchema,
  dataSchema,
  branchSchema,
  attachmentTableSchema,
  givenSchema,
  serverSchema,
  messagePlaceSchema,
  messageColumnsSchema,
  toolServerSchemaSql,
  copiedTextColumns,
  listOrderSchema,
  receivedColumn,
  attachmentServerColumn,
  receivedOpenColumn,
]

const versionSchema = z.object({ user_version: z.number().int() })

/** The schema version of a file: 0 for an empty one. */
export function schemaVersion(database: SqlDatabase): number {
  return database.first(versionSchema, 'PRAGMA user_version')?.user_version ?? 0
}

/** Migrates a file to the newest version, each step completely or not at all, and sets its write mode. */
export function migrate(database: SqlDatabase): void {
  database.script('PRAGMA journal_mode = WAL')
  for (let version = schemaVersion(database); version < migrations.length; version += 1) {
    const step = migrations[version]
    if (step === undefined) return
    database.durably(() => {
      database.script(step)
      database.script(`PRAGMA application_id = ${APPLICATION_ID}`)
      database.script(`PRAGMA user_version = ${version + 1}`)
    })
  }
}
