import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { APPLICATION_ID, migrations, schemaVersion } from '../../../src/main/storage/database/migrations'
import { openStore, STORE_FILE } from '../../../src/main/storage/database/open-store'
import { openSqlDatabase } from '../../../src/main/storage/database/sql-database'
import { createFakeClock } from '../../support/fake-clock'
import { hoshinoPayment } from '../../support/payment-approval'
import { tempFolder } from '../../support/temp-folder'

// every schema that ever existed is written, copied and upgraded on a real disk
vi.setConfig({ testTimeout: 60_000 })

/** A file of the first schema: a conversation, an open approval, a denied one and what happened to each. */
function fileOfTheFirstSchema(): string {
  const folder = tempFolder()
  const database = openSqlDatabase(join(folder, STORE_FILE))
  database.script('PRAGMA journal_mode = WAL')
  database.script(migrations[0] ?? '')
  database.script(`PRAGMA application_id = ${APPLICATION_ID}`)
  database.script('PRAGMA user_version = 1')
  database.run("INSERT INTO conversations VALUES ('conversation-1', 'Hoshino Print invoice', 1, 2, 1)")
  const insert = (approvalId: string, toolCallId: string, state: string, reason: string | null): void => {
    database.run(
      `INSERT INTO approvals VALUES (?, 'conversation-1', 'turn-1', 'message-1', ?, 'process_payment', 'high',
         '{"en":"Pay?","ja":"支払いますか？"}', 'Kita Bank', ?, ?, '{"number":3,"name":{"en":"payments always ask","ja":"支払いは必ず確認"}}',
         ?, 1000, 500000, NULL, ?)`,
      approvalId,
      toolCallId,
      JSON.stringify(hoshinoPayment),
      'a'.repeat(64),
      state,
      reason,
    )
    database.run("INSERT INTO approval_events (approvalId, state, at, reason) VALUES (?, 'requested', 1000, NULL)", approvalId)
  }
  insert('approval-1', 'call-1', 'requested', null)
  insert('approval-2', 'call-2', 'denied', 'too much')
  database.run("INSERT INTO approval_events (approvalId, state, at, reason) VALUES ('approval-2', 'denied', 2000, 'too much')")
  database.close()
  return folder
}

function open(folder: string) {
  const opened = openStore(folder, { clock: createFakeClock(), unreadable: (table, id) => expect.unreachable(`${table} ${id}`) })
  if (!opened.ok) throw new Error(opened.error.message)
  expect(opened.value.setAside).toBeNull()
  return opened.value.store
}

test('approvals of the first schema are there after the step to several approvals per call, with their whole history', () => {
  const folder = fileOfTheFirstSchema()
  const store = open(folder)
  expect(store.conversations.get('conversation-1')).toMatchObject({ title: 'Hoshino Print invoice', hasVoice: true })
  expect(store.approvals.get('approval-1')).toMatchObject({
    state: 'requested',
    input: hoshinoPayment,
    editedInput: null,
    step: { index: 1, of: 1 },
    rule: { number: 3 },
  })
  expect(store.approvals.ofCall('call-2')).toMatchObject({ approvalId: 'approval-2', state: 'denied', reason: 'too much' })
  expect(store.approvals.events('approval-2')).toEqual([
    { state: 'requested', at: 1000, reason: null },
    { state: 'denied', at: 2000, reason: 'too much' },
  ])
  const taken = store.approvals.transition('approval-1', {
    to: 'approved',
    at: 3000,
    reason: null,
    editedInput: { ...hoshinoPayment, amount: 1 },
  })
  expect(taken).toMatchObject({ state: 'approved', editedInput: { amount: 1 } })
  expect(store.approvals.events('approval-1').map(({ state }) => state)).toEqual(['requested', 'approved'])
  store.close()
  open(folder).close()
})

test('every earlier schema can be upgraded to the newest one, and then has the rules, the decisions and the trail', {
  timeout: 30_000,
}, () => {
  for (const version of migrations.keys()) {
    const folder = tempFolder()
    const database = openSqlDatabase(join(folder, STORE_FILE))
    for (const step of migrations.slice(0, version)) database.script(step)
    database.script(`PRAGMA application_id = ${APPLICATION_ID}`)
    database.script(`PRAGMA user_version = ${version}`)
    database.close()
    const store = open(folder)
    expect(store.rules.list()).toEqual([])
    expect(store.toolDefaults.get('process_payment')).toBeNull()
    expect(store.callDecisions.ofConversation('conversation-1')).toEqual([])
    expect(store.audit.list({}, 10)).toEqual([])
    expect(store.sessionHandles.get('conversation-1')).toBeNull()
    expect(store.branches.forks('conversation-1')).toEqual([])
    store.conversations.create('conversation-new', '')
    const picture = { attachmentId: 'attachment-1', fileName: 'a.png', mediaType: 'image/png', width: 1, height: 1, isDraft: true } as const
    store.attachments.add('conversation-new', picture, new Uint8Array([1, 0, 255]))
    expect(store.attachments.content('conversation-new', 'attachment-1')).toEqual(new Uint8Array([1, 0, 255]))
    store.close()
    const again = openSqlDatabase(join(folder, STORE_FILE))
    expect(schemaVersion(again)).toBe(migrations.length)
    again.close()
  }
})

test('messages under every earlier schema are found by the search after the upgrade, even next to an unreadable row', () => {
  for (const version of [...migrations.keys()].slice(1)) {
    const folder = tempFolder()
    const database = openSqlDatabase(join(folder, STORE_FILE))
    for (const step of migrations.slice(0, version)) database.script(step)
    database.script(`PRAGMA application_id = ${APPLICATION_ID}`)
    database.script(`PRAGMA user_version = ${version}`)
    database.run("INSERT INTO conversations (conversationId, title, createdAt, updatedAt) VALUES ('conversation-1', 'Trip', 1, 2)")
    const insert = (position: number, messageId: string, json: string): void => {
      database.run(
        `INSERT INTO messages (conversationId, position, turnPosition, turnId, messageId, role, json, updatedAt)
           VALUES ('conversation-1', ?, ?, ?, ?, 'user', ?, ?)`,
        position,
        position,
        `turn-${position}`,
        messageId,
        json,
        position,
      )
    }
    const message = {
      id: 'whole',
      role: 'user',
      parts: [
        { type: 'file', url: 'x' },
        { type: 'text', text: '明日は新幹線で大阪へ' },
      ],
    }
    insert(1, 'whole', JSON.stringify(message))
    insert(2, 'half', '{"id":"half","parts":[{"type":"te')
    insert(3, 'strange', '{"id":"strange","parts":7}')
    insert(4, 'stranger', '{"id":"stranger","parts":["text",null,[],{"type":"text"},{"type":"text","text":{}}]}')
    database.close()
    const store = open(folder)
    expect(store.search.messages(['新幹線'], 10, 10)).toMatchObject([{ conversationId: 'conversation-1', messageId: 'whole' }])
    expect(store.search.messages(['大阪', '明日は'], 10, 10)).toHaveLength(1)
    expect(store.conversations.list()).toMatchObject([{ conversationId: 'conversation-1', pinnedAt: null, archivedAt: null }])
    store.conversations.markDeleted('conversation-1')
    store.conversations.erase('conversation-1')
    expect(store.search.messages(['新幹線'], 10, 10)).toEqual([])
    store.close()
  }
}, 60_000)
