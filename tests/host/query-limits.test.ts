import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createEngine } from '../../src/main/data/engine'
import { createWorkerPool } from '../../src/main/data/worker-pool'
import { systemClock } from '../../src/main/lib/system-clock'
import { countingIds } from '../../src/shared/lib/ids'
import { builtDataFiles } from '../support/data-files'
import { shopDatabase } from '../support/shop-database'

const FIVE_BILLION = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000000000) SELECT count(*) FROM n'

async function workshop() {
  const shop = shopDatabase()
  const workFolder = join(shop.elsewhere, 'work')
  const { worker: workerFile } = await builtDataFiles()
  const engine = createEngine({ workerFile, workFolder, clock: systemClock, newId: countingIds(), onStuck: () => undefined })
  onTestFinished(() => engine.close())
  const folder = await engine.openJobFolder()
  const ask = (sql: string, file: string) => ({
    files: [file],
    sql,
    maxRows: 100,
    maxBytes: 1e6,
    resultFile: join(folder.folder, 'result.db'),
    table: 'result_1',
    headRows: 10,
  })
  return { shop, workFolder, engine, folder, ask }
}

test('a query of five billion steps is ended at its limit, while the app continues, and leaves nothing behind', async () => {
  const { shop, workFolder, engine, folder, ask } = await workshop()
  const before = shop.fingerprint()
  let ticks = 0
  const ticking = setInterval(() => {
    ticks += 1
  }, 10)
  const ended = await engine.run('query', ask(FIVE_BILLION, await folder.lend(shop.file)), { timeoutMs: 1000 })
  clearInterval(ticking)
  expect(ended).toMatchObject({ ok: false, error: { code: 'sql-timeout', message: expect.stringContaining('1 s') } })
  // far fewer than there is time for: a computer under load is slow, a blocked one does not tick at all
  expect(ticks).toBeGreaterThan(10)
  await folder.clear()
  expect(await readdir(workFolder)).toEqual([])
  expect(shop.fingerprint()).toBe(before)
})

test('a cancelled query ends at once, and the next one over the same file is not locked out', async () => {
  const { shop, engine, folder, ask } = await workshop()
  const abort = new AbortController()
  const first = engine.run('query', ask(FIVE_BILLION, await folder.lend(shop.file)), { timeoutMs: 60_000, signal: abort.signal })
  abort.abort(new Error('taken back'))
  await expect(first).rejects.toThrow('taken back')
  const next = await engine.openJobFolder()
  const again = { ...ask('SELECT count(*) FROM orders', await next.lend(shop.file)), resultFile: join(next.folder, 'result.db') }
  expect(await engine.run('query', again, { timeoutMs: 60_000 })).toMatchObject({ ok: true, value: { head: [[200]] } })
})

test('many queries read one file at the same time', async () => {
  const { shop, engine } = await workshop()
  const counts = await Promise.all(
    [1, 2, 3, 4].map(async (number) => {
      const folder = await engine.openJobFolder()
      const file = await folder.lend(shop.file)
      const counted = await engine.run('count', { files: [file], sql: `SELECT * FROM orders WHERE id > ${number}` }, { timeoutMs: 60_000 })
      return counted.ok ? counted.value.rows : counted.error.message
    }),
  )
  expect(counts).toEqual([199, 198, 197, 196])
})

test('a worker is free for the next query after a small one, and ended after one that took much memory', async () => {
  const { worker: workerFile } = await builtDataFiles()
  const pool = createWorkerPool({ workerFile, clock: systemClock, onStuck: () => undefined })
  onTestFinished(() => pool.close())
  const spentBy = (sql: string) =>
    new Promise((resolve) => {
      const hand = pool.take({ word: (word) => resolve(word), gone: resolve })
      hand.post({ kind: 'job', job: { kind: 'count', ask: { files: [{ table: 'result_1', names: ['a'], pieces: [] }], sql } } })
    })
  expect(await spentBy('SELECT 1')).toMatchObject({ kind: 'done', spent: false })
  const large = "SELECT 1 WHERE length(printf('%0300000000d', 1)) > 1"
  expect(await spentBy(large)).toMatchObject({ kind: 'done', spent: true })
})
