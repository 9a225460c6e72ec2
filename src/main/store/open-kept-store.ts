import type { Clock } from '../../shared/lib/clock'
import { tell } from '../../shared/told/tell'
import type { Logger } from '../log/logger'
import { openMemoryStore, openStore } from './open-store'
import type { Store } from './store'

/** Opens the user's store; where it can't be opened, the user is told and what is said is kept in memory until the end. */
export function openKeptStore(folder: string, clock: Clock, log: Logger, inform: (detail: string) => void): Store {
  const storeOptions = { clock, unreadable: (table: string, messageId: string) => log.warn('row unreadable', { table, messageId }) }
  const opened = openStore(folder, storeOptions)
  if (!opened.ok) {
    log.error('store refused', { code: opened.error.code })
    inform(opened.error.message)
    return openMemoryStore(storeOptions)
  }
  if (opened.value.setAside !== null) {
    inform(tell('store-set-aside', { file: opened.value.setAside }))
  }
  return opened.value.store
}
