import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createHistoryImports } from '../../../src/main/history/history-imports'
import { importAtOnce } from '../../../src/main/history/import-history'
import { openStore, STORE_FILE } from '../../../src/main/storage/database/open-store'
import type { Store } from '../../../src/main/storage/database/store'
import { createFakeClock } from '../../support/fake-clock'
import { fileOfMany } from '../../support/many-conversations'
import { emptyStore } from '../../support/stored-worlds'
import { tempFolder } from '../../support/temp-folder'

const COUNT = 200
const file = fileOfMany(COUNT)
const ids = Array.from({ length: COUNT }, (_, index) => `many-${index}`)

/** Imports that pause after each step; `onPause` is called then, with what is left of them in the store. */
function imports(store: Store = emptyStore(createFakeClock())) {
  const pauses: { percent: number; listed: number; stored: number }[] = []
  const reports: unknown[] = []
  let percent = 0
  let time = 0
  const hooks = { onPause: (_pauses: number): void => {} }
  const service = createHistoryImports({
    store,
    newId: (prefix) => `new-${prefix}`,
    now: () => (time += 100),
    pause() {
      pauses.push({ percent, ...facts(store) })
      hooks.onPause(pauses.length)
      return Promise.resolve()
    },
    onProgress: (next) => (percent = next),
    report: (error) => void reports.push(error),
  })
  return { store, service, pauses, reports, hooks }
}

function facts(store: Store) {
  return {
    listed: store.conversations.list().length,
    stored: store.archive.taken({ conversations: ids, calls: [], approvals: [] }).conversations.length,
  }
}

test('an import pauses all the way, at each conversation that it checks and at each few that it stores, and shows them at the end', async () => {
  const { store, service, pauses } = imports()
  expect((await service.start(file)).conversationIds).toEqual(ids)
  expect(facts(store)).toEqual({ listed: COUNT, stored: COUNT })
  expect(pauses.filter(({ stored }) => stored === 0).length).toBeGreaterThanOrEqual(COUNT)
  const storing = pauses.filter(({ stored, listed }) => stored > 0 && listed === 0)
  expect(new Set(storing.map(({ stored }) => stored)).size).toBe(COUNT / 25)
  expect(pauses.map(({ percent }) => percent)).toEqual(pauses.map(({ percent }) => percent).toSorted((one, other) => one - other))
  expect(pauses.at(-1)?.percent).toBe(100)
  expect(store.search.messages(['number 7?'], 5, 5)).toHaveLength(1)
})

test.each([3, COUNT + 6])('an import that is cancelled at pause %i leaves nothing, and another one can follow', async (at) => {
  const { store, service, hooks } = imports()
  const importing = service.start(file)
  hooks.onPause = (count) => count === at && void service.cancel()
  await expect(importing).rejects.toMatchObject({ code: 'import-cancelled' })
  expect(facts(store)).toEqual({ listed: 0, stored: 0 })
  expect(store.search.messages(['number 7?'], 5, 5)).toEqual([])
  expect((await service.start(file)).conversationIds).toEqual(ids)
})

test('a process that ends in the middle of an import leaves nothing of it to the next start, and all of it once it was stored', async () => {
  for (const shown of [false, true]) {
    const { store, service, hooks, pauses } = imports()
    const importing = service.start(file)
    hooks.onPause = () => {
      const { listed, stored } = pauses.at(-1) ?? { listed: 0, stored: 0 }
      if (shown ? listed > 0 : stored > 50) service.close()
    }
    await expect(importing).rejects.toMatchObject({ code: 'import-cancelled' })
    expect(facts(store).stored).toBeGreaterThan(50)
    expect(store.conversations.deleted()).toEqual([])
    const next = imports(store)
    await next.service.cancel()
    expect(facts(store)).toEqual(shown ? { listed: COUNT, stored: COUNT } : { listed: 0, stored: 0 })
    expect(next.reports).toEqual([])
  }
})

test('a disk that is full in the middle leaves nothing, and says so', async () => {
  const store = emptyStore(createFakeClock())
  let steps = 0
  const full: Store = {
    ...store,
    archive: {
      ...store.archive,
      stage(conversations) {
        steps += 1
        if (steps > 3) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL', rawCode: 13 })
        store.archive.stage(conversations)
      },
    },
  }
  await expect(imports(full).service.start(file)).rejects.toMatchObject({
    code: 'import-not-stored',
    message: expect.stringContaining('SQLITE_FULL'),
  })
  expect(facts(store)).toEqual({ listed: 0, stored: 0 })
})

test('a second import waits for its turn: it is refused while one is running', async () => {
  const { service, hooks } = imports()
  const importing = service.start(file)
  const refusals: unknown[] = []
  hooks.onPause = (count) => {
    if (count === 5) void service.start(file).catch((error: unknown) => refusals.push(error))
  }
  await importing
  expect(refusals).toMatchObject([{ code: 'import-running' }])
})

/** A backup with many conversations and a tool that is asked about; `file` is where it is. */
function backup() {
  const folder = tempFolder()
  const clock = createFakeClock()
  const opened = openStore(folder, { clock, unreadable: () => {} })
  if (!opened.ok) throw new Error(opened.error.message)
  const { store } = opened.value
  importAtOnce(Buffer.concat(file), store, (prefix) => prefix)
  store.toolDefaults.set('get_weather', 'ask')
  return { store, file: join(folder, STORE_FILE) }
}

test('a backup is restored with a pause after each conversation, and all of it appears at the end', async () => {
  const { store, service, pauses } = imports()
  const from = backup()
  expect(await service.restore(from.store, from.file)).toBe(COUNT)
  expect(facts(store)).toEqual({ listed: COUNT, stored: COUNT })
  expect(pauses.filter(({ listed, stored }) => listed === 0 && stored > 0)).toHaveLength(COUNT)
  expect(store.toolDefaults.get('get_weather')).toBe('ask')
  // nothing is left to do
  expect(await service.restore(from.store, from.file)).toBe(0)
  from.store.close()
})

test('a backup whose restoring ends in the middle leaves nothing, and no other import runs beside it', async () => {
  const { store, service, hooks } = imports()
  const from = backup()
  const restoring = service.restore(from.store, from.file)
  await expect(service.start(file)).rejects.toMatchObject({ code: 'import-running' })
  hooks.onPause = (count) => count === 20 && void service.cancel()
  await expect(restoring).rejects.toMatchObject({ code: 'import-cancelled' })
  expect(facts(store)).toEqual({ listed: 0, stored: 0 })
  expect(store.toolDefaults.get('get_weather')).toBeNull()
  from.store.close()
})
