import type { GatewayClient } from '../../shared/gateway/gateway-client'
import type { Clock } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import type { ConversationRegistry } from '../conversations/conversation-registry'
import type { StoreFile } from '../storage/attachments/file-storer'
import type { AttachmentTable } from '../storage/database/attachment-table'
import type { ApprovalQueue } from '../tool-calls/approvals/approval-queue'
import type { AuditTrail } from '../tool-calls/audit/audit-trail'
import type { SeenFrames } from '../tool-calls/policy/seen-frames'
import type { ToolBox } from '../tool-calls/tool-registry'
import type { ClientAnswers } from './client-answers'
import type { ClientBridge } from './client-bridge'
import type { DeferredTasks } from './deferred-tasks'
import type { GatewayLimits } from './gateway-limits'
import type { GatewayThreads } from './gateway-threads'
import type { IdleRelease } from './idle-release'
import type { OpenStreams } from './open-streams'

/** Shared by the routes of all dialects. */
export interface GatewayContext {
  readonly registry: ConversationRegistry
  readonly queue: ApprovalQueue
  readonly toolBox: ToolBox
  readonly seen: Pick<SeenFrames, 'sent'>
  readonly audit: Pick<AuditTrail, 'record'>
  readonly bridge: ClientBridge
  readonly threads: GatewayThreads
  readonly answers: ClientAnswers
  readonly streams: OpenStreams
  readonly idle: IdleRelease
  readonly limits: GatewayLimits
  readonly clock: Clock
  readonly later: DeferredTasks
  readonly newId: NewId
  readonly attachments: Pick<AttachmentTable, 'content' | 'removeDraft'>
  /** The client that began a conversation; null if it has no access any more. */
  clientOf(conversationId: string): GatewayClient | null
  /** Runs a task whenever the gateway opens. */
  whenOpen(task: () => void): void
  /** Starts another branch of a thread before this message, as in the window; the old branch is kept. */
  rewind(conversationId: string, messageId: string): Promise<void>
  /** Stores files that programs send. */
  readonly keepFile: StoreFile
}
