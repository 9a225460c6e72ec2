import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createEngine } from '../../src/main/data/engine'
import { createSourceService } from '../../src/main/data/sources/source-service'
import { createTakeOver } from '../../src/main/data/sources/take-over'
import { openMemoryStore } from '../../src/main/storage/database/open-store'
import { countingIds } from '../../src/shared/lib/ids'
import { createFakeClock } from '../support/fake-clock'
import { shopDatabase } from '../support/shop-database'
import { tempFolder } from '../support/temp-folder'
import { stuckWorker } from '../support/worker-scripts'

/** A database that is being added, and whose check never ends. */
async function checking() {
  const folder = tempFolder()
  const clock = createFakeClock()
  const newId = countingIds()
  const stuck = stuckWorker(folder)
  const engine = createEngine({ workerFile: stuck.file, workFolder: join(folder, 'work'), clock, newId, onStuck: () => undefined })
  onTestFinished(async () => {
    const closed = engine.close()
    clock.advance(2_000)
    await closed
  })
  const { dataSources: table } = openMemoryStore({ clock, unreadable: () => undefined })
  const service = createSourceService({
    ...{ table, folder: join(folder, 'sources'), sampleFile: null, engine, clock, newId, takeOver: createTakeOver(engine) },
    onChange: () => undefined,
    report: (error) => expect.unreachable(String(error)),
  })
  const [sourceId = ''] = await service.add([shopDatabase().file], 'user')
  await stuck.reached()
  expect(service.list()[0]?.state).toMatchObject({ kind: 'importing', phase: 'checking' })
  return { service, sourceId, clock, folder }
}

test('the check of a database that is added ends after half a minute, and says so', async () => {
  const { service, clock } = await checking()
  clock.advance(31_000)
  // a worker that can't be ended is waited for no longer than this
  clock.advance(2_000)
  await service.settled()
  expect(service.list()[0]?.state).toEqual({
    kind: 'failed',
    problem: { code: 'source-check-time', values: { file: 'shop.db', seconds: 30 } },
  })
})

test('a database whose check never ends is taken away at once when the user removes it', async () => {
  const { service, sourceId, clock, folder } = await checking()
  const removed = service.remove(sourceId)
  expect(service.list()).toEqual([])
  await vi.waitFor(() => expect(clock.pending()).toBeGreaterThan(0))
  clock.advance(2_000)
  await removed
  expect(existsSync(join(folder, 'sources', sourceId))).toBe(false)
})
