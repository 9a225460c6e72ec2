import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LONGEST_PAGE } from '../../shared/ipc/conversation-list'
import { CallError, type Handlers, orRefuse } from '../../shared/ipc/router'
import type { NewId } from '../../shared/lib/ids'
import { messageOf } from '../../shared/messages/message'
import type { ConversationRegistry } from '../conversations/conversation-registry'
import type { CallRecorder } from '../diagnostics/recording/call-recorder'
import type { NoticeService } from '../lib/notices'
import type { Backups } from '../storage/database/backups'
import { DAMAGED_FILE, STORE_FILE } from '../storage/database/open-store'
import type { PrivateStore } from '../storage/database/private-store'
import { previewBackup } from '../storage/database/restore-backup'
import type { ApprovalQueue } from '../tool-calls/approvals/approval-queue'
import type { AuditTrail } from '../tool-calls/audit/audit-trail'
import type { PolicyStore } from '../tool-calls/policy/policy-store'
import type { HistoryImports } from './history-imports'

/** Dependencies of these calls. */
export interface StorageHandlersOptions {
  readonly store: PrivateStore
  readonly backups: Backups
  readonly registry: Pick<ConversationRegistry, 'announce' | 'forget' | 'open' | 'summary'>
  readonly queue: Pick<ApprovalQueue, 'withdraw'>
  readonly policy: Pick<PolicyStore, 'list' | 'remove'>
  readonly audit: Pick<AuditTrail, 'begunAnew'>
  readonly recorder: Pick<CallRecorder, 'eraseAll'>
  readonly imports: Pick<HistoryImports, 'restore'>
  readonly notices: Pick<NoticeService, 'clear'>
  readonly userDataFolder: string
  readonly newId: NewId
  /** Resolves once everything else that is due has had its turn. */
  pause(): Promise<void>
  stopTalk(): void
}

type KeepingCalls = 'conversation.createPrivate' | 'storage.facts' | 'storage.wipe' | `backup.${'make' | 'preview' | 'restore'}`

/** The handlers of the calls about private conversations, backups, and erasing everything. */
export function createStorageHandlers(options: StorageHandlersOptions): Pick<Handlers, KeepingCalls> {
  const { store, backups, registry, queue, policy, userDataFolder } = options

  async function wipe(): Promise<void> {
    options.stopTalk()
    let page = store.conversations.page(null, LONGEST_PAGE)
    while (page.length > 0) {
      for (const { conversationId } of page) {
        await registry.forget(conversationId, () => {
          queue.withdraw({ conversationId }, messageOf('conversation-deleted'))
          store.conversations.markDeleted(conversationId)
        })
        await options.pause()
      }
      page = store.conversations.page(page.at(-1) ?? null, LONGEST_PAGE)
    }
    for (const { rule } of policy.list()) if (rule.scope.kind === 'conversation') policy.remove(rule.ruleId)
    await options.recorder.eraseAll()
    store.wipe()
    options.audit.begunAnew()
    backups.eraseAll()
    for (const name of readdirSync(userDataFolder)) if (DAMAGED_FILE.test(name)) rmSync(join(userDataFolder, name), { force: true })
    options.notices.clear('store-damaged', null)
    registry.announce('all')
  }

  return {
    'conversation.createPrivate': () => {
      const { conversationId } = store.privately.create(options.newId('conversation'))
      registry.open(conversationId)
      return registry.summary(conversationId)
    },
    'storage.facts': async () => ({
      onDisk: store.onDisk,
      conversations: store.conversations.count(),
      bytes: ['', '-wal'].reduce((sum, suffix) => sum + sizeOf(join(userDataFolder, `${STORE_FILE}${suffix}`)), 0),
      backups: [...(await backups.list())],
    }),
    'backup.make': async () => {
      if (!store.onDisk)
        throw new CallError('backup-not-made', 'The file with your conversations could not be opened, so there is nothing to copy.')
      try {
        backups.make()
      } catch {
        throw new CallError('backup-not-made', 'The disk did not take the copy. Make room on it, then try again.')
      }
      return { backups: [...(await backups.list())] }
    },
    'backup.preview': async ({ name }) => orRefuse(await backups.read(name, (backup) => previewBackup(backup, store))),
    'backup.restore': async ({ name }) => {
      if (!store.onDisk)
        throw new CallError(
          'restore-not-stored',
          'The file with your conversations could not be opened, so nothing can be restored into it.',
        )
      const restored = orRefuse(await backups.read(name, (backup, file) => options.imports.restore(backup, file)))
      options.audit.begunAnew()
      options.notices.clear('store-damaged', null)
      registry.announce('all')
      return { restored }
    },
    'storage.wipe': async () => {
      await wipe()
      return null
    },
  }
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0
}
