import type { Clock } from '../../../shared/lib/clock'
import { type ApprovalTable, approvalTable } from './approval-table'
import { type ArchiveTable, archiveTable } from './archive-table'
import { type ArtifactTable, artifactTable } from './artifact-table'
import { type AttachmentTable, attachmentTable } from './attachment-table'
import { type AuditTable, auditTable } from './audit-table'
import { type BranchTable, branchTable } from './branch-table'
import { type CallDecisionTable, callDecisionTable } from './call-decision-table'
import { type ConversationTable, conversationTable } from './conversation-table'
import { type DataSourceTable, dataSourceTable } from './data-source-table'
import { type DraftTable, draftTable } from './draft-table'
import { emptyLog, wipe } from './erase-conversation'
import { type ExecutionTable, executionTable } from './execution-table'
import { type GatewayClientTable, type GatewayThreadTable, gatewayClientTable, gatewayThreadTable } from './gateway-tables'
import { type MessageTable, type ModelContentTable, messageTable, modelContentTable } from './message-table'
import { takeFrom } from './restore-backup'
import { type RuleTable, ruleTable } from './rule-table'
import { type SearchTable, searchTable } from './search-table'
import { type ServerTable, serverTable } from './server-table'
import { type SessionHandleTable, sessionHandleTable } from './session-handle-table'
import type { SqlDatabase, SqlDatabaseOptions } from './sql-database'
import { type TimerTable, timerTable } from './timer-table'
import { type ToolDefaultTable, toolDefaultTable } from './tool-default-table'
import { type ToolServerTable, toolServerTable } from './tool-server-table'
import { type WalletTable, walletTable } from './wallet-table'

/** Everything that Parley stores in its database. Calls are synchronous; they throw only when the engine fails (disk full, locked). */
export interface Store {
  readonly conversations: ConversationTable
  readonly messages: MessageTable
  readonly modelContents: ModelContentTable
  readonly branches: BranchTable
  readonly approvals: ApprovalTable
  readonly executions: ExecutionTable
  readonly wallet: WalletTable
  readonly rules: RuleTable
  readonly toolDefaults: ToolDefaultTable
  /** MCP servers and their tools */
  readonly toolServers: ToolServerTable
  readonly callDecisions: CallDecisionTable
  readonly audit: AuditTable
  readonly timers: TimerTable
  readonly sessionHandles: SessionHandleTable
  readonly search: SearchTable
  readonly drafts: DraftTable
  readonly attachments: AttachmentTable
  /** whole conversations, for export and import */
  readonly archive: ArchiveTable
  readonly gatewayClients: GatewayClientTable
  readonly gatewayThreads: GatewayThreadTable
  readonly dataSources: DataSourceTable
  readonly artifacts: ArtifactTable
  /** the state of the conversations at a libSQL server */
  readonly server: ServerTable
  /** Writes all of `body` or nothing; it is on the disk on return. */
  durably<Value>(body: () => Value): Value
  /** Writes all of `body` or nothing. A crash of the app does not lose it; a power cut may, until the next `durably`. */
  atomically<Value>(body: () => Value): Value
  /** Copies everything into a new file. Throws if the file exists or the disk does not accept it. */
  copyTo(file: string): void
  /** Copies data without a conversation (rules, payments, the trail) from a file of the same schema, in one transaction with `body`. */
  takeFrom<Value>(file: string, body: () => Value): Value
  /** Opens the file anew, for example because it may be written to now. Throws, and goes on with what is open, where that fails. */
  reopen(): void
  /** Permanently erases all content and activity; rules, tool defaults and accounts stay. */
  wipe(): void
  /** Safe to call twice. */
  close(): void
}

/** Dependencies of the tables. `unreadable` receives skipped rows. */
export interface StoreOptions extends Pick<SqlDatabaseOptions, 'onFlush'> {
  readonly clock: Clock
  readonly unreadable: (table: 'messages' | 'model_contents' | 'approvals' | 'policy_rules', id: string) => void
}

/** Creates the tables over a migrated database. */
export function storeOver(database: SqlDatabase, { clock, unreadable }: StoreOptions): Store {
  let closed = false
  const ofConversations = {
    conversations: conversationTable(database, clock),
    messages: messageTable(database, clock, (messageId) => unreadable('messages', messageId)),
    modelContents: modelContentTable(database, (messageId) => unreadable('model_contents', messageId)),
    branches: branchTable(database, clock),
    approvals: approvalTable(database, (approvalId) => unreadable('approvals', approvalId)),
    executions: executionTable(database),
    callDecisions: callDecisionTable(database),
    drafts: draftTable(database, clock),
    attachments: attachmentTable(database, clock),
  }
  return {
    ...ofConversations,
    archive: archiveTable(database, ofConversations),
    wallet: walletTable(database),
    rules: ruleTable(database, (ruleId) => unreadable('policy_rules', ruleId)),
    toolDefaults: toolDefaultTable(database),
    toolServers: toolServerTable(database),
    audit: auditTable(database),
    timers: timerTable(database),
    sessionHandles: sessionHandleTable(database),
    search: searchTable(database),
    gatewayClients: gatewayClientTable(database),
    gatewayThreads: gatewayThreadTable(database),
    dataSources: dataSourceTable(database),
    artifacts: artifactTable(database),
    server: serverTable(database),
    durably: (body) => database.durably(body),
    atomically: (body) => database.transaction(body),
    copyTo: (file) => database.run('VACUUM INTO ?', file),
    takeFrom: (file, body) => takeFrom(database, file, body),
    reopen: () => database.reopen(),
    wipe: () => wipe(database),
    close() {
      // one file is easier to copy than a file and its log
      if (!closed) emptyLog(database)
      closed = true
      database.close()
    },
  }
}
