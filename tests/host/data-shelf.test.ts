import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ShelfLimits } from '../../src/main/data/artifacts/artifact-shelf'
import { createDataService } from '../../src/main/data/data-service'
import { silentLogger } from '../../src/main/log/logger'
import { openKeptStore } from '../../src/main/store/open-kept-store'
import type { EventName } from '../../src/shared/ipc/contract'
import { countingIds } from '../../src/shared/lib/ids'
import { builtDataFiles } from '../support/data-files'
import { createFakeClock, type FakeClock } from '../support/fake-clock'
import { tempFolder } from '../support/temp-folder'

const DAY_MS = 86_400_000
const roomy: ShelfLimits = { keepMs: 30 * DAY_MS, bytes: 1e9 }

/** Sources, queries and results over a folder, at a time that stands still. */
async function opened(clock: FakeClock, folder = tempFolder(), limits = roomy) {
  const told: EventName[] = []
  const notices = { show: () => undefined, clear: () => undefined }
  const store = openKeptStore(folder, clock, silentLogger, notices)
  store.conversations.create('talk', 'talk')
  const troubles: unknown[] = []
  const data = createDataService({
    store,
    userDataFolder: folder,
    files: await builtDataFiles(),
    clock,
    newId: countingIds(),
    emit: (name) => void told.push(name),
    report: (error) => troubles.push(error),
    limits,
  })
  let isOpen = true
  async function close(): Promise<void> {
    if (!isOpen) return
    isOpen = false
    await data.close()
    store.close()
    expect(troubles).toEqual([])
  }
  onTestFinished(close)
  const ask = async (sql: string, conversationId = 'talk') => {
    const wish = {
      conversationId,
      toolCallId: null,
      sql,
      title: sql,
      maxRows: null,
      origin: { kind: 'source', name: 'Sample shop' },
    } as const
    const ran = await data.queries.run(wish, new AbortController().signal)
    if (!ran.ok) throw new Error(ran.error.message)
    return ran.value.artifactId
  }
  const states = () => data.shelf.list(null).map(({ sqlName, state }) => `${sqlName} ${state}`)
  return { ...data, store, folder, ask, close, told, states }
}

test('a result goes when its time is over, says so, and comes back when its query runs again', async () => {
  const clock = createFakeClock()
  const { ask, shelf, queries, states, told } = await opened(clock)
  const artifactId = await ask('SELECT city FROM customers')
  const file = shelf.fileOf(artifactId)
  clock.advance(30 * DAY_MS - 1)
  expect(states()).toEqual(['result_1 here'])
  expect(existsSync(file)).toBe(true)
  clock.advance(1)
  expect(states()).toEqual(['result_1 gone'])
  expect(told.at(-1)).toBe('artifact.changed')
  await expect.poll(() => existsSync(file)).toBe(false)
  const asked = await queries.filesOf({ kind: 'artifacts', names: ['result_1'] }, 'talk')
  expect(asked).toMatchObject({ error: { code: 'artifact-gone', message: expect.stringContaining('Run its query again') } })
  expect(await queries.again(artifactId)).toMatchObject({
    ok: true,
    value: { artifactId, state: 'here', expiresAt: clock.now() + 30 * DAY_MS },
  })
  expect(existsSync(file)).toBe(true)
})

test('a result that is kept outlives its time, also while the program is closed; one that is let go has its time again', async () => {
  const clock = createFakeClock()
  const first = await opened(clock)
  const kept = await first.ask('SELECT city FROM customers')
  await first.ask('SELECT name FROM products')
  expect(first.shelf.keep(kept, true)).toMatchObject({ value: { expiresAt: null } })
  expect(first.shelf.update(kept, { title: '町' })).toMatchObject({ value: { title: '町' } })
  await first.close()
  clock.advance(40 * DAY_MS)
  const second = await opened(clock, first.folder)
  expect(second.states()).toEqual(['result_2 gone', 'result_1 here'])
  expect(second.shelf.get(kept)).toMatchObject({ value: { title: '町' } })
  await expect.poll(() => readdirSync(join(first.folder, 'data', 'artifacts'))).toEqual([`${kept}.db`])
  expect(second.shelf.keep(kept, false)).toMatchObject({ value: { expiresAt: clock.now() + 30 * DAY_MS } })
})

test('where all results have no room together, the oldest that nobody keeps goes first, and the newest never', async () => {
  const clock = createFakeClock()
  const { ask, shelf, states } = await opened(clock, tempFolder(), { keepMs: DAY_MS, bytes: 25_000 })
  const sql = 'SELECT name, city FROM customers LIMIT 200'
  const kept = await ask(sql)
  shelf.keep(kept, true)
  const [{ bytes } = { bytes: 0 }] = shelf.list(null)
  const fits = Math.floor(25_000 / bytes)
  expect(fits).toBeGreaterThan(2)
  for (let number = 1; number <= fits; number += 1) await ask(sql)
  expect(states().filter((state) => state.endsWith('gone'))).toEqual(['result_2 gone'])
  expect(states()).toContain('result_1 here')
  // larger than all of the room
  await ask('SELECT * FROM events LIMIT 1000')
  expect(states().filter((state) => state.endsWith('here'))).toEqual([`result_${fits + 2} here`, 'result_1 here'])
})

test('a result that is removed is gone with its rows, and so are all of a conversation that is erased', async () => {
  const { ask, shelf, states, told, folder } = await opened(createFakeClock())
  const first = await ask('SELECT city FROM customers')
  await ask('SELECT name FROM products')
  await ask('SELECT name FROM products', 'other')
  await shelf.remove(first)
  expect(told.at(-1)).toBe('artifact.removed')
  expect(shelf.get(first)).toMatchObject({ error: { code: 'artifact-unknown' } })
  await shelf.removeOf('talk')
  expect(states()).toEqual(['result_3 here'])
  expect(readdirSync(join(folder, 'data', 'artifacts'))).toHaveLength(1)
  await shelf.removeAll()
  expect(states()).toEqual([])
  expect(existsSync(join(folder, 'data', 'artifacts'))).toBe(false)
})

test('of a result of a private conversation nothing is kept: it is known until the end, and its rows are gone with the program', async () => {
  const clock = createFakeClock()
  const first = await opened(clock)
  first.store.privately.create('secret')
  const artifactId = await first.ask("SELECT 'canary4711' AS bird", 'secret')
  expect(first.shelf.list('secret')).toHaveLength(1)
  expect(readdirSync(join(first.folder, 'data', 'artifacts'))).toEqual([])
  const left = first.shelf.fileOf(artifactId)
  await first.close()
  expect(existsSync(left)).toBe(false)
  const second = await opened(clock, first.folder)
  expect(second.states()).toEqual([])
})
