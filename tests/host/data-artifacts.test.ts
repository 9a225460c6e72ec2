import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ArtifactLimits } from '../../src/main/data/artifacts/artifact-store'
import { createDataService } from '../../src/main/data/data-service'
import { describeQuery } from '../../src/main/data/query/describe-query'
import { silentLogger } from '../../src/main/lib/log/logger'
import { openAppStore } from '../../src/main/storage/database/open-app-store'
import type { EventName } from '../../src/shared/ipc/contract'
import type { ArtifactView } from '../../src/shared/ipc/data-calls'
import { countingIds } from '../../src/shared/lib/ids'
import { builtDataFiles } from '../support/data-files'
import { createFakeClock, type FakeClock } from '../support/fake-clock'
import { filesHolding } from '../support/files-holding'
import { tempFolder } from '../support/temp-folder'

const DAY_MS = 86_400_000
const roomy: ArtifactLimits = { keepMs: 30 * DAY_MS, bytes: 1e9, heldBytes: 1e9 }

/** Sources, queries and results over a folder, with a stopped clock. */
async function opened(clock: FakeClock, folder = tempFolder(), limits = roomy) {
  const told: EventName[] = []
  const notices = { show: () => undefined, clear: () => undefined }
  const store = openAppStore(folder, clock, silentLogger, notices)
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
    onStuck: () => troubles.push('stuck'),
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
  const wishOf = (sql: string, conversationId: string, names: readonly string[]) => ({
    conversationId,
    toolCallId: null,
    sql,
    title: sql,
    maxRows: null,
    origin: names.length > 0 ? ({ kind: 'artifacts', names } as const) : ({ kind: 'source', name: 'Sample shop' } as const),
  })
  const ask = async (sql: string, conversationId = 'talk', names: readonly string[] = []) => {
    const wish = wishOf(sql, conversationId, names)
    const ran = await data.queries.run(wish, new AbortController().signal)
    if (!ran.ok) throw new Error(ran.error.message)
    return ran.value.artifactId
  }
  const describe = (sql: string, conversationId: string, names: readonly string[]) =>
    describeQuery(data, { ...wishOf(sql, conversationId, names), reason: 'To see.' })
  const states = () => data.artifacts.list(null).map(({ sqlName, state }) => `${sqlName} ${state}`)
  return { ...data, store, folder, ask, describe, close, told, states }
}

test('a result is removed when its time is over, says so, and comes back when its query runs again', async () => {
  const clock = createFakeClock()
  const { ask, artifacts, queries, states, told } = await opened(clock)
  const artifactId = await ask('SELECT city FROM customers')
  const file = String(artifacts.placeOf(artifactId))
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

test('a pinned result outlives its time, even while the app is closed; an unpinned one has its time again', async () => {
  const clock = createFakeClock()
  const first = await opened(clock)
  const kept = await first.ask('SELECT city FROM customers')
  await first.ask('SELECT name FROM products')
  expect(first.artifacts.keep(kept, true)).toMatchObject({ value: { expiresAt: null } })
  expect(first.artifacts.update(kept, { title: '町' })).toMatchObject({ value: { title: '町' } })
  await first.close()
  clock.advance(40 * DAY_MS)
  const second = await opened(clock, first.folder)
  expect(second.states()).toEqual(['result_2 gone', 'result_1 here'])
  expect(second.artifacts.get(kept)).toMatchObject({ value: { title: '町' } })
  await expect.poll(() => readdirSync(join(first.folder, 'data', 'artifacts'))).toEqual([`${kept}.db`])
  expect(second.artifacts.keep(kept, false)).toMatchObject({ value: { expiresAt: clock.now() + 30 * DAY_MS } })
})

test('if all results exceed the limit, the oldest unpinned one is removed first, and the newest never', async () => {
  const clock = createFakeClock()
  const { ask, artifacts, states } = await opened(clock, tempFolder(), { ...roomy, keepMs: DAY_MS, bytes: 25_000 })
  const sql = 'SELECT name, city FROM customers LIMIT 200'
  const kept = await ask(sql)
  artifacts.keep(kept, true)
  const [{ bytes } = { bytes: 0 }] = artifacts.list(null)
  const fits = Math.floor(25_000 / bytes)
  expect(fits).toBeGreaterThan(2)
  for (let number = 1; number <= fits; number += 1) await ask(sql)
  expect(states().filter((state) => state.endsWith('gone'))).toEqual(['result_2 gone'])
  expect(states()).toContain('result_1 here')
  // larger than the whole limit
  await ask('SELECT * FROM events LIMIT 1000')
  expect(states().filter((state) => state.endsWith('here'))).toEqual([`result_${fits + 2} here`, 'result_1 here'])
})

test('a removed result is erased with its rows, and so are all of an erased conversation', async () => {
  const { ask, artifacts, states, told, folder } = await opened(createFakeClock())
  const first = await ask('SELECT city FROM customers')
  await ask('SELECT name FROM products')
  await ask('SELECT name FROM products', 'other')
  await artifacts.remove(first)
  expect(told.at(-1)).toBe('artifact.removed')
  expect(artifacts.get(first)).toMatchObject({ error: { code: 'artifact-unknown' } })
  await artifacts.removeOf('talk')
  expect(states()).toEqual(['result_3 here'])
  expect(readdirSync(join(folder, 'data', 'artifacts'))).toHaveLength(1)
  await artifacts.removeAll()
  expect(states()).toEqual([])
  expect(existsSync(join(folder, 'data', 'artifacts'))).toBe(false)
})

test('the rows of a private conversation are in no file while they are shown, sorted, queried again and joined, and are gone with the app', async () => {
  const clock = createFakeClock()
  const first = await opened(clock)
  first.store.privately.create('secret')
  const other = await first.ask('SELECT id, city FROM customers')
  const artifactId = await first.ask(
    "SELECT 'canary' || (4711 + id) AS bird, id, x'00ff' AS egg, 9007199254740993 AS big, NULL AS none FROM customers",
    'secret',
  )
  const artifact = first.artifacts.get(artifactId)
  if (!artifact.ok) throw new Error('nothing is kept')
  const read = (view: Partial<ArtifactView>, from = 0) =>
    first.reader.read(artifact.value, { table: 'result_2', view: { sort: null, filters: [], search: '', ...view }, from, count: 1 })
  const row = (id: number) => [`canary${4711 + id}`, id, { bytes: 2 }, { integer: '9007199254740993' }, null]
  expect(await read({}, 5)).toEqual({ ok: true, value: { rows: [row(6)], total: artifact.value.rows } })
  expect(await read({ sort: { column: 0, direction: 'descending' } })).toMatchObject({ value: { rows: [row(artifact.value.rows)] } })
  expect(await read({ search: 'canary4720' })).toMatchObject({ value: { rows: [row(9)], total: 1 } })
  // read together with a result on the disk, in one query, whose own result is in memory too
  const sql = "SELECT bird, city FROM result_2 JOIN result_1 USING (id) WHERE bird > 'canary4712' ORDER BY bird LIMIT 900"
  const joined = await first.ask(sql, 'secret', ['result_2', 'result_1'])
  expect(first.artifacts.get(joined)).toMatchObject({ value: { columns: [{ name: 'bird' }, { name: 'city' }] } })
  expect(await first.describe(sql, 'secret', ['result_2', 'result_1'])).toMatchObject({
    kind: 'fits',
    tables: [
      { name: 'result_2', rows: artifact.value.rows },
      { name: 'result_1', rows: artifact.value.rows },
    ],
  })
  expect(await first.queries.again(artifactId)).toMatchObject({ value: { artifactId, state: 'here' } })
  expect(await read({})).toMatchObject({ value: { rows: [row(1)] } })
  expect(filesHolding(first.folder, 'canary')).toEqual([])
  expect(readdirSync(join(first.folder, 'data', 'artifacts'))).toEqual([`${other}.db`])
  await first.close()
  const second = await opened(clock, first.folder)
  expect(second.states()).toEqual(['result_1 here'])
})

test('the results of a private conversation are unknown to all others, even their names', async () => {
  const { ask, store, queries } = await opened(createFakeClock())
  store.privately.create('secret')
  await ask('SELECT city FROM customers', 'talk')
  await ask("SELECT 'canary4711' AS bird", 'secret')
  const byName = await queries.filesOf({ kind: 'artifacts', names: ['result_2'] }, 'talk')
  expect(byName).toMatchObject({ error: { code: 'artifact-unknown', message: expect.stringMatching(/are: result_1\.$/) } })
  expect(await queries.filesOf({ kind: 'artifacts', names: ['result_1', 'result_2'] }, 'secret')).toMatchObject({ ok: true })
})

test('results of private conversations have their own limit, and removed ones free it', async () => {
  const { ask, artifacts, store, states } = await opened(createFakeClock(), tempFolder(), { ...roomy, heldBytes: 25_000 })
  store.privately.create('secret')
  const sql = 'SELECT name, city FROM customers LIMIT 200'
  const kept = await ask(sql)
  const first = await ask(sql, 'secret')
  const [{ bytes } = { bytes: 0 }] = artifacts.list('secret')
  const fits = Math.floor(25_000 / bytes)
  for (let number = 1; number <= fits; number += 1) await ask(sql, 'secret')
  expect(states().filter((state) => state.endsWith('gone'))).toEqual(['result_2 gone'])
  expect(artifacts.get(kept)).toMatchObject({ value: { state: 'here' } })
  expect(artifacts.placeOf(first)).toBeTypeOf('string')
  const [newest] = artifacts.list('secret')
  expect(artifacts.placeOf(newest?.artifactId ?? '')).toMatchObject({ names: ['name', 'city'] })
  await artifacts.removeOf('secret')
  expect(artifacts.placeOf(newest?.artifactId ?? '')).toBeTypeOf('string')
})
