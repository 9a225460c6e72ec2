import { existsSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it, vi } from 'vitest'
import type { Engine } from '../../../src/main/data/engine'
import { createSourceService } from '../../../src/main/data/sources/source-service'
import { stampOf } from '../../../src/main/data/sources/stamp'
import type { Taken, TakeOver } from '../../../src/main/data/sources/take-over'
import type { DataSourceTable, StoredSource } from '../../../src/main/storage/database/data-source-table'
import { countingIds } from '../../../src/shared/lib/ids'
import { type Result, success } from '../../../src/shared/lib/result'
import { createFakeClock } from '../../support/fake-clock'
import { tempFolder } from '../../support/temp-folder'

function memoryTable(fails: () => boolean = () => false): DataSourceTable {
  const rows = new Map<string, StoredSource>()
  return {
    list: () => [...rows.values()],
    save(source) {
      if (fails()) throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
      rows.set(source.sourceId, source)
    },
    remove: (sourceId) => void rows.delete(sourceId),
  }
}

const noEngine: Engine = {
  run: () => Promise.reject(new Error('no job runs here')),
  openJobFolder: () => Promise.reject(new Error('no job runs here')),
  take() {
    throw new Error('no worker runs here')
  },
  close: () => Promise.resolve(),
}

/** A service whose imports end when the test says so. */
function serviceOver(folder: string, table: DataSourceTable) {
  const imports: { readonly signal: AbortSignal; end(): Promise<void> }[] = []
  const takeOver: TakeOver = ({ source, target, signal }) =>
    new Promise<Result<Taken>>((resolve) => {
      imports.push({
        signal,
        async end() {
          await mkdir(dirname(target), { recursive: true })
          writeFileSync(target, 'copy')
          resolve(success({ kind: 'sqlite', tables: [], bytes: 4, stamp: await stampOf(source.paths), notes: [] }))
        },
      })
    })
  const reported: unknown[] = []
  const clock = createFakeClock()
  const service = createSourceService({
    ...{ table, folder, takeOver, clock, engine: noEngine, newId: countingIds(), sampleFile: null },
    onChange: () => undefined,
    report: (error) => reported.push(error),
  })
  return { service, imports, reported, clock }
}

async function added(folder: string, { service, imports }: ReturnType<typeof serviceOver>): Promise<string> {
  const path = join(folder, 'shop.db')
  writeFileSync(path, 'first')
  const [sourceId = ''] = await service.add([path], 'user')
  await imports[0]?.end()
  await service.settled()
  return sourceId
}

it('two queries of a file that has changed share one copy of it, and a removal ends that copy', async () => {
  const folder = tempFolder()
  const world = serviceOver(folder, memoryTable())
  const { service, imports, clock } = world
  const sourceId = await added(folder, world)
  clock.advance(1000)
  writeFileSync(join(folder, 'shop.db'), 'second, and longer')
  const both = Promise.all([service.copyOf(sourceId), service.copyOf(sourceId)])
  await vi.waitFor(() => expect(imports).toHaveLength(2))
  await imports[1]?.end()
  const [one, other] = await both
  expect(imports).toHaveLength(2)
  expect(one).toEqual(other)
  expect(one).toMatchObject({ ok: true, value: { copiedAt: clock.now() } })

  writeFileSync(join(folder, 'shop.db'), 'third, and longer still')
  const last = Promise.all([service.copyOf(sourceId), service.copyOf(sourceId)])
  await vi.waitFor(() => expect(imports).toHaveLength(3))
  const removed = service.remove(sourceId)
  expect(imports[2]?.signal.aborted).toBe(true)
  await imports[2]?.end()
  await removed
  expect((await last).map(({ ok }) => ok)).toEqual([false, false])
  expect(imports).toHaveLength(3)
  expect(existsSync(join(folder, sourceId))).toBe(false)
})

it('an import that the store does not take is reported, and repeated at the next query', async () => {
  const folder = tempFolder()
  let full = false
  const world = serviceOver(
    folder,
    memoryTable(() => full),
  )
  const { service, imports, reported } = world
  const sourceId = await added(folder, world)
  writeFileSync(join(folder, 'shop.db'), 'second, and longer')
  full = true
  const refused = service.copyOf(sourceId)
  await vi.waitFor(() => expect(imports).toHaveLength(2))
  await imports[1]?.end()
  expect(await refused).toMatchObject({ ok: false, error: { code: 'source-disk-full' } })
  expect(reported).toMatchObject([{ code: 'SQLITE_FULL' }])
  full = false
  const again = service.copyOf(sourceId)
  await vi.waitFor(() => expect(imports).toHaveLength(3))
  await imports[2]?.end()
  expect(await again).toMatchObject({ ok: true })
})
