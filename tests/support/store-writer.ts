import { writeSync } from 'node:fs'
import { openStore } from '../../src/main/storage/database/open-store'

/** A writer's report of each stored message, one JSON line each. */
export interface StoredWord {
  readonly conversationId: string
  readonly messageId: string
  readonly length: number
}

/**
 * Writes as an answer streams: one message grows and is saved again and again, next to conversations that are created, named
 * and removed. Reports a message only after it is stored. Runs in a process of its own until it is killed.
 */
export function writeUntilKilled(folder: string, run: string): never {
  const opened = openStore(folder, { clock: { now: Date.now, after: () => ({ cancel: () => undefined }) }, unreadable: () => undefined })
  if (!opened.ok || opened.value.setAside !== null) {
    writeSync(2, opened.ok ? 'set aside' : opened.error.message)
    process.exit(1)
  }
  const { store } = opened.value
  for (let turn = 0; ; turn += 1) {
    const conversationId = `${run}-${turn % 3}`
    if (store.conversations.get(conversationId) === null) store.conversations.create(conversationId, 'new')
    const messageId = `${run}-${turn}`
    let text = ''
    for (let piece = 0; piece < 4; piece += 1) {
      text += `piece ${piece} of ${messageId}: 配送センターの遅れ。`
      store.messages.save(conversationId, messageId, { id: messageId, role: 'assistant', parts: [{ type: 'text', text }] })
      writeSync(1, `${JSON.stringify({ conversationId, messageId, length: text.length } satisfies StoredWord)}\n`)
    }
    store.modelContents.save(conversationId, messageId, [{ role: 'model', parts: [{ text }] }])
    store.durably(() => store.conversations.touch(conversationId, true))
    if (turn % 7 === 6) {
      const gone = `${run}-gone-${turn}`
      store.conversations.create(gone, 'gone')
      store.conversations.markDeleted(gone)
      store.conversations.erase(gone)
    }
  }
}
