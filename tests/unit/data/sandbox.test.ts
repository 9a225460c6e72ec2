import { join } from 'node:path'
import fc from 'fast-check'
import sqlite from 'node-sqlite3-wasm'
import { describe, expect, it } from 'vitest'
import { allowedProgram } from '../../../src/main/data/sandbox/allowed-program'
import { compileQuery } from '../../../src/main/data/sandbox/compile'
import { limitedSql } from '../../../src/main/data/sandbox/limit-rows'
import { oneQuery } from '../../../src/main/data/sandbox/one-query'
import { openReadOnly } from '../../../src/main/data/sandbox/open-read-only'
import { sqlPieces } from '../../../src/main/data/sandbox/sql-tokens'
import { runQuery } from '../../../src/main/data/worker/run-query'
import { type ShopDatabase, shopDatabase } from '../../support/shop-database'
import { HOSTILE_STATEMENTS } from './hostile-statements'

let count = 0
function run(shop: ShopDatabase, sql: string, bounds: { readonly maxRows?: number; readonly maxBytes?: number } = {}) {
  count += 1
  const { maxRows = 100, maxBytes = 1e6 } = bounds
  const resultFile = join(shop.elsewhere, `result-${count}.db`)
  return runQuery({ files: [shop.file], sql, maxRows, maxBytes, resultFile, table: 'result_1', headRows: 1000 })
}

function good(shop: ShopDatabase, sql: string, bounds?: Parameters<typeof run>[2]) {
  const result = run(shop, sql, bounds)
  if (!result.ok) throw new Error(`${sql}: ${result.error.message}`)
  return result.value
}

describe('the sandbox', () => {
  it('refuses every hostile statement, and the source and its folder are unchanged', () => {
    const shop = shopDatabase()
    const before = shop.fingerprint()
    expect(HOSTILE_STATEMENTS.length).toBeGreaterThanOrEqual(80)
    expect(HOSTILE_STATEMENTS.filter((sql) => run(shop, sql).ok)).toEqual([])
    expect(shop.fingerprint()).toBe(before)
  })

  it('lists tables, columns, keys and indexes of the source, and no table of the engine', () => {
    const shop = shopDatabase()
    for (const table of ['table_info', 'table_xinfo', 'index_list', 'foreign_key_list'])
      expect(run(shop, `SELECT * FROM pragma_${table}('orders')`).ok, table).toBe(true)
    expect(good(shop, 'SELECT name FROM pragma_table_list').head.flat()).toContain('orders')
    expect(good(shop, "SELECT value FROM json_each('[1, 2]')").rows).toBe(2)
    const refused = run(shop, 'SELECT file FROM pragma_database_list')
    expect(refused).toMatchObject({ error: { message: expect.stringContaining('pragma_database_list describes the engine') } })
    expect(JSON.stringify(refused)).not.toContain(shop.elsewhere)
  })

  it('gives the plan of a query that it would run, and of no other', () => {
    const shop = shopDatabase()
    const { columns, head } = good(shop, "-- how?\nEXPLAIN QUERY PLAN SELECT * FROM orders WHERE customer = 'it''s'")
    expect(columns.map(({ name }) => name)).toEqual(['id', 'parent', 'detail'])
    expect(JSON.stringify(head)).toContain('orders_by_customer')
    expect(good(shop, 'explain query plan SELECT id FROM orders UNION SELECT total FROM orders').rows).toBeGreaterThan(2)
    for (const sql of ['DELETE FROM orders', 'SELECT * FROM pragma_database_list', "SELECT load_extension('x')", ''])
      expect(run(shop, `EXPLAIN QUERY PLAN ${sql}`).ok, sql).toBe(false)
    expect(run(shop, 'EXPLAIN SELECT 1').ok).toBe(false)
  })

  it('leaves the source unchanged whatever statement it runs', () => {
    const shop = shopDatabase()
    const before = shop.fingerprint()
    const words = fc.constantFrom(
      ...[
        'SELECT',
        'WITH',
        'x',
        'AS',
        '(',
        ')',
        '*',
        'FROM',
        'orders',
        'totals',
        'notes',
        ',',
        'DELETE',
        'INSERT INTO',
        'RETURNING',
        '1',
        "'a'",
      ],
      ...[
        'VALUES',
        'LIMIT',
        'UNION ALL',
        'id',
        'total',
        'max(',
        'count(*)',
        'WHERE',
        '=',
        'ATTACH',
        'PRAGMA',
        ';',
        '--',
        '/*',
        '*/',
        'temp.',
      ],
      ...[
        'GROUP BY',
        'ORDER BY',
        'OVER (',
        'json_each(',
        "load_extension('x')",
        'CREATE TEMP TABLE t AS',
        'VACUUM INTO',
        "'copy.db'",
        'NOT',
        'NULL',
      ],
    )
    const begin = fc.constantFrom(
      'SELECT * FROM orders',
      'SELECT id, total FROM orders',
      'WITH x AS (SELECT 1)',
      'VALUES (1)',
      'SELECT',
      '',
    )
    const anything = fc
      .tuple(begin, fc.array(words, { maxLength: 8 }))
      .map(([first, rest]) => ({ sql: [first, ...rest].join(' '), runs: false }))
    // which of the others run is left to chance: these do
    const source = fc.constantFrom('orders', 'orders AS x', 'totals', 'notes', '(SELECT 1 AS id)', "json_each('[1]')")
    const end = fc.constantFrom('', 'WHERE 1 = 1', 'LIMIT 5', 'UNION ALL SELECT NULL', '-- DELETE FROM orders', 'ORDER BY 1 ;')
    const query = fc.tuple(source, end).map(([from, rest]) => ({ sql: `SELECT 1 FROM ${from} ${rest}`, runs: true }))
    fc.assert(
      fc.property(fc.oneof({ arbitrary: anything, weight: 9 }, { arbitrary: query, weight: 1 }), ({ sql, runs }) => {
        const { ok } = run(shop, sql)
        if (runs) expect(ok).toBe(true)
        expect(shop.fingerprint()).toBe(before)
      }),
      { numRuns: 400 },
    )
  })

  it.each([
    ['SELECT 1', 1],
    ['VALUES (1), (2)', 2],
    ['  select id from orders where id < 4 -- the first\n;', 3],
    ['SELECT * FROM totals ORDER BY total DESC', 7],
    ["SELECT body FROM notes WHERE notes MATCH 'belt'", 1],
    ['WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50) SELECT i FROM n', 50],
    ['SELECT customer, rank() OVER (ORDER BY total DESC) FROM totals', 7],
    ["SELECT value FROM json_each('[1,2,3]')", 3],
    ['SELECT DISTINCT customer FROM orders UNION SELECT word FROM secrets', 8],
    ['SELECT a.id, b.id FROM orders a JOIN orders b ON b.id = a.id + 1 WHERE a.id < 6', 5],
    ['SELECT customer FROM orders GROUP BY customer HAVING count(*) > 28', 4],
    ['SELECT * FROM orders WHERE id IN (SELECT id FROM orders WHERE total > 290) OR customer IN (SELECT word FROM secrets)', 7],
    ['SELECT id FROM orders EXCEPT SELECT id FROM orders WHERE id > 9', 9],
    ["SELECT strftime('%m', at), avg(total), group_concat(id) FROM orders GROUP BY 1", 7],
    ['SELECT name FROM sqlite_schema WHERE type = "table"'.replaceAll('"', "'"), 8],
  ])('accepts %s', (sql, rows) => {
    expect(good(shopDatabase(), sql).rows).toBe(rows)
  })

  it('gives columns with the same name different names, in their order, and keeps every kind of value', () => {
    const sql =
      "SELECT id, id, 2 AS '10', 1 AS '9', NULL AS __proto__, 9007199254740993 AS big, x'00ff' AS bytes, 1e999 AS huge FROM orders ORDER BY orders.id LIMIT 1"
    const { columns, head } = good(shopDatabase(), sql)
    expect(columns.map(({ name }) => name)).toEqual(['id', 'id:1', '10', '9', '__proto__', 'big', 'bytes', 'huge'])
    expect(head).toEqual([[1, 1, 2, 1, null, { integer: '9007199254740993' }, { bytes: 2 }, 'Infinity']])
  })

  it('detects the types of columns from their values', () => {
    const sql = `SELECT column1 AS i, column2 AS r, column3 AS d, column4 AS t, column5 AS x, column6 AS e
      FROM (VALUES (1, 1, '2026-01-01', '2026-01-01 10:00', 'a', NULL), (2, 1.5, '2026-01-02', '2026-01-01T10:00:00Z', 2, NULL))`
    expect(good(shopDatabase(), sql).columns.map(({ type }) => type)).toEqual(['integer', 'real', 'date', 'time', 'mixed', 'empty'])
  })

  it('stores no more rows and bytes than allowed, and says which of them truncated the result', () => {
    const shop = shopDatabase()
    expect(good(shop, 'SELECT * FROM orders', { maxRows: 10 })).toMatchObject({ rows: 10, cutBy: 'rows' })
    expect(good(shop, 'SELECT * FROM orders LIMIT 5', { maxRows: 10 })).toMatchObject({ rows: 5, cutBy: null })
    const cut = good(shop, 'SELECT * FROM orders', { maxRows: 200, maxBytes: 1000 })
    expect(cut).toMatchObject({ cutBy: 'bytes' })
    expect(cut.bytes).toBeLessThanOrEqual(1000)
    expect(cut.rows).toBeGreaterThan(0)
    expect(run(shop, "SELECT printf('%2000c', 'x')", { maxBytes: 1000 })).toMatchObject({ ok: false })
  })
})

describe('each layer on its own', () => {
  it('the text: one statement that begins as a query does', () => {
    expect(oneQuery('SELECT 1;')).toMatchObject({ ok: true, value: { text: 'SELECT 1' } })
    expect(oneQuery("SELECT ';' -- ;")).toMatchObject({ ok: true })
    expect(oneQuery('SELECT 1; SELECT 2')).toMatchObject({ ok: false, error: { message: expect.stringContaining('several statements') } })
    expect(oneQuery('DELETE FROM orders')).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('DELETE is not allowed') },
    })
  })

  it('the pieces of any text are the whole text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (sql) =>
          sqlPieces(sql)
            .map(({ text }) => text)
            .join('') === sql,
      ),
    )
  })

  it.each([
    ['SELECT 1', 'SELECT 1\nLIMIT 10', true],
    ['SELECT 1 LIMIT 5', 'SELECT 1 LIMIT 5', false],
    ['SELECT 1 LIMIT 10', 'SELECT 1 LIMIT 10', false],
    ['SELECT 1 LIMIT 11', 'SELECT 1 LIMIT 10', true],
    ['SELECT 1 LIMIT 500 OFFSET 3', 'SELECT 1 LIMIT 10 OFFSET 3', true],
    ['SELECT * FROM (SELECT 1 LIMIT 500)', 'SELECT * FROM (SELECT 1 LIMIT 500)\nLIMIT 10', true],
    ['SELECT 1 -- LIMIT 5', 'SELECT 1\nLIMIT 10', true],
    ['SELECT 1 LIMIT 2, 500', 'SELECT * FROM (\nSELECT 1 LIMIT 2, 500\n)\nLIMIT 10', true],
    ['SELECT 1 LIMIT -1', 'SELECT * FROM (\nSELECT 1 LIMIT -1\n)\nLIMIT 10', true],
    ['SELECT 1 AS "limit"', 'SELECT 1 AS "limit"\nLIMIT 10', true],
  ])('the limit: %s', (sql, limited, changed) => {
    expect(limitedSql(sql, 10)).toEqual({ sql: limited, changed })
  })

  it('the engine’s program: without the other layers it still refuses what writes, attaches or calls unlisted functions', () => {
    const database = new sqlite.Database(shopDatabase().file)
    const program = (sql: string) =>
      allowedProgram(
        database.all(`EXPLAIN ${sql}`).map((row) => ({
          opcode: String(row.opcode),
          p1: Number(row.p1),
          p2: Number(row.p2),
          p4: row.p4 === null ? null : String(row.p4),
        })),
      )
    for (const sql of [
      'DELETE FROM orders',
      'INSERT INTO orders (id) VALUES (900)',
      'UPDATE orders SET total = 0 RETURNING id',
      'WITH one AS (SELECT 1) DELETE FROM orders',
      'CREATE TEMP TABLE t (a)',
      'DROP TABLE orders',
      "ATTACH 'x.db' AS x",
      "VACUUM INTO 'x.db'",
      'PRAGMA user_version = 5',
      'PRAGMA journal_mode = WAL',
      'BEGIN',
      "INSERT INTO notes VALUES ('x')",
      'ANALYZE',
      'SELECT sqlite_log(1, 2) FROM orders',
      'SELECT last_insert_rowid()',
    ])
      expect({ sql, ...program(sql) }).toMatchObject({ ok: false })
    expect(program('SELECT customer, count(*) FROM orders GROUP BY 1 ORDER BY 2')).toMatchObject({ ok: true })
    database.close()
  })

  it('the open file: without the other layers the engine refuses to write into it', () => {
    const shop = shopDatabase()
    const before = shop.fingerprint()
    const database = openReadOnly([shop.file])
    for (const sql of [
      'DELETE FROM orders',
      'CREATE TABLE t (a)',
      'PRAGMA user_version = 5',
      "INSERT INTO notes VALUES ('x')",
      'ANALYZE',
      'VACUUM',
    ])
      expect(() => database.exec(sql), sql).toThrow()
    database.close()
    expect(shop.fingerprint()).toBe(before)
  })

  it('the engine has no function that reaches files or loads code', () => {
    const database = openReadOnly([shopDatabase().file])
    for (const name of ['load_extension', 'readfile', 'writefile', 'edit', 'fts3_tokenizer', 'fsdir', 'zipfile'])
      expect(() => database.all(`SELECT ${name}(1, 2)`), name).toThrow(/no such function/)
    database.close()
  })

  it('a view of the source that calls a function with side effects is refused with it', () => {
    const shop = shopDatabase()
    const writer = new sqlite.Database(shop.file)
    writer.exec('CREATE VIEW trap AS SELECT sqlite_log(1, customer) FROM orders')
    writer.close()
    const database = openReadOnly([shop.file])
    expect(compileQuery(database, 'SELECT * FROM trap', 10)).toMatchObject({ ok: false })
    database.close()
  })
})
