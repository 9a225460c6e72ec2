import type { SqlDatabase } from './sql-database'

/**
 * Takes a conversation and all that belongs to it out of the file: messages, model contents, the session's handle,
 * questions, decisions and runs. What its tools did in the world (payments, timers) and the audit trail stay. The engine
 * overwrites what it frees, and the log is emptied, so that nothing of it can be read from the disk.
 */
export function eraseConversation(database: SqlDatabase, conversationId: string): void {
  database.durably(() => {
    database.run(
      'DELETE FROM approval_events WHERE approvalId IN (SELECT approvalId FROM approvals WHERE conversationId = ?)',
      conversationId,
    )
    database.run('DELETE FROM approvals WHERE conversationId = ?', conversationId)
    database.run('DELETE FROM tool_executions WHERE conversationId = ?', conversationId)
    database.run('DELETE FROM call_decisions WHERE conversationId = ?', conversationId)
    // messages, contents, files and the handle go with it
    database.run('DELETE FROM conversations WHERE conversationId = ?', conversationId)
    // the index only notes what is gone; written anew as one piece it holds nothing of it. Its own `secure-delete` breaks it.
    database.run("INSERT INTO message_index (message_index) VALUES ('optimize')")
  })
  emptyLog(database)
}

/** Writes the log into the file and cuts it to nothing. Where another process reads just now, it stays until the next time. */
export function emptyLog(database: SqlDatabase): void {
  try {
    database.script('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // nothing is lost: the next start reads the log
  }
}
