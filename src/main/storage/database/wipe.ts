import { z } from '../../../shared/lib/zod'
import { emptyLog } from './erase-conversation'
import type { SqlDatabase } from './sql-database'

const triggerSchema = z.object({ sql: z.string() })

/**
 * Erases all that was said and done: conversations, questions, decisions, runs, the audit trail, payments, timers that are
 * over. The user's rules, the tools' defaults and the accounts stay. The file is written anew without it, so that nothing of it
 * can be read from the disk.
 */
export function wipe(database: SqlDatabase): void {
  database.durably(() => {
    // the trail refuses to lose an entry, but for this
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

/** In an order in which no row refers to one that is gone. */
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
