/** Conversations can be pinned, archived, and deleted in such a way that it can be undone. Each holds when that was, or null. */
export const historySchema = `
  ALTER TABLE conversations ADD COLUMN pinnedAt INTEGER;
  ALTER TABLE conversations ADD COLUMN archivedAt INTEGER;
  ALTER TABLE conversations ADD COLUMN deletedAt INTEGER;
  CREATE INDEX approvalsByConversation ON approvals (conversationId);
  CREATE INDEX toolExecutionsByConversation ON tool_executions (conversationId);`
