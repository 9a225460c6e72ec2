import { join } from 'node:path'
import Database from 'libsql'
import { describe, expect, test } from 'vitest'
import { compareListPositions, conversationTable, type StoredConversation } from '../../../src/main/storage/database/conversation-table'
import { migrate } from '../../../src/main/storage/database/migrations'
import { openMemoryStore, openStore, STORE_FILE } from '../../../src/main/storage/database/open-store'
import { withPrivateConversations } from '../../../src/main/storage/database/private-store'
import { retryingStore } from '../../../src/main/storage/database/retrying-store'
import { openSqlDatabase } from '../../../src/main/storage/database/sql-database'
import { z } from '../../../src/shared/lib/zod'
import { createFakeClock } from '../../support/fake-clock'
import { tempFolder } from '../../support/temp-folder'

function memoryStore() {
  const clock = createFakeClock(1_000)
  const store = openMemoryStore({ clock, unreadable: () => {} })
  store.conversations.create('conversation-1', 'First')
  return { clock, store }
}

function throwFull(): never {
  throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
}

const message = (id: string, role: 'user' | 'assistant', text: string) => ({ id, role, parts: [{ type: 'text' as const, text }] })

describe('conversations', () => {
  test('are listed with the newest change first', () => {
    const { clock, store } = memoryStore()
    clock.advance(10)
    store.conversations.create('conversation-2', 'Second')
    clock.advance(10)
    store.conversations.touch('conversation-1', false)
    expect(store.conversations.list().map(({ conversationId }) => conversationId)).toEqual(['conversation-1', 'conversation-2'])
  })

  test('are listed page by page as in the whole list, whatever the pages: stored, private and not yet stored ones', () => {
    const { clock, store } = memoryStore()
    const failing = { ...store, conversations: { ...store.conversations, create: () => throwFull() } }
    const whole = withPrivateConversations(
      retryingStore(failing, { clock, onTrouble: () => {}, onRecovered: () => {}, onDropped: () => {} }),
      openMemoryStore({ clock, unreadable: () => {} }),
      true,
    )
    for (let index = 0; index < 30; index++) {
      if (index % 4 === 0) clock.advance(1)
      const create = [store.conversations.create, whole.privately.create, whole.conversations.create][index % 3]
      create?.(`number-${(index * 7) % 30}`, '')
    }
    store.conversations.markDeleted('number-0')
    const inOrder = whole.conversations.page(null, 1_000)
    expect(new Set(inOrder.map(({ conversationId }) => conversationId)).size).toBe(inOrder.length)
    expect(new Set(inOrder)).toEqual(new Set(whole.conversations.list()))
    expect(inOrder).toEqual([...inOrder].sort(compareListPositions))
    for (const limit of [1, 2, 3, 7, 29, 30]) {
      const read: StoredConversation[] = []
      let page = whole.conversations.page(null, limit)
      while (page.length > 0) {
        expect(page.length).toBeLessThanOrEqual(limit)
        read.push(...page)
        page = whole.conversations.page(page.at(-1) ?? null, limit)
      }
      expect(read).toEqual(inOrder)
    }
    expect(store.conversations.count()).toBe(store.conversations.list().length)
  })

  test('are read page by page by an index: no other rows are read, and none are sorted', () => {
    const database = openSqlDatabase(':memory:')
    migrate(database)
    const asked: string[] = []
    const table = conversationTable(
      {
        ...database,
        all(schema, sql, ...values) {
          asked.push(sql)
          return database.all(schema, sql, ...values)
        },
      },
      createFakeClock(1_000),
    )
    for (let index = 0; index < 5; index++) table.create(`number-${index}`, '')
    table.page(table.page(null, 2).at(-1) ?? null, 2)
    expect(asked).toHaveLength(2)
    const planSchema = z.object({ detail: z.string() })
    const plans = asked.map((sql) =>
      database.all(planSchema, `EXPLAIN QUERY PLAN ${sql.replace(/\?\d?/g, '1')}`).map(({ detail }) => detail),
    )
    expect(plans).toEqual([
      ['SCAN conversations USING INDEX conversationsInOrder'],
      ['SEARCH conversations USING INDEX conversationsInOrder (updatedAt<?)'],
    ])
  })

  test('keep their new title, and remember that they had a voice', () => {
    const { store } = memoryStore()
    store.conversations.rename('conversation-1', '星野印刷の請求書')
    store.conversations.touch('conversation-1', true)
    store.conversations.touch('conversation-1', false)
    expect(store.conversations.get('conversation-1')).toMatchObject({ title: '星野印刷の請求書', hasVoice: true })
  })

  test('keep a whole title and draft with a zero character, except for that', () => {
    const { store } = memoryStore()
    const { conversationId } = store.conversations.create('conversation-9', 'before\0after')
    store.drafts.save(conversationId, 'half\0 a draft')
    expect(store.conversations.get(conversationId)?.title).toBe('before\ufffdafter')
    expect(store.drafts.get(conversationId)).toBe('half\ufffd a draft')
  })

  test('that do not exist are null', () => {
    expect(memoryStore().store.conversations.get('conversation-9')).toBeNull()
  })
})

describe('session handles', () => {
  const handle = (name: string, baseUrl: string | null = null) => ({
    handle: name,
    endpoint: { baseUrl, model: 'gemini-3.8-live' },
    at: 1_000,
  })

  test('are one per conversation, the newest, with its owner and its time', () => {
    const { store } = memoryStore()
    expect(store.sessionHandles.get('conversation-1')).toBeNull()
    store.sessionHandles.save('conversation-1', handle('h-1'))
    store.sessionHandles.save('conversation-1', handle('h-2', 'http://127.0.0.1'))
    expect(store.sessionHandles.get('conversation-1')).toEqual(handle('h-2', 'http://127.0.0.1'))
    store.sessionHandles.remove('conversation-1')
    expect(store.sessionHandles.get('conversation-1')).toBeNull()
  })

  test('of a conversation that does not exist are not stored', () => {
    const { store } = memoryStore()
    store.sessionHandles.save('conversation-9', handle('h-1'))
    expect(store.sessionHandles.get('conversation-9')).toBeNull()
  })
})

describe('messages', () => {
  test('come back exactly as they were saved', () => {
    const { store } = memoryStore()
    const saved = { ...message('message-1', 'assistant', 'ありがとう 🎉 \u0000'), metadata: { usage: { totalTokens: 12 } } }
    store.messages.save('conversation-1', 'turn-1', saved)
    expect(store.messages.list('conversation-1')).toEqual([saved])
  })

  test('that are saved again keep their place and have their new text', () => {
    const { store } = memoryStore()
    store.messages.save('conversation-1', 'turn-1', message('message-1', 'user', 'a'))
    store.messages.save('conversation-1', 'turn-2', message('message-2', 'user', 'b'))
    store.messages.save('conversation-1', 'turn-1', message('message-1', 'user', 'a, longer'))
    expect(store.messages.list('conversation-1')).toEqual([message('message-1', 'user', 'a, longer'), message('message-2', 'user', 'b')])
  })

  test('are ordered by turn, the user’s text before the answer, even if the text arrives late', () => {
    const { store } = memoryStore()
    store.messages.save('conversation-1', 'turn-1', message('answer-1', 'assistant', ''))
    store.messages.save('conversation-1', 'turn-2', message('answer-2', 'assistant', ''))
    store.messages.save('conversation-1', 'turn-2', message('words-2', 'user', ''))
    store.messages.save('conversation-1', 'turn-1', message('words-1', 'user', ''))
    expect(store.messages.list('conversation-1').map(({ id }) => id)).toEqual(['words-1', 'answer-1', 'words-2', 'answer-2'])
  })

  test('of another conversation are not mixed in', () => {
    const { store } = memoryStore()
    store.conversations.create('conversation-2', 'Second')
    store.messages.save('conversation-2', 'turn-1', message('message-1', 'user', 'other'))
    expect(store.messages.list('conversation-1')).toEqual([])
  })

  test('of a missing conversation are not stored, without an error', () => {
    const { store } = memoryStore()
    store.messages.save('conversation-9', 'turn-1', message('message-1', 'user', 'Hello'))
    store.modelContents.save('conversation-9', 'message-1', [])
    expect(store.messages.list('conversation-9')).toEqual([])
    expect(store.modelContents.list('conversation-9')).toEqual([])
  })

  test('that can’t be read only affect themselves, and stay in the file', () => {
    const folder = tempFolder()
    const unreadable: string[] = []
    const result = openStore(folder, { clock: createFakeClock(), unreadable: (_, messageId) => unreadable.push(messageId) })
    if (!result.ok) throw new Error(result.error.message)
    const { store } = result.value
    store.conversations.create('conversation-1', 'First')
    for (const id of ['message-1', 'message-2', 'message-3']) store.messages.save('conversation-1', id, message(id, 'user', id))
    const other = new Database(join(folder, STORE_FILE))
    other.prepare('UPDATE messages SET json = ? WHERE messageId = ?').run('{"id":"mess', 'message-1')
    other.prepare('UPDATE messages SET json = ? WHERE messageId = ?').run('{"id":7}', 'message-2')
    expect(store.messages.list('conversation-1')).toEqual([message('message-3', 'user', 'message-3')])
    expect(unreadable).toEqual(['message-1', 'message-2'])
    expect(other.prepare('SELECT count(*) AS count FROM messages').all()).toEqual([{ count: 3 }])
    other.close()
    store.close()
  })
})

test('model contents are read back verbatim: order of keys, empty signed parts, large numbers', () => {
  const { store } = memoryStore()
  const contents = [
    { role: 'model', parts: [{ thoughtSignature: 'c2ln', text: '' }, { functionCall: { name: 'a', args: { z: 1, a: 12345678.25 } } }] },
  ]
  store.modelContents.save('conversation-1', 'message-1', contents)
  store.modelContents.save('conversation-1', 'message-2', [])
  expect(JSON.stringify(store.modelContents.list('conversation-1')[0]?.contents)).toBe(JSON.stringify(contents))
  store.modelContents.save('conversation-1', 'message-1', [])
  expect(store.modelContents.list('conversation-1')).toEqual([
    { messageId: 'message-1', contents: [] },
    { messageId: 'message-2', contents: [] },
  ])
})

describe('the wallet', () => {
  test('begins with its accounts, and stores payments', () => {
    const { store } = memoryStore()
    expect(store.wallet.accounts().map(({ accountId, currency }) => `${accountId} ${currency}`)).toEqual([
      '4417 JPY',
      '0932 JPY',
      '7781 USD',
    ])
  })

  test('takes no money from an account whose payment can’t be written', () => {
    const { store } = memoryStore()
    const payment = {
      paymentId: 'payment-1',
      toolCallId: 'call-1',
      inputHash: 'hash',
      accountId: '4417',
      recipient: 'Hoshino Print K.K.',
      amountMinor: 100,
      currency: 'JPY',
      reference: '',
      payOn: '2026-11-27',
      paidAt: 0,
    }
    store.wallet.pay(payment)
    expect(() => store.wallet.pay({ ...payment, paymentId: 'payment-2' })).toThrow()
    expect(store.wallet.accounts()[0]?.balanceMinor).toBe(1_249_900)
    expect(store.wallet.payments()).toHaveLength(1)
  })
})

describe('clients of the gateway', () => {
  test('that could answer all approvals, before those were separated by their risk, may answer at low and medium risk', () => {
    const folder = tempFolder()
    const opened = () => {
      const result = openStore(folder, { clock: createFakeClock(1_000), unreadable: () => {} })
      if (!result.ok) throw new Error(result.error.message)
      return result.value.store
    }
    opened().close()
    const database = new Database(join(folder, STORE_FILE))
    database.exec(
      `INSERT INTO gateway_clients (clientId, name, tokenHash, scopes, origins, createdAt) VALUES ('client-1', 'Editor', 'hash', '["chat","approve"]', '[]', 1)`,
    )
    database.close()
    const store = opened()
    expect(store.gatewayClients.list().map(({ scopes }) => scopes)).toEqual([['chat', 'approve-low', 'approve-medium']])
    store.close()
  })
})
