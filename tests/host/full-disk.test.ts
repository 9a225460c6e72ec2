import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { expect, test } from 'vitest'
import { openStore } from '../../src/main/storage/database/open-store'
import { buildProgram } from '../support/build-program'
import { builtDataFiles } from '../support/data-files'
import { createFakeClock } from '../support/fake-clock'
import { SAID } from '../support/full-disk-writer'
import { tempFolder } from '../support/temp-folder'

/** The largest file of the process in kB: more than an empty store takes, less than the messages. */
const LIMIT = 700

test('when the disk is full, the user gets a notice, a conversation can still be started, and everything is written when there is space', async () => {
  const program = await buildProgram('full-disk-writer', 'writeOnFullDisk')
  const folder = tempFolder()
  // the system refuses a file that would grow beyond the limit as it does on a full disk; this needs no right to mount
  const writer = spawn('bash', ['-c', `ulimit -S -f ${LIMIT} && exec "$@"`, 'bash', process.execPath, program, folder])
  let said = ''
  let complaint = ''
  const heard = new Promise<void>((resolve) => {
    writer.stdout.on('data', (text: Buffer) => {
      said += String(text)
      if (said.includes('there ')) resolve()
    })
  })
  writer.stderr.on('data', (text: Buffer) => {
    complaint += String(text)
  })
  const closed = once(writer, 'close')
  await Promise.race([heard, closed])
  expect({ said: said.trim().split('\n'), complaint }).toEqual({
    said: ['shown store-unwritable', 'there after,before after'],
    complaint: '',
  })

  execFileSync('prlimit', ['--pid', String(writer.pid), '--fsize=unlimited'])
  expect(await closed).toEqual([0, null])
  expect(said.trim().split('\n')).toEqual(['shown store-unwritable', 'there after,before after', 'gone store-unwritable'])
  const opened = openStore(folder, { clock: createFakeClock(), unreadable: (table, id) => expect.unreachable(`${table} ${id}`) })
  if (!opened.ok) throw new Error(opened.error.message)
  const { store, setAside } = opened.value
  expect(setAside).toBeNull()
  expect(store.messages.list('before').map(({ id }) => id)).toEqual(Array.from({ length: SAID }, (_, number) => `m-${number}`))
  expect(store.messages.list('after').map(({ id }) => id)).toEqual(['last'])
  expect(store.drafts.get('after')).toBe('typed on a full disk')
  store.close()
}, 120_000)

test('when the disk has no space for a copy of a file or a result, a message says so, and nothing is left behind', async () => {
  const program = await buildProgram('query-on-full-disk', 'queryOnFullDisk')
  const { worker, sample } = await builtDataFiles()
  const folder = tempFolder()
  const left = join(folder, 'left')
  mkdirSync(left)
  const csv = join(folder, 'big.csv')
  writeFileSync(csv, `id,name\n${'1,a name of some length\n'.repeat(100_000)}`)
  const database = join(folder, 'big.db')
  const big = new sqlite.Database(database)
  big.exec(
    "CREATE TABLE t (a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000) INSERT INTO t SELECT 'a name of some length ' || i FROM n",
  )
  big.close()
  const cases: readonly (readonly [string, string, string])[] = [
    [csv, 'SELECT count(*) FROM big', 'There is not enough disk space for a copy of big.csv'],
    [database, 'SELECT count(*) FROM t', 'There is not enough disk space for a copy of big.db'],
    ['sample', 'SELECT a.*, b.* FROM events a, events b LIMIT 20000', 'There is not enough disk space for the result'],
  ]
  for (const [place, sql, reason] of cases) {
    const args = [process.execPath, program, worker, sample ?? '', place, sql, '--max-rows', '20000']
    const ran = spawnSync('bash', ['-c', `ulimit -S -f ${LIMIT} && exec "$@"`, 'bash', ...args], {
      encoding: 'utf8',
      env: { ...process.env, TMPDIR: left },
    })
    expect(ran).toMatchObject({ stdout: '', stderr: expect.stringContaining(reason) })
    expect(readdirSync(left)).toEqual([])
  }
})
