import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { rollBack } from '../../../src/main/data/worker/roll-back'
import { tempFolder } from '../../support/temp-folder'

const statement = fc.constantFrom(
  'UPDATE t SET b = hex(randomblob(300)) WHERE a % 3 = 0',
  'DELETE FROM t WHERE a % 2 = 1',
  'DELETE FROM t WHERE a > 10',
  'INSERT INTO t (b) SELECT b || b FROM t',
  'CREATE TABLE IF NOT EXISTS more AS SELECT * FROM t',
  'DROP TABLE IF EXISTS more',
  'CREATE INDEX IF NOT EXISTS i ON t (b)',
  'DELETE FROM t',
  'SAVEPOINT s; UPDATE t SET b = zeroblob(9000); ROLLBACK TO s',
)

/** A database and its journal, copied in the middle of a transaction; `before`: its rows at its beginning. */
function inTheMiddle(statements: readonly string[], pageSize: number, vacuum: string, synchronous = 'OFF') {
  const folder = tempFolder()
  const file = join(folder, 'a.db')
  const writer = new Database(file)
  writer.exec(
    `PRAGMA page_size = ${pageSize}; PRAGMA auto_vacuum = ${vacuum}; PRAGMA journal_mode = DELETE; CREATE TABLE t (a INTEGER PRIMARY KEY, b)`,
  )
  writer.exec(
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) INSERT INTO t SELECT i, hex(randomblob(100)) FROM n',
  )
  const before = writer.prepare('SELECT * FROM t ORDER BY a').raw().all()
  const whole = readFileSync(file)
  writer.exec(`PRAGMA synchronous = ${synchronous}; PRAGMA cache_size = 2; BEGIN`)
  for (const sql of statements) writer.exec(sql)
  const [copy, judged] = [join(folder, 'copy.db'), join(folder, 'judged.db')]
  for (const to of [copy, judged])
    for (const suffix of ['', '-journal']) if (existsSync(file + suffix)) copyFileSync(file + suffix, to + suffix)
  writer.close()
  return { copy, judged, before, whole }
}

function rowsOf(file: string): unknown {
  const database = new Database(file)
  try {
    expect(database.prepare('PRAGMA integrity_check').raw().all()).toEqual([['ok']])
    return database.prepare('SELECT * FROM t ORDER BY a').raw().all()
  } finally {
    database.close()
  }
}

describe('an unfinished transaction', () => {
  it('is rolled back as SQLite does it, whatever it did', () => {
    fc.assert(
      fc.property(
        fc.array(statement, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(512, 4096, 65_536),
        fc.constantFrom('NONE', 'FULL'),
        fc.constantFrom('OFF', 'FULL'),
        (statements, pageSize, vacuum, synchronous) => {
          const { copy, judged, before } = inTheMiddle(statements, pageSize, vacuum, synchronous)
          expect(['rolled-back', 'whole']).toContain(rollBack(copy))
          expect(existsSync(`${copy}-journal`)).toBe(false)
          const rows = rowsOf(copy)
          expect(rows).toEqual(before)
          // SQLite itself gets the same result from its own journal
          expect(rowsOf(judged)).toEqual(rows)
        },
      ),
      { numRuns: 15 },
    )
  })

  it('leaves every byte as it was before', () => {
    const { copy, whole } = inTheMiddle(['UPDATE t SET b = hex(randomblob(300))', 'DELETE FROM t WHERE a > 4'], 4096, 'NONE')
    expect(readFileSync(copy).equals(whole)).toBe(false)
    expect(rollBack(copy)).toBe('rolled-back')
    expect(readFileSync(copy).equals(whole)).toBe(true)
  })

  it('is complete if its journal was ended: nothing is rolled back', () => {
    const { copy } = inTheMiddle(['DELETE FROM t WHERE a > 4'], 4096, 'NONE')
    const written = readFileSync(copy)
    const journal = readFileSync(`${copy}-journal`)
    for (const ended of [Buffer.alloc(0), Buffer.concat([Buffer.alloc(28), journal.subarray(28)])]) {
      writeFileSync(`${copy}-journal`, ended)
      expect(rollBack(copy)).toBe('whole')
      expect(readFileSync(copy).equals(written)).toBe(true)
    }
  })

  it('never makes a file larger than what there is of it, and reads any bytes as a journal without a fault', () => {
    const { copy } = inTheMiddle(['DELETE FROM t WHERE a > 4'], 512, 'NONE')
    const journal = readFileSync(`${copy}-journal`)
    const database = readFileSync(copy)
    const huge = Buffer.from(journal)
    huge.writeUInt32BE(0xffff_fff0, 16)
    writeFileSync(`${copy}-journal`, huge)
    expect(rollBack(copy)).toBe('damaged')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(journal.length - 1), fc.nat(255)), { maxLength: 8 }),
        fc.nat(journal.length),
        (changes, length) => {
          const bytes = Buffer.from(journal.subarray(0, length))
          for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte
          writeFileSync(copy, database)
          writeFileSync(`${copy}-journal`, bytes)
          rollBack(copy)
          expect(readFileSync(copy).length).toBeLessThanOrEqual(database.length + bytes.length)
        },
      ),
      { numRuns: 200 },
    )
  })
})
