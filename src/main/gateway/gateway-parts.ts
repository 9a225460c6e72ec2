import type { Clock } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import type { ApprovalQueue } from '../approvals/approval-queue-types'
import type { KeepFile } from '../attachments/file-keeper'
import type { ConversationRegistry } from '../conversations/conversation-registry'
import type { AttachmentTable } from '../store/attachment-table'
import type { ToolBox } from '../tools/tool-box'
import type { GatewayDesk } from './gateway-desk'
import type { GatewayLimits } from './gateway-limits'
import type { GatewayThreads } from './gateway-threads'
import type { IdleRelease } from './idle-release'
import type { Later } from './later'
import type { OpenStreams } from './open-streams'
import type { OutsideLine } from './outside-line'

/** What the routes of all dialects share. */
export interface GatewayParts {
  readonly registry: ConversationRegistry
  readonly queue: ApprovalQueue
  readonly toolBox: ToolBox
  readonly line: OutsideLine
  readonly threads: GatewayThreads
  readonly desk: GatewayDesk
  readonly streams: OpenStreams
  readonly idle: IdleRelease
  readonly limits: GatewayLimits
  readonly clock: Clock
  readonly later: Later
  readonly newId: NewId
  readonly attachments: Pick<AttachmentTable, 'content' | 'removeDraft'>
  /** Begins another branch of a thread in front of this message, as in the window; nothing of what stood there is lost. */
  rewind(conversationId: string, messageId: string): Promise<void>
  /** Files that programs send. */
  readonly keepFile: KeepFile
}
