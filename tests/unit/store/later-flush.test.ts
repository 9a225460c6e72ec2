import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { silentLogger } from '../../../src/main/lib/log/logger'
import { diskFlush, FLUSH_AGAIN_MS, FLUSH_DELAY_MS } from '../../../src/main/storage/database/log-flusher'
import { openAppStore } from '../../../src/main/storage/database/open-app-store'
import { openSqlDatabase } from '../../../src/main/storage/database/sql-database'
import { createFakeClock } from '../../support/fake-clock'
import { tempFolder } from '../../support/temp-folder'

/** A disk that says what is brought to it, and fails as long as it is told to. */
function paperDisk() {
  const flushed: string[] = []
  let failure: string | null = null
  const bring = (how: string): void => {
    flushed.push(how)
    if (failure !== null) throw Object.assign(new Error('the disk refuses'), { code: failure })
  }
  return {
    flushed,
    fail(code: string | null) {
      failure = code
    },
    disk: {
      flush: (file: string) => Promise.resolve().then(() => bring(`later ${file}`)),
      flushNow: (file: string) => bring(`now ${file}`),
    },
  }
}

function openedDatabase() {
  const file = join(tempFolder(), 'some.db')
  const clock = createFakeClock()
  const paper = paperDisk()
  const told: (string | null)[] = []
  const database = openSqlDatabase(file, { clock, disk: paper.disk, onFlush: (failure) => told.push(failure) })
  return { ...paper, log: `${file}-wal`, clock, told, database }
}

it('what is written reaches the disk within 100 ms, with one flush for all of it, and what follows with another', async () => {
  const { database, clock, flushed, log, told } = openedDatabase()
  expect(FLUSH_DELAY_MS).toBe(100)
  database.flushSoon()
  clock.advance(60)
  database.flushSoon()
  clock.advance(39)
  expect(flushed).toEqual([])
  clock.advance(1)
  await expect.poll(() => flushed).toEqual([`later ${log}`])
  database.flushSoon()
  clock.advance(100)
  await expect.poll(() => flushed).toHaveLength(2)
  clock.advance(60_000)
  expect(clock.pending()).toBe(0)
  expect(told).toEqual([])
  database.close()
  expect(flushed).toHaveLength(2)
})

it('what is not flushed yet is flushed when the database closes, also while a flush runs, and never after it', async () => {
  const waiting = openedDatabase()
  waiting.database.flushSoon()
  waiting.database.close()
  expect(waiting.flushed).toEqual([`now ${waiting.log}`])
  waiting.database.close()
  waiting.clock.advance(60_000)
  await Promise.resolve()
  expect(waiting.flushed).toHaveLength(1)

  const running = openedDatabase()
  running.database.flushSoon()
  running.clock.advance(100)
  running.database.close()
  expect(running.flushed).toContain(`now ${running.log}`)
})

it('a disk that fails is reported once, tried again until it succeeds, and then that is reported', async () => {
  const { database, clock, flushed, told, fail } = openedDatabase()
  fail('EIO')
  database.flushSoon()
  clock.advance(100)
  await expect.poll(() => told).toEqual(['EIO'])
  clock.advance(FLUSH_AGAIN_MS)
  await expect.poll(() => flushed).toHaveLength(2)
  await vi.waitFor(() => expect(clock.pending()).toBe(1))
  fail(null)
  clock.advance(FLUSH_AGAIN_MS)
  await expect.poll(() => told).toEqual(['EIO', null])
  expect(clock.pending()).toBe(0)
  database.close()
})

it('a disk that fails as the database closes is reported', () => {
  const { database, told, fail } = openedDatabase()
  fail('ENOSPC')
  database.flushSoon()
  database.close()
  expect(told).toEqual(['ENOSPC'])
})

it('the computer’s disk takes a file, refuses a folder, and a log that is gone counts as flushed', async () => {
  const folder = tempFolder()
  await expect(diskFlush.flush(folder)).rejects.toMatchObject({ code: 'EISDIR' })
  expect(() => diskFlush.flushNow(folder)).toThrow(/EISDIR/)
  const clock = createFakeClock()
  const told: (string | null)[] = []
  const database = openSqlDatabase(join(folder, 'some.db'), { clock, onFlush: (failure) => told.push(failure) })
  // no table yet: there is no log
  database.flushSoon()
  database.close()
  database.flushSoon()
  expect(told).toEqual([])
  expect(clock.pending()).toBe(0)
})

it('the end of a run is flushed by the clock of the app, without waiting for the disk', () => {
  const clock = createFakeClock()
  const store = openAppStore(tempFolder(), clock, silentLogger, { show: () => expect.unreachable(), clear: () => expect.unreachable() })
  store.conversations.create('one', 'One')
  const call = { toolCallId: 'call', conversationId: 'one', toolName: 'a', approvalId: null, inputHash: '', startedAt: 0 }
  store.executions.begin(call)
  expect(clock.pending()).toBe(0)
  store.executions.end('call', 1, { output: {} }, () => undefined)
  expect(clock.pending()).toBe(1)
  store.close()
  expect(clock.pending()).toBe(0)
})
