import { writeSync } from 'node:fs'
import { silentLogger } from '../../src/main/lib/log/logger'
import { systemClock } from '../../src/main/lib/system-clock'
import { openAppStore } from '../../src/main/storage/database/open-app-store'

/** How many messages are sent, and of how many characters each. */
export const SAID = 40
export const LENGTH = 20_000

/**
 * Sends more than its files may hold, starts another conversation all the same, and waits until everything is written. Prints
 * the user's notices, a line each. Runs in a process of its own with a file size limit.
 */
export function writeOnFullDisk(folder: string): void {
  const say = (line: string): void => void writeSync(1, `${line}\n`)
  const store = openAppStore(folder, systemClock, silentLogger, {
    show: ({ kind }) => say(`shown ${kind}`),
    clear(kind) {
      say(`gone ${kind}`)
      store.close()
      process.exit(0)
    },
  })
  store.conversations.create('before', 'before')
  for (let number = 0; number < SAID; number += 1) {
    const text = `${number} `.repeat(LENGTH / 3)
    store.messages.save('before', `turn-${number}`, { id: `m-${number}`, role: 'user', parts: [{ type: 'text', text }] })
  }
  store.conversations.create('after', 'after')
  store.messages.save('after', 'turn', { id: 'last', role: 'user', parts: [{ type: 'text', text: 'said on a full disk' }] })
  store.drafts.save('after', 'typed on a full disk')
  say(
    `there ${store.conversations
      .list()
      .map(({ conversationId }) => conversationId)
      .join()} ${store.conversations.get('after')?.title}`,
  )
  // the app's own timers don't keep the process alive
  setInterval(() => undefined, 1000)
}
