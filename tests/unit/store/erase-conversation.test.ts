import { join } from 'node:path'
import Database from 'libsql'
import { expect, test } from 'vitest'
import { openStore, STORE_FILE } from '../../../src/main/storage/database/open-store'
import { approvalBench } from '../../support/approval-bench'
import { createFakeClock } from '../../support/fake-clock'
import { filesHolding } from '../../support/files-holding'
import { paymentQuestion } from '../../support/payment-approval'
import { tempFolder } from '../../support/temp-folder'

const SECRET = 'the-word-that-must-go-いなくなる言葉'

test('no part of an erased conversation can be read from the disk, and nothing that belongs to it is left', () => {
  const folder = tempFolder()
  const clock = createFakeClock()
  const opened = openStore(folder, { clock, unreadable: () => {} })
  if (!opened.ok) throw new Error(opened.error.message)
  const { store } = opened.value
  const { queue } = approvalBench({ clock, store })
  store.conversations.create('conversation-1', SECRET)
  store.conversations.create('conversation-2', 'The other one')
  for (let number = 0; number < 50; number += 1) {
    const text = `${SECRET} `.repeat(number + 1)
    for (const conversationId of ['conversation-1', 'conversation-2']) {
      const words = conversationId === 'conversation-1' ? text : 'stays'
      store.messages.save(conversationId, `turn-${number}`, {
        id: `message-${number}`,
        role: 'user',
        parts: [{ type: 'text', text: words }],
      })
    }
  }
  store.modelContents.save('conversation-1', 'message-1', [{ role: 'model', parts: [{ text: SECRET }] }])
  store.sessionHandles.save('conversation-1', { handle: SECRET, endpoint: { baseUrl: null, model: 'm' }, at: 1 })
  queue.ask(paymentQuestion({ conversationId: 'conversation-1', question: { en: SECRET, ja: SECRET } }))
  store.executions.begin({
    toolCallId: 'call-9',
    conversationId: 'conversation-1',
    toolName: 'read_file',
    approvalId: null,
    inputHash: SECRET,
    startedAt: 1,
  })
  queue.withdraw({ conversationId: 'conversation-1' }, 'gone')
  expect(filesHolding(folder, SECRET)).not.toEqual([])

  store.conversations.markDeleted('conversation-1')
  store.conversations.erase('conversation-1')
  expect(store.conversations.restore('conversation-1')).toBe(false)
  expect(store.messages.list('conversation-1')).toEqual([])
  expect(store.approvals.ofConversation('conversation-1')).toEqual([])
  expect(store.executions.list('conversation-1')).toEqual([])
  expect(store.messages.list('conversation-2')).toHaveLength(50)
  expect(filesHolding(folder, SECRET)).toEqual([])
  store.close()
  expect(filesHolding(folder, SECRET)).toEqual([])
  const file = new Database(join(folder, STORE_FILE))
  const pieces = file.prepare("SELECT group_concat(hex(block), '') AS hex FROM message_index_data").get()
  expect(JSON.stringify(pieces)).not.toContain(Buffer.from('いなく', 'utf8').toString('hex').toUpperCase())
  file.exec("INSERT INTO message_index (message_index, rank) VALUES ('integrity-check', 1)")
  expect(file.prepare('PRAGMA quick_check').get()).toMatchObject({ quick_check: 'ok' })
  file.close()
})
