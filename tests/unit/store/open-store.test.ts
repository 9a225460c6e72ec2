import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { describe, expect, test } from 'vitest'
import { migrations } from '../../../src/main/storage/database/migrations'
import { checkStore, openMemoryStore, openStore, STORE_FILE } from '../../../src/main/storage/database/open-store'
import type { Store } from '../../../src/main/storage/database/store'
import { createFakeClock } from '../../support/fake-clock'
import { tempFolder } from '../../support/temp-folder'

const options = { clock: createFakeClock(), unreadable: () => {} }

function opened(folder: string, checked?: string): { store: Store; setAside: string | null } {
  const result = openStore(folder, options, checked)
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

/** A closed database with one conversation in it. */
function keptFolder(): string {
  const folder = tempFolder()
  const { store } = opened(folder)
  store.conversations.create('conversation-1', 'The Hoshino invoice')
  store.close()
  return folder
}

test('written data is there after closing and opening', () => {
  const { store } = opened(keptFolder())
  expect(store.conversations.list()).toMatchObject([{ conversationId: 'conversation-1', title: 'The Hoshino invoice' }])
  store.close()
})

test('written data is there after a crash, without closing', () => {
  const folder = tempFolder()
  const crashed = opened(folder)
  crashed.store.conversations.create('conversation-1', 'The Hoshino invoice')
  const { store } = opened(folder)
  expect(store.conversations.list()).toHaveLength(1)
  store.close()
  crashed.store.close()
})

test('a missing folder is made', () => {
  const folder = join(tempFolder(), 'new', 'parley')
  opened(folder).store.close()
  expect(existsSync(join(folder, STORE_FILE))).toBe(true)
})

test('a large database is checked before it is opened while other work goes on, and is then opened without reading it again', async () => {
  const folder = keptFolder()
  const { store } = opened(folder)
  const text = 'The Hoshino invoice. '.repeat(1000)
  for (let number = 0; number < 400; number += 1)
    store.messages.save('conversation-1', 'turn', { id: `message-${number}`, role: 'user', parts: [{ type: 'text', text }] })
  store.close()
  const checking = checkStore(folder)
  let turns = 0
  let isDone = false
  void checking.finally(() => {
    isDone = true
  })
  while (!isDone) {
    turns += 1
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await checking).toBe('ok')
  // a check on this thread would leave one turn
  expect(turns).toBeGreaterThan(2)
  // what the check found counts, whatever is in the file
  expect(opened(folder, '*** in database main ***').setAside).toMatch(/^parley\.damaged-/)
})

test('a folder without a database has nothing to check, and none is made', async () => {
  const folder = tempFolder()
  expect(await checkStore(folder)).toBeUndefined()
  expect(existsSync(join(folder, STORE_FILE))).toBe(false)
})

describe('a newer database', () => {
  function newerFolder(): string {
    const folder = keptFolder()
    const database = new Database(join(folder, STORE_FILE))
    database.exec(`CREATE TABLE future (secret TEXT); PRAGMA user_version = ${migrations.length + 1}`)
    database.close()
    return folder
  }

  test('is refused and kept', async () => {
    const folder = newerFolder()
    const before = readFileSync(join(folder, STORE_FILE))
    const result = openStore(folder, options, await checkStore(folder))
    expect(result).toMatchObject({ ok: false, error: { code: 'store-newer', message: expect.stringContaining('newer Parley') } })
    expect(readFileSync(join(folder, STORE_FILE)).equals(before)).toBe(true)
  })

  test('leaves a store in memory to work with, which does not change the file', () => {
    const folder = newerFolder()
    const before = readFileSync(join(folder, STORE_FILE))
    openStore(folder, options)
    const store = openMemoryStore(options)
    store.conversations.create('conversation-2', 'Only until quit')
    store.close()
    expect(readFileSync(join(folder, STORE_FILE)).equals(before)).toBe(true)
  })
})

test('a database of another program is refused and kept', () => {
  const folder = tempFolder()
  const file = join(folder, STORE_FILE)
  const foreign = new Database(file)
  foreign.exec('CREATE TABLE invoices (number TEXT)')
  foreign.close()
  const before = readFileSync(file)
  expect(openStore(folder, options)).toMatchObject({ ok: false, error: { code: 'store-foreign' } })
  expect(readFileSync(file).equals(before)).toBe(true)
})

describe('a damaged database is moved aside and kept, and the app continues with an empty one', () => {
  const faults: readonly (readonly [string, (file: string) => void])[] = [
    ['text in its place', (file) => writeFileSync(file, 'this is not a database '.repeat(500))],
    ['cut off in the middle', (file) => truncateSync(file, Math.floor(statSync(file).size / 2))],
    [
      'with a page overwritten',
      (file) => {
        const bytes = readFileSync(file)
        bytes.fill(0x5a, 4096, 8192)
        writeFileSync(file, bytes)
      },
    ],
  ]

  const checks = faults.flatMap(([fault, damage]) => [
    [fault, 'as it is opened', damage, async () => undefined] as const,
    [fault, 'before it is opened', damage, checkStore] as const,
  ])

  test.each(checks)('%s, found %s', async (_, __, damage, check) => {
    const folder = keptFolder()
    const file = join(folder, STORE_FILE)
    damage(file)
    const damaged = readFileSync(file)
    const { store, setAside } = opened(folder, await check(folder))
    expect(store.conversations.list()).toEqual([])
    store.close()
    expect(setAside).toMatch(/^parley\.damaged-.*\.db$/)
    expect(readFileSync(join(folder, setAside ?? '')).equals(damaged)).toBe(true)
  })

  test('a second time at the same moment, without losing the first', () => {
    const folder = keptFolder()
    for (const words of ['first ', 'second ']) {
      writeFileSync(join(folder, STORE_FILE), words.repeat(500))
      opened(folder).store.close()
    }
    const kept = readdirSync(folder).filter((name) => /^parley\.damaged-.*\.db$/.test(name))
    expect(kept.map((name) => readFileSync(join(folder, name), 'utf8').slice(0, 6).trim()).sort()).toEqual(['first', 'second'])
  })
})

test('a folder in place of the file is reported, without its path, and kept', () => {
  const folder = tempFolder()
  mkdirSync(join(folder, STORE_FILE, 'inside'), { recursive: true })
  const result = openStore(folder, options)
  expect(result).toMatchObject({ ok: false, error: { code: 'store-unavailable' } })
  expect(JSON.stringify(result)).not.toContain(folder)
  expect(existsSync(join(folder, STORE_FILE, 'inside'))).toBe(true)
})

test('a failed schema step leaves the file unchanged', () => {
  const folder = tempFolder()
  const file = join(folder, STORE_FILE)
  const half = new Database(file)
  half.exec('PRAGMA application_id = 1349676153; CREATE TABLE messages (half TEXT)')
  half.close()
  expect(openStore(folder, options)).toMatchObject({ ok: false, error: { code: 'store-unavailable' } })
  const after = new Database(file)
  expect(after.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'messages' }])
  after.close()
})

test('a damaged index is rebuilt, and the conversations stay', () => {
  const folder = keptFolder()
  const before = opened(folder)
  const message = { id: 'message-1', role: 'user' as const, parts: [{ type: 'text' as const, text: '大阪の配送センター' }] }
  before.store.messages.save('conversation-1', 'turn-1', message)
  before.store.close()
  const file = new Database(join(folder, STORE_FILE))
  file.exec('DELETE FROM message_index_data WHERE id > 10')
  file.close()
  const { store, setAside } = opened(folder)
  expect(setAside).toBeNull()
  expect(store.search.messages(['配送セ'], 10, 10)).toMatchObject([{ messageId: 'message-1' }])
  store.close()
})
