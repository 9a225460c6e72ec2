import { join } from 'node:path'
import Database from 'libsql'
import { expect, test } from 'vitest'
import { openMemoryStore, openStore, STORE_FILE } from '../../../src/main/storage/database/open-store'
import { retryingStore, WRITE_AGAIN_MS } from '../../../src/main/storage/database/retrying-store'
import type { Store } from '../../../src/main/storage/database/store'
import { createFakeClock } from '../../support/fake-clock'
import { tempFolder } from '../../support/temp-folder'

const said = (id: string, text: string) => ({ id, role: 'user' as const, parts: [{ type: 'text' as const, text }] })

function bench(real: Store, clock = createFakeClock(1_000)) {
  const told: string[] = []
  const store = retryingStore(real, {
    clock,
    onTrouble: (code) => void told.push(code),
    onRecovered: () => void told.push('recovered'),
    onDropped: () => void told.push('dropped'),
  })
  const texts = () =>
    real.messages.list('conversation-1').map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')).join(''))
  return { store, told, texts, clock }
}

/** A real store whose disk is full until there is space again. */
function fullDisk() {
  const clock = createFakeClock(1_000)
  const real = openMemoryStore({ clock, unreadable: () => {} })
  real.conversations.create('conversation-1', 'First')
  let full = true
  const refuse = (): void => {
    if (full) throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  }
  const failing: Store = {
    ...real,
    messages: {
      ...real.messages,
      save(...words) {
        refuse()
        real.messages.save(...words)
      },
    },
    conversations: {
      ...real.conversations,
      touch(...what) {
        refuse()
        real.conversations.touch(...what)
      },
      setReplyModality(...what) {
        refuse()
        real.conversations.setReplyModality(...what)
      },
    },
    gatewayClients: {
      ...real.gatewayClients,
      used(...what) {
        refuse()
        real.gatewayClients.used(...what)
      },
    },
    gatewayThreads: {
      ...real.gatewayThreads,
      save(...what) {
        refuse()
        real.gatewayThreads.save(...what)
      },
    },
  }
  const room = (): void => {
    full = false
  }
  return { ...bench(failing, clock), real, room }
}

test('on a full disk the conversation gets no exceptions, the user gets one notice, and everything is written when there is space', () => {
  const { store, told, texts, clock, room } = fullDisk()
  store.messages.save('conversation-1', 'turn-1', said('message-1', 'Hel'))
  store.messages.save('conversation-1', 'turn-2', said('message-2', 'Second'))
  store.messages.save('conversation-1', 'turn-1', said('message-1', 'Hello'))
  store.conversations.touch('conversation-1', true)
  clock.advance(WRITE_AGAIN_MS)
  expect({ told, texts: texts() }).toEqual({ told: ['SQLITE_FULL'], texts: [] })
  room()
  clock.advance(WRITE_AGAIN_MS)
  expect({ told, texts: texts() }).toEqual({ told: ['SQLITE_FULL', 'recovered'], texts: ['Hello', 'Second'] })
  expect(store.conversations.get('conversation-1')).toMatchObject({ hasVoice: true })
})

test('later messages are queued after earlier ones', () => {
  const { store, texts, clock, room } = fullDisk()
  store.messages.save('conversation-1', 'turn-1', said('message-1', 'First'))
  room()
  store.messages.save('conversation-1', 'turn-2', said('message-2', 'Second'))
  expect(texts()).toEqual([])
  clock.advance(WRITE_AGAIN_MS)
  expect(texts()).toEqual(['First', 'Second'])
})

test('a second failure is reported again', () => {
  const clock = createFakeClock()
  const real = openMemoryStore({ clock, unreadable: () => {} })
  const { told, store } = bench(
    {
      ...real,
      messages: {
        ...real.messages,
        save(_conversation, turnId) {
          if (turnId === 'bad' && told.length % 2 === 0) throw Object.assign(new Error('no'), { code: 'SQLITE_READONLY' })
        },
      },
    },
    clock,
  )
  for (const turn of ['bad', 'bad']) {
    store.messages.save('conversation-1', turn, said('message-1', 'x'))
    clock.advance(WRITE_AGAIN_MS)
  }
  expect(told).toEqual(['SQLITE_READONLY', 'recovered', 'SQLITE_READONLY', 'recovered'])
})

test('a file that another program locks gets the data when it is unlocked, at the latest when the app ends', () => {
  const folder = tempFolder()
  const clock = createFakeClock(1_000)
  const opened = openStore(folder, { clock, unreadable: () => {} })
  if (!opened.ok) throw new Error(opened.error.message)
  opened.value.store.conversations.create('conversation-1', 'First')
  const { store, told } = bench(opened.value.store, clock)
  const other = new Database(join(folder, STORE_FILE))
  other.exec('BEGIN IMMEDIATE')
  store.messages.save('conversation-1', 'turn-1', said('message-1', 'Kept all the same'))
  expect(told).toEqual(['SQLITE_BUSY'])
  other.exec('ROLLBACK')
  other.close()
  store.close()
  expect(told).toEqual(['SQLITE_BUSY', 'recovered'])
  const again = openStore(folder, { clock, unreadable: () => {} })
  if (!again.ok) throw new Error(again.error.message)
  expect(again.value.store.messages.list('conversation-1')).toMatchObject([{ id: 'message-1' }])
  again.value.store.close()
})

test('unwritten data can be read all the same, in its place; newer data comes before stored data', () => {
  const { store, room, clock } = fullDisk()
  const texts = () =>
    store.messages.list('conversation-1').map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')).join(''))
  store.messages.save('conversation-1', 'turn-1', said('message-1', 'Hello'))
  store.drafts.save('conversation-1', 'typed')
  expect({ texts: texts(), draft: store.drafts.get('conversation-1') }).toEqual({ texts: ['Hello'], draft: 'typed' })
  room()
  clock.advance(WRITE_AGAIN_MS)
  store.messages.save('conversation-1', 'turn-2', said('message-2', 'Second'))
  expect({ texts: texts(), draft: store.drafts.get('conversation-1') }).toEqual({ texts: ['Hello', 'Second'], draft: 'typed' })
})

test('on a full disk a client of the gateway is accepted and finds its thread; both are stored when there is space', () => {
  const { store, real, clock, room } = fullDisk()
  const client = { clientId: 'client-1', name: 'Editor', tokenHash: 'hash', scopes: [], origins: [], createdAt: 1, lastUsedAt: null }
  real.gatewayClients.insert(client)
  store.gatewayClients.used('client-1', 2_000)
  store.conversations.setReplyModality('conversation-1', 'text')
  store.gatewayThreads.save('client-1', 'chat', 'thread', 'conversation-1', null)
  store.gatewayThreads.save('client-1', 'run', 'run', 'conversation-1', 1_500)
  const found = (from: Store) => [
    from.gatewayThreads.find('client-1', 'chat', 'thread', 1_000),
    from.gatewayThreads.find('client-1', 'run', 'run', 1_000),
    from.gatewayThreads.find('client-1', 'run', 'run', 1_500),
  ]
  expect({ found: found(store), has: store.gatewayThreads.has('conversation-1'), stored: found(real) }).toEqual({
    found: ['conversation-1', 'conversation-1', null],
    has: true,
    stored: [null, null, null],
  })
  room()
  clock.advance(WRITE_AGAIN_MS)
  expect(found(real)).toEqual(['conversation-1', 'conversation-1', null])
  expect(real.gatewayClients.list()).toMatchObject([{ lastUsedAt: 2_000 }])
  expect(real.conversations.get('conversation-1')?.replyModality).toBe('text')
})

/** A real store that refuses messages whose text says so, with that code. */
function choosyDisk() {
  const clock = createFakeClock(1_000)
  const real = openMemoryStore({ clock, unreadable: () => {} })
  for (const id of ['conversation-1', 'conversation-2']) real.conversations.create(id, id)
  let mended = false
  const refusing: Store = {
    ...real,
    messages: {
      ...real.messages,
      save(conversationId, turnId, message) {
        const [code] = message.parts.flatMap((part) => (part.type === 'text' && /^[A-Z_]+$/.test(part.text) ? [part.text] : []))
        if (code !== undefined && !mended) throw Object.assign(new Error(code), { code })
        real.messages.save(conversationId, turnId, message)
      },
    },
  }
  const stored = (id: string) => real.messages.list(id).map((message) => message.id)
  const mend = (): void => {
    mended = true
  }
  return { ...bench(refusing, clock), stored, mend }
}

test('a write that always fails keeps no other waiting: not of its conversation where it fails for itself, else not of others', () => {
  const { store, stored, told, clock, mend } = choosyDisk()
  store.messages.save('conversation-1', 'turn-1', said('broken', 'SQLITE_CORRUPT'))
  store.messages.save('conversation-1', 'turn-2', said('after', 'Hello'))
  expect(stored('conversation-1')).toEqual(['after'])
  store.messages.save('conversation-2', 'turn-1', said('large', 'SQLITE_FULL'))
  store.messages.save('conversation-2', 'turn-2', said('behind', 'Small'))
  store.conversations.rename('conversation-1', 'New name')
  clock.advance(10 * WRITE_AGAIN_MS)
  expect(stored('conversation-2')).toEqual([])
  expect(store.conversations.get('conversation-1')?.title).toBe('New name')
  expect(told).toEqual(['SQLITE_CORRUPT'])
  mend()
  clock.advance(WRITE_AGAIN_MS)
  expect([stored('conversation-1'), stored('conversation-2')]).toEqual([
    ['after', 'broken'],
    ['large', 'behind'],
  ])
  expect(told).toEqual(['SQLITE_CORRUPT', 'recovered'])
})

test('a write for a conversation that was erased meanwhile is dropped, and nothing waits for it', () => {
  const { store, stored, told, clock } = choosyDisk()
  store.messages.save('conversation-1', 'turn-1', said('message-1', 'SQLITE_CONSTRAINT_FOREIGNKEY'))
  store.conversations.markDeleted('conversation-1')
  store.conversations.erase('conversation-1')
  clock.advance(WRITE_AGAIN_MS)
  expect(told).toEqual(['SQLITE_CONSTRAINT_FOREIGNKEY', 'dropped', 'recovered'])
  store.messages.save('conversation-2', 'turn-1', said('message-2', 'Hello'))
  expect(stored('conversation-2')).toEqual(['message-2'])
})
