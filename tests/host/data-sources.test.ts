import { execFileSync } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import sqlite from 'node-sqlite3-wasm'
import { expect, onTestFinished, test } from 'vitest'
import type { DataSource } from '../../src/shared/data/source'
import { modelText } from '../../src/shared/messages/message'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { builtDataFiles } from '../support/data-files'
import { importChosen } from '../support/import-chosen'
import { paperDesktop } from '../support/paper-desktop'
import { shopDatabase } from '../support/shop-database'
import { tempFolder } from '../support/temp-folder'

const problemOf = ({ state }: DataSource): string => (state.kind === 'failed' ? modelText(state.problem) : '')

async function world() {
  let chosen = ''
  const app = await startInProcess({
    fixtures: [],
    dataFiles: await builtDataFiles(),
    desktop: paperDesktop({ chooseFile: () => Promise.resolve(chosen) }),
  })
  onTestFinished(() => app.remove())
  /** Adds a file as the user does, and waits until its import has ended. */
  async function add(path: string): Promise<DataSource> {
    chosen = path
    const [sourceId = ''] = await importChosen(app, await app.call('source.choose', null))
    return settled(app, sourceId)
  }
  return { app, add }
}

async function settled(app: InProcessApp, sourceId: string): Promise<DataSource> {
  const now = () =>
    app
      .told('sources.changed')
      .at(-1)
      ?.sources.find((source) => source.sourceId === sourceId)
  await app.until(() => now() !== undefined && now()?.state.kind !== 'importing')
  const source = now()
  if (source === undefined) throw new Error('the source is gone')
  return source
}

async function countOf(app: InProcessApp, source: string, sql: string) {
  const { conversationId } = await app.call('conversation.create', null)
  return app.call('query.describe', { toolName: 'execute_sql', conversationId, input: { source, sql, reason: 'To see.' } })
}

test('a database that another program has open with its log is copied completely, not locked, and gets no files next to it', async () => {
  const { app, add } = await world()
  const folder = tempFolder()
  const file = join(folder, 'live.db')
  const writer = new Database(file)
  writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1), (2), (3)')
  const before = [readdirSync(folder).sort(), readFileSync(file), readFileSync(`${file}-wal`)]
  const source = await add(file)
  expect(source).toMatchObject({ name: 'live', kind: 'sqlite', state: { kind: 'ready' }, tables: [{ name: 't', rows: 3 }] })
  expect([readdirSync(folder).sort(), readFileSync(file), readFileSync(`${file}-wal`)]).toEqual(before)
  // its program continues to write, and the next query sees it
  writer.exec('INSERT INTO t VALUES (4)')
  expect(await countOf(app, 'live', 'SELECT * FROM t')).toMatchObject({ kind: 'fits', tables: [{ name: 't', rows: 4 }] })
  writer.close()
})

test('unreadable files are reported as text, and no part of them is there', async () => {
  const { app, add } = await world()
  const folder = tempFolder()
  const put = (name: string, content: Buffer | string): string => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const whole = readFileSync(shopDatabase().file)
  const damaged = Buffer.from(whole)
  damaged.fill(0xa5, 4096, 3 * 4096)
  const random = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 167 + (index >> 3) * 31) % 256))
  const empty = new sqlite.Database(join(folder, 'empty.db'))
  empty.exec('PRAGMA user_version = 1')
  empty.close()
  const cases: readonly (readonly [string, string])[] = [
    [put('damaged.db', damaged), 'damaged.db is damaged'],
    [put('encrypted.sqlite', random), 'is not an SQLite database, or it is encrypted'],
    [
      put('picture.png', Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]), random])),
      'neither a database nor a table that can be read',
    ],
    [join(folder, 'empty.db'), 'empty.db has no tables'],
    [put('mixed.csv', 'a,b\n1,"x\n'), 'line 2 of mixed.csv'],
    [join(folder, 'gone.db'), 'gone.db doesn’t exist'],
  ]
  for (const [path, problem] of cases) {
    const source = await add(path)
    expect(problemOf(source)).toContain(problem)
    expect(readdirSync(join(app.userDataFolder, 'data', 'sources', source.sourceId))).toEqual([])
    expect(await countOf(app, source.name, 'SELECT 1')).toMatchObject({ kind: 'refused' })
  }
  expect(readdirSync(join(app.userDataFolder, 'data', 'work'))).toEqual([])
})

test('sources are renamed and removed, and one whose file is gone answers from its copy and says so', async () => {
  const { app, add } = await world()
  const folder = join(tempFolder(), 'mine')
  mkdirSync(folder)
  const file = join(folder, 'cities.csv')
  writeFileSync(file, '町,people\n大阪,2750\n京都,1460\n')
  const source = await add(file)
  expect(source).toMatchObject({ name: 'cities', kind: 'csv', tables: [{ name: 'cities', rows: 2 }] })
  const { sourceId } = source
  const second = await add(file)
  expect(second.name).toBe('cities 2')
  await expect(app.call('source.rename', { sourceId, name: 'CITIES 2' })).rejects.toThrow('There is already a source called CITIES 2')
  await app.call('source.rename', { sourceId, name: '町' })
  rmSync(folder, { recursive: true })
  expect(await countOf(app, '町', 'SELECT 町 FROM cities')).toMatchObject({ kind: 'fits', tables: [{ name: 'cities', rows: 2 }] })
  const { sources } = await app.call('source.list', null)
  expect(sources.find((one) => one.sourceId === sourceId)?.state).toEqual({ kind: 'missing', fileName: 'cities.csv' })
  await app.call('source.remove', { sourceId })
  const left = await app.call('source.remove', { sourceId: 'sample' })
  expect(left.sources.map(({ name }) => name)).toEqual(['cities 2'])
  expect(readdirSync(join(app.userDataFolder, 'data', 'sources'))).toEqual([second.sourceId])
})

test('a file that the page sends in pieces becomes a source, a cancelled one leaves nothing', async () => {
  const { app } = await world()
  const bytes = Buffer.from(`id,name\n${Array.from({ length: 2000 }, (_, index) => `${index},name ${index}\n`).join('')}`)
  const { uploadId } = await app.call('source.upload', { fileName: '../people.csv', bytes: bytes.length })
  for (let at = 0; at < bytes.length; at += 10_000)
    await app.call('source.piece', { uploadId, bytes: new Uint8Array(bytes.subarray(at, at + 10_000)) })
  const [sourceId = ''] = await importChosen(app, await app.call('source.uploaded', { uploadId }))
  expect(await settled(app, sourceId)).toMatchObject({ name: 'people', tables: [{ name: 'people', rows: 2000 }] })
  const other = await app.call('source.upload', { fileName: 'x.csv', bytes: 3 })
  await app.call('source.uploadCancelled', { uploadId: other.uploadId })
  await expect(app.call('source.uploaded', { uploadId: other.uploadId })).rejects.toThrow('no longer being imported')
  expect(await countOf(app, 'people', 'SELECT name FROM people')).toMatchObject({ kind: 'fits', tables: [{ rows: 2000 }] })
})

/** A database as left by a program that was killed in the middle of a transaction: half written, with its journal. */
function killedWriter(folder: string, name: string): string {
  const file = join(folder, name)
  const writer = new Database(join(folder, 'writer.db'))
  writer.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)')
  writer.exec(
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO t SELECT i, hex(randomblob(100)) FROM n',
  )
  writer.exec('PRAGMA cache_size = 5; BEGIN; UPDATE t SET b = hex(randomblob(300)); DELETE FROM t WHERE a > 4')
  for (const suffix of ['', '-journal']) copyFileSync(join(folder, `writer.db${suffix}`), `${file}${suffix}`)
  writer.exec('ROLLBACK')
  writer.close()
  return file
}

test('a database left in the middle of a transaction is read as it was before, and its files are unchanged', async () => {
  const { add } = await world()
  const folder = tempFolder()
  const file = killedWriter(folder, 'killed.db')
  const before = [readdirSync(folder).sort(), readFileSync(file), readFileSync(`${file}-journal`)]
  expect(await add(file)).toMatchObject({ state: { kind: 'ready' }, tables: [{ name: 't', rows: 3000 }] })
  expect([readdirSync(folder).sort(), readFileSync(file), readFileSync(`${file}-journal`)]).toEqual(before)
})

test('a journal that names another file is refused with a message, and that file stays', async () => {
  const { add } = await world()
  const folder = tempFolder()
  const file = killedWriter(folder, 'trap.db')
  const victim = join(folder, 'diary.txt')
  writeFileSync(victim, 'not yours')
  // as SQLite ends the journal of a transaction over several databases: a page number, the name, its length, its sum,
  // the magic
  const name = Buffer.from(victim)
  const tail = Buffer.alloc(name.length + 20)
  name.copy(tail, 4)
  tail.writeUInt32BE(name.length, name.length + 4)
  tail.writeUInt32BE(
    name.reduce((sum, byte) => (sum + byte) >>> 0, 0),
    name.length + 8,
  )
  Buffer.from('d9d505f920a163d7', 'hex').copy(tail, name.length + 12)
  appendFileSync(`${file}-journal`, tail)
  const refused = await add(file)
  expect(problemOf(refused)).toContain('together with other databases')
  expect(readFileSync(victim, 'utf8')).toBe('not yours')
})

test.each([
  { what: 'a pipe', make: (path: string) => execFileSync('mkfifo', [path]) },
  { what: 'a link to a device that never ends', make: (path: string) => symlinkSync('/dev/zero', path) },
])('$what in place of a journal keeps no database from being read', async ({ make }) => {
  const { add } = await world()
  const file = join(tempFolder(), 'shop.db')
  copyFileSync(shopDatabase().file, file)
  make(`${file}-journal`)
  expect(await add(file)).toMatchObject({ state: { kind: 'ready' } })
})

test('what a schema defines is not computed when a database is added: its checks, columns, views and searches cost nothing', async () => {
  const { add } = await world()
  const file = join(tempFolder(), 'hostile.db')
  const database = new Database(file)
  const forever = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS rowid, 1 AS a FROM n'
  database.exec(`PRAGMA ignore_check_constraints = ON;
    CREATE TABLE checked (a CHECK (length(hex(zeroblob(400000000 + a))) > 0)); INSERT INTO checked VALUES (1), (2), (3);
    CREATE TABLE grown (a); INSERT INTO grown VALUES (1), (2), (3);
    CREATE VIEW endless AS ${forever};
    CREATE VIRTUAL TABLE searched USING fts5(a, content='endless');
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = 'CREATE TABLE grown (a, b AS (hex(zeroblob(400000000 + a))) NOT NULL)' WHERE name = 'grown'`)
  database.close()
  const before = process.memoryUsage().rss
  const source = await add(file)
  expect(source.state).toEqual({ kind: 'ready' })
  expect(source.tables).toEqual(
    expect.arrayContaining([
      { name: 'checked', rows: 3 },
      { name: 'grown', rows: 3 },
      { name: 'endless', rows: null },
      { name: 'searched', rows: null },
    ]),
  )
  expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000)
})

test('a schema that fills the memory of the engine is refused in words: the check of a database has 256 MB of it', async () => {
  const { add } = await world()
  const file = join(tempFolder(), 'huge.db')
  const database = new Database(file)
  database.exec('CREATE TABLE t (a); PRAGMA writable_schema = ON')
  database.prepare("UPDATE sqlite_schema SET sql = ? WHERE name = 't'").run(`CREATE TABLE t (a CHECK (a IN (${'1,'.repeat(3_000_000)}1)))`)
  database.close()
  const source = await add(file)
  expect(problemOf(source)).toContain('huge.db')
  expect(source.state).toMatchObject({ kind: 'failed', problem: { code: 'source-check-memory' } })
})
