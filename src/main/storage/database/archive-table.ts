import type { ArchivedConversation } from '../../../shared/history/archived-conversation'
import { z } from '../../../shared/lib/zod'
import type { ApprovalTable } from './approval-table'
import type { AttachmentTable } from './attachment-table'
import type { CallDecisionTable } from './call-decision-table'
import type { ConversationTable } from './conversation-table'
import type { DraftTable } from './draft-table'
import { createIndexMerge, removeConversation } from './erase-conversation'
import type { ExecutionTable } from './execution-table'
import type { MessageTable, ModelContentTable } from './message-table'
import { jsonOf, type SqlDatabase } from './sql-database'

/** Complete conversations, with everything that belongs to them. */
export interface ArchiveTable {
  /** Null if there is none. Unreadable rows are left out. */
  read(conversationId: string): ArchivedConversation | null
  /** Adds all conversations or none. Throws if an id is taken (see `taken`). */
  add(conversations: readonly ArchivedConversation[]): void
  /**
   * Adds all conversations or none where nothing sees them, in a transaction that a power cut may undo. They appear by `showStaged`.
   * Throws if an id is taken.
   */
  stage(conversations: readonly ArchivedConversation[]): void
  /** Everything is staged: from now on it is shown, even after a crash. It is on the disk when this returns. */
  completeStaged(): void
  /** Whether all of an import is staged, and not all of it is shown. */
  isStagedComplete(): boolean
  /** Shows so many staged conversations. Returns whether there may be more. */
  showStaged(most: number): boolean
  /** Erases so many staged conversations, of an import that is not complete. Returns whether there is more to do. */
  eraseStaged(most: number): boolean
  /** The ids among these that are already in use. */
  taken(ids: IdsOfConversations): IdsOfConversations
}

/** The ids of conversations that must be unique among their kind. */
export interface IdsOfConversations {
  readonly conversations: readonly string[]
  readonly calls: readonly string[]
  readonly approvals: readonly string[]
}

/** The tables that hold the parts of a conversation. */
export interface PartTables {
  readonly conversations: ConversationTable
  readonly messages: MessageTable
  readonly modelContents: ModelContentTable
  readonly approvals: ApprovalTable
  readonly executions: ExecutionTable
  readonly callDecisions: CallDecisionTable
  readonly drafts: DraftTable
  readonly attachments: AttachmentTable
}

const placeSchema = z.object({
  messageId: z.string(),
  turnId: z.string(),
  turnPosition: z.number(),
  updatedAt: z.number(),
  branch: z.number(),
})
const branchSchema = z.object({ branch: z.number(), parent: z.number(), cut: z.number(), createdAt: z.number() })
const shownSchema = z.object({ branch: z.number() })
const idSchema = z.object({ id: z.string() })

function readConversation(database: SqlDatabase, tables: PartTables, conversationId: string): ArchivedConversation | null {
  const stored = tables.conversations.get(conversationId)
  if (stored === null) return null
  const { replyModality, ...conversation } = stored
  const messages = new Map(tables.messages.ofAllBranches(conversationId).map((message) => [message.id, message]))
  return {
    ...conversation,
    typedWords: replyModality,
    messages: database
      .all(
        placeSchema,
        'SELECT messageId, turnId, turnPosition, updatedAt, branch FROM messages WHERE conversationId = ? ORDER BY position',
        conversationId,
      )
      .flatMap(({ messageId, ...place }) => {
        const message = messages.get(messageId)
        return message === undefined ? [] : [{ ...place, message }]
      }),
    branches: [
      ...database.all(
        branchSchema,
        'SELECT branch, parent, cut, createdAt FROM branches WHERE conversationId = ? ORDER BY branch',
        conversationId,
      ),
    ],
    branch: database.first(shownSchema, 'SELECT branch FROM conversations WHERE conversationId = ?', conversationId)?.branch ?? 0,
    modelContents: [...tables.modelContents.list(conversationId)],
    approvals: tables.approvals.ofConversation(conversationId).map(({ conversationId: _, copied: __, ...approval }) => ({
      ...approval,
      events: [...tables.approvals.events(approval.approvalId)],
    })),
    decisions: tables.callDecisions.ofConversation(conversationId).map(({ conversationId: _, turnId: __, ...decision }) => decision),
    executions: tables.executions.list(conversationId).map(({ conversationId: _, ...execution }) => execution),
    attachments: tables.attachments.list(conversationId).map(({ bytes: _, ...facts }) => ({
      ...facts,
      content: base64(tables.attachments.content(conversationId, facts.attachmentId)) ?? '',
      still: base64(tables.attachments.still(conversationId, facts.attachmentId)),
    })),
    draft: tables.drafts.get(conversationId),
  }
}

function addConversation(database: SqlDatabase, tables: PartTables, archived: ArchivedConversation, deletedAt: number | null = null): void {
  const { conversationId } = archived
  database.run(
    `INSERT INTO conversations (conversationId, title, createdAt, updatedAt, hasVoice, pinnedAt, archivedAt, typedWords, branch, deletedAt)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    conversationId,
    archived.title,
    archived.createdAt,
    archived.updatedAt,
    archived.hasVoice ? 1 : 0,
    archived.pinnedAt,
    archived.archivedAt,
    archived.typedWords,
    archived.branch,
    deletedAt,
  )
  for (const { branch, parent, cut, createdAt } of archived.branches) {
    database.run('INSERT INTO branches VALUES (?, ?, ?, ?, ?)', conversationId, branch, parent, cut, createdAt)
  }
  for (const [index, { turnId, turnPosition, updatedAt, branch, message }] of archived.messages.entries()) {
    database.run(
      `INSERT INTO messages (conversationId, position, turnPosition, turnId, messageId, role, json, updatedAt, branch)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      conversationId,
      index + 1,
      turnPosition,
      turnId,
      message.id,
      message.role,
      JSON.stringify(message),
      updatedAt,
      branch,
    )
  }
  for (const { messageId, contents } of archived.modelContents) tables.modelContents.save(conversationId, messageId, contents)
  addCalls(database, tables, archived)
  for (const { content, still, ...facts } of archived.attachments)
    tables.attachments.add(conversationId, { ...facts, still: still === null ? null : bytesOf(still) }, bytesOf(content))
  tables.drafts.save(conversationId, archived.draft)
}

function addCalls(
  database: SqlDatabase,
  tables: PartTables,
  { conversationId, approvals, decisions, executions }: ArchivedConversation,
): void {
  for (const decision of decisions) tables.callDecisions.insert({ ...decision, conversationId, turnId: null })
  for (const { events, ...approval } of approvals) tables.approvals.add({ ...approval, conversationId }, events)
  for (const { state, endedAt, output, errorText, ...begun } of executions) {
    tables.executions.begin({ ...begun, conversationId })
    database.run(
      'UPDATE tool_executions SET state = ?, endedAt = ?, output = ?, errorText = ? WHERE toolCallId = ?',
      state,
      endedAt,
      output === null ? null : JSON.stringify(output),
      jsonOf(errorText),
      begun.toolCallId,
    )
  }
}

/**
 * The time of deletion of a conversation that is being imported: like a deleted one it is in no list and can't be read. One that has the
 * other value says that its whole import is there; it is shown last.
 */
const STAGED = -1
const STAGED_COMPLETE = -2

const countSchema = z.object({ count: z.number() })
const rowSchema = z.object({ row: z.number(), id: z.string() })

/** The steps of an import; see `ArchiveTable`. */
function stagedTable(
  database: SqlDatabase,
  tables: PartTables,
): Pick<ArchiveTable, 'stage' | 'completeStaged' | 'isStagedComplete' | 'showStaged' | 'eraseStaged'> {
  const index = createIndexMerge(database)
  /** The staged conversations up to this row are done: the next ones are found without reading those again. */
  let done = 0

  function staged(most: number): readonly string[] {
    const sql = 'SELECT rowid AS row, conversationId AS id FROM conversations WHERE rowid > ? AND deletedAt = ? ORDER BY rowid LIMIT ?'
    const found = database.all(rowSchema, sql, done, STAGED, most)
    const wasDone = done
    done = found.at(-1)?.row ?? 0
    return found.length === 0 && wasDone > 0 ? staged(most) : found.map(({ id }) => id)
  }

  const isComplete = (): boolean =>
    (database.first(countSchema, 'SELECT count(*) AS count FROM conversations WHERE deletedAt = ?', STAGED_COMPLETE)?.count ?? 0) > 0

  return {
    stage(conversations) {
      database.transaction(() => {
        for (const one of conversations) addConversation(database, tables, one, STAGED)
      })
    },
    completeStaged() {
      const sql = 'UPDATE conversations SET deletedAt = ? WHERE conversationId = ?'
      database.durably(() => {
        for (const conversationId of staged(1)) database.run(sql, STAGED_COMPLETE, conversationId)
      })
    },
    isStagedComplete: isComplete,
    showStaged(most) {
      const ids = staged(most)
      const sql = 'UPDATE conversations SET deletedAt = NULL WHERE conversationId IN (SELECT value FROM json_each(?))'
      if (ids.length > 0) database.transaction(() => database.run(sql, JSON.stringify(ids)))
      else database.durably(() => database.run('UPDATE conversations SET deletedAt = NULL WHERE deletedAt = ?', STAGED_COMPLETE))
      return ids.length > 0
    },
    eraseStaged(most) {
      const ids = staged(most)
      if (ids.length === 0) return index.merge()
      database.transaction(() => {
        for (const conversationId of ids) removeConversation(database, conversationId)
      })
      index.begin()
      return true
    },
  }
}

/** The complete conversations of the database. */
export function archiveTable(database: SqlDatabase, tables: PartTables): ArchiveTable {
  const known = (ids: readonly string[], sql: string): readonly string[] => {
    const found = new Set(database.all(idSchema, sql, JSON.stringify(ids)).map(({ id }) => id))
    return ids.filter((id) => found.has(id))
  }

  return {
    ...stagedTable(database, tables),
    read: (conversationId) => readConversation(database, tables, conversationId),
    add(conversations) {
      database.durably(() => {
        for (const one of conversations) addConversation(database, tables, one)
      })
    },
    taken: ({ conversations, calls, approvals }) => ({
      // including deleted conversations that are not erased yet
      conversations: known(
        conversations,
        'SELECT conversationId AS id FROM conversations WHERE conversationId IN (SELECT value FROM json_each(?))',
      ),
      calls: known(
        calls,
        `WITH ids AS (SELECT value FROM json_each(?))
         SELECT toolCallId AS id FROM call_decisions WHERE toolCallId IN ids
         UNION SELECT toolCallId FROM tool_executions WHERE toolCallId IN ids
         UNION SELECT toolCallId FROM approvals WHERE toolCallId IN ids`,
      ),
      approvals: known(approvals, 'SELECT approvalId AS id FROM approvals WHERE approvalId IN (SELECT value FROM json_each(?))'),
    }),
  }
}

function base64(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes).toString('base64')
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, 'base64')
}
