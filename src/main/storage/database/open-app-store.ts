import type { Clock } from '../../../shared/lib/clock'
import { textOf } from '../../../shared/lib/result'
import { type DisplayText, messageOf } from '../../../shared/messages/message'
import type { Logger } from '../../lib/log/logger'
import type { NoticeService } from '../../lib/notices'
import { openMemoryStore, openStore } from './open-store'
import { type PrivateStore, withPrivateConversations } from './private-store'
import { retryingStore } from './retrying-store'
import type { Store, StoreOptions } from './store'

/**
 * Opens the user's store. If that fails, the user is informed and conversations stay in memory until the app quits. Later writes that
 * the disk refuses wait, and the user is informed as long as they do. `checked`: as in `openStore`.
 */
export function openAppStore(
  folder: string,
  clock: Clock,
  log: Logger,
  notices: Pick<NoticeService, 'show' | 'clear'>,
  checked?: string,
): PrivateStore {
  const storeOptions = { clock, unreadable: (table: string, messageId: string) => log.warn('row unreadable', { table, messageId }) }
  const kept = openOnDisk(folder, storeOptions, log, notices, checked)
  return withPrivateConversations(kept ?? openMemoryStore(storeOptions), openMemoryStore(storeOptions), kept !== null)
}

function openOnDisk(
  folder: string,
  storeOptions: StoreOptions,
  log: Logger,
  notices: Pick<NoticeService, 'show' | 'clear'>,
  checked?: string,
): Store | null {
  const { clock } = storeOptions
  const inform = (kind: 'store-damaged' | 'store-unwritable', detail: DisplayText) =>
    notices.show({ conversationId: null, kind, cause: null, detail })
  const onFlush = (failure: string | null): void => {
    if (failure === null) return notices.clear('store-unwritable', null)
    log.error('store not flushed', { code: failure })
    inform('store-unwritable', messageOf('store-unwritable', { code: failure }))
  }
  const opened = openStore(folder, { ...storeOptions, onFlush }, checked)
  if (!opened.ok) {
    log.error('store refused', { code: opened.error.code })
    inform('store-damaged', textOf(opened.error))
    return null
  }
  if (opened.value.setAside !== null) {
    inform('store-damaged', messageOf('store-set-aside', { file: opened.value.setAside }))
  }
  return retryingStore(opened.value.store, {
    clock,
    onTrouble(code) {
      log.error('store takes nothing', { code })
      inform('store-unwritable', messageOf('store-unwritable', { code }))
    },
    onDropped: (code) => log.warn('write of an erased conversation dropped', { code }),
    onRecovered: () => notices.clear('store-unwritable', null),
  })
}
