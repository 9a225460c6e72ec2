import type { Clock } from '../../shared/lib/clock'
import type { Logger } from '../log/logger'
import { openMemoryStore, openStore } from './open-store'
import type { Store } from './store'

/** Opens the user's store; where it can't be opened, the user is told and what is said is kept in memory until the end. */
export function openKeptStore(folder: string, clock: Clock, log: Logger, tell: (detail: string) => void): Store {
  const storeOptions = { clock, unreadable: (table: string, messageId: string) => log.warn('row unreadable', { table, messageId }) }
  const opened = openStore(folder, storeOptions)
  if (!opened.ok) {
    log.error('store refused', { code: opened.error.code })
    tell(opened.error.message)
    return openMemoryStore(storeOptions)
  }
  if (opened.value.setAside !== null) {
    tell(`The file with your conversations was damaged. It was kept as ${opened.value.setAside}, and a new one was begun.`)
  }
  return opened.value.store
}
