import { z } from '../../../shared/lib/zod'
import type { SqlDatabase } from './sql-database'

/**
 * Removes a conversation and everything that belongs to it from the file: messages, model contents, the session's handle, approvals,
 * decisions and runs. Effects of its tools (payments, timers) and the audit trail stay. The engine overwrites freed space, and the log
 * is emptied, so that nothing can be read from the disk.
 */
export function eraseConversation(database: SqlDatabase, conversationId: string): void {
  database.durably(() => {
    removeConversation(database, conversationId)
    // the index only notes what is gone; written anew as one piece it holds nothing of it. Its own `secure-delete` breaks it.
    database.run("INSERT INTO message_index (message_index) VALUES ('optimize')")
  })
  emptyLog(database)
}

/** Removes the rows of a conversation and of everything that belongs to it; the search index still notes what is gone. */
export function removeConversation(database: SqlDatabase, conversationId: string): void {
  database.run(
    'DELETE FROM approval_events WHERE approvalId IN (SELECT approvalId FROM approvals WHERE conversationId = ?)',
    conversationId,
  )
  database.run('DELETE FROM approvals WHERE conversationId = ?', conversationId)
  database.run('DELETE FROM tool_executions WHERE conversationId = ?', conversationId)
  database.run('DELETE FROM call_decisions WHERE conversationId = ?', conversationId)
  // messages, contents, files and the handle are deleted with it
  database.run('DELETE FROM conversations WHERE conversationId = ?', conversationId)
}

/** Writes the search index anew without what is gone, in steps. */
export interface IndexMerge {
  /** Something was removed: the index is to be written anew. */
  begin(): void
  /** Does one step. Returns whether there is more to do. */
  merge(): boolean
}

/** So many pages are written in one step (sqlite.org/fts5.html, "merge"). */
const MERGE_PAGES = 100

/** Creates the merge of the search index; there is nothing to do yet. */
export function createIndexMerge(database: SqlDatabase): IndexMerge {
  let state: 'done' | 'begun' | 'merging' = 'done'
  const changes = (): number => database.first(z.object({ count: z.number() }), 'SELECT total_changes() AS count')?.count ?? 0
  const merge = (pages: number): boolean => {
    const before = changes()
    database.run("INSERT INTO message_index (message_index, rank) VALUES ('merge', ?)", pages)
    // fewer than two changes: there was nothing to merge
    return changes() - before >= 2
  }
  return {
    begin() {
      state = 'begun'
    },
    merge() {
      if (state === 'done') return false
      // a negative number begins to merge all of the index, as 'optimize' does at once
      const more = merge(state === 'begun' ? -MERGE_PAGES : MERGE_PAGES)
      state = more ? 'merging' : 'done'
      if (!more) emptyLog(database)
      return more
    },
  }
}

/** Writes the log into the file and truncates it. If another process is reading, it stays until the next time. */
export function emptyLog(database: SqlDatabase): void {
  try {
    database.script('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // nothing is lost: the next start reads the log
  }
}

const triggerSchema = z.object({ sql: z.string() })

/**
 * Erases all content and activity: conversations, approvals, decisions, runs, the audit trail, payments, and finished timers. The
 * user's rules, the tools' defaults and the accounts stay. The file is rewritten without the rest, so that nothing of it can be read
 * from the disk.
 */
export function wipe(database: SqlDatabase): void {
  database.durably(() => {
    // the trail refuses to lose entries, except here
    const guard = database.first(triggerSchema, "SELECT sql FROM sqlite_schema WHERE name = 'auditEntriesStay'")
    database.script('DROP TRIGGER IF EXISTS auditEntriesStay')
    for (const table of EMPTIED) database.run(`DELETE FROM ${table}`)
    database.run("DELETE FROM timers WHERE state <> 'running'")
    database.run("DELETE FROM sqlite_sequence WHERE name IN ('audit_entries', 'approval_events')")
    database.run("INSERT INTO message_index (message_index) VALUES ('rebuild')")
    if (guard !== null) database.script(guard.sql)
  })
  database.script('VACUUM')
  emptyLog(database)
}

/** In an order in which no row refers to a deleted one. */
const EMPTIED = [
  'approval_events',
  'approvals',
  'tool_executions',
  'call_decisions',
  'audit_entries',
  'payments',
  'artifacts',
  'attachments',
  'drafts',
  'session_handles',
  'model_contents',
  'messages',
  'conversations',
] as const
