import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startDataTalk } from '../support/data-talk'
import { filesHolding } from '../support/files-holding'

vi.setConfig({ testTimeout: 120_000 })

const reason = 'To see them.'
/** A word that is only in rows: the audit trail stores the query. */
const WORD = "replace('c-n-ry', '-', 'a')"
const birds = {
  source: 'Sample shop',
  sql: `SELECT ${WORD} || (4711 + id) AS bird, id FROM customers`,
  reason,
  title: 'Birds',
}
/** Counts long enough for something to happen meanwhile, and ends by itself. */
const slow = {
  source: 'Sample shop',
  sql: `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000000) SELECT ${WORD} AS bird, count(*) AS many FROM n`,
  reason,
}

async function started() {
  const talk = await startDataTalk()
  onTestFinished(() => talk.close())
  const { app } = talk
  const kept = () => readdirSync(join(app.userDataFolder, 'data', 'artifacts')).length
  const holding = () => filesHolding(app.userDataFolder, 'canary')
  const erase = async (conversationId: string) => {
    await app.call('conversation.remove', { conversationId })
    await app.call('conversation.erase', { conversationId })
  }
  const create = async () => (await app.call('conversation.create', null)).conversationId
  return { ...talk, kept, holding, erase, create }
}

test('erasing a conversation erases its results from the disk, those of others stay until everything is wiped', async () => {
  const { app, query, erase, create, kept, holding } = await started()
  const [first, second] = [await create(), await create()]
  const { result } = await query(first, 'typed', 'execute_sql', birds)
  await query(first, 'spoken', 'query_artifact', { artifacts: [result.artifact], sql: `SELECT bird FROM ${result.artifact}`, reason })
  await query(second, 'typed', 'execute_sql', { ...birds, sql: 'SELECT city FROM customers' })
  expect(kept()).toBe(3)
  expect(holding().some((name) => name.includes('artifacts'))).toBe(true)
  const view = { sort: null, filters: [], search: '' }
  await app.call('artifact.rows', { artifactId: result.artifactId, view, from: 0, count: 5 })

  await erase(first)
  await expect.poll(kept, { timeout: 20_000 }).toBe(1)
  await expect.poll(holding, { timeout: 20_000 }).toEqual([])
  expect((await app.call('artifact.list', { conversationId: null })).artifacts).toMatchObject([{ conversationId: second }])
  await expect(app.call('artifact.rows', { artifactId: result.artifactId, view, from: 0, count: 5 })).rejects.toThrow(
    'There is no saved result',
  )
  expect(app.told('artifact.removed').map(({ artifactId }) => artifactId)).toContain(result.artifactId)

  await query(second, 'typed', 'execute_sql', birds)
  expect(holding()).not.toEqual([])
  await app.call('storage.wipe', null)
  await expect.poll(holding, { timeout: 20_000 }).toEqual([])
  expect((await app.call('artifact.list', { conversationId: null })).artifacts).toEqual([])
  expect(readdirSync(join(app.userDataFolder, 'data'))).not.toContain('artifacts')
})

test('a query that still runs while its conversation is erased stores nothing', async () => {
  const { app, ask, erase, create, holding } = await started()
  const conversationId = await create()
  const asked = ask(conversationId, 'typed', 'execute_sql', slow).catch(() => null)
  await app.until(() => app.told('approval.changed').some(({ state }) => state === 'executing'))
  await erase(conversationId)
  const other = await create()
  await expect.poll(() => readdirSync(join(app.userDataFolder, 'data', 'work')), { timeout: 30_000 }).toEqual([])
  expect((await app.call('artifact.list', { conversationId: null })).artifacts).toEqual([])
  expect(holding()).toEqual([])
  expect(other).not.toBe(conversationId)
  void asked
})

test('rows of a private conversation are on no disk while they are shown and queried again, by voice and in text', async () => {
  const { app, query, create, holding } = await started()
  const { conversationId } = await app.call('conversation.createPrivate', null)
  const { result } = await query(conversationId, 'typed', 'execute_sql', birds)
  const joined = await query(conversationId, 'spoken', 'query_artifact', {
    artifacts: [result.artifact],
    sql: `SELECT bird, id FROM ${result.artifact} WHERE id < 4 ORDER BY id DESC`,
    reason,
  })
  expect(joined.result.rows).toEqual([
    ['canary4714', 3],
    ['canary4713', 2],
    ['canary4712', 1],
  ])
  const sorted = { sort: { column: 1, direction: 'descending' as const }, filters: [], search: '' }
  const { rows } = await app.call('artifact.rows', { artifactId: result.artifactId, view: sorted, from: 0, count: 2 })
  expect(rows[0]?.[0]).toMatch(/^canary/)
  // the reader of the rows is open now
  expect(holding()).toEqual([])
  await app.call('backup.make', null)
  const other = await create()
  const told = await query(other, 'typed', 'execute_sql', { ...birds, sql: 'SELECT 1 AS one' })
  expect(told.result.artifact).toBe('result_3')
  await app.stop()
  expect(holding()).toEqual([])
})
