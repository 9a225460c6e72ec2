import { expect, it } from 'vitest'
import { planOfTables } from '../../../src/main/data/query/plan-names'
import { planText } from '../../../src/main/data/query/plan-text'
import { describeQuery } from '../../../src/main/data/worker/explain-query'
import { shopDatabase } from '../../support/shop-database'

function planOf(sql: string, { file } = shopDatabase()) {
  const said = describeQuery({ files: [file], sql, maxRows: 10 })
  if (!said.ok) throw new Error(said.error.message)
  return planText(planOfTables(said.value.plan, said.value.sql, said.value.tables))
}

it.each([
  ['SELECT total FROM orders', ['Reads every row of orders']],
  ['SELECT * FROM orders WHERE id = 3', ['Looks up each row of orders by its key']],
  ["SELECT total FROM orders WHERE customer = 'a'", ['Finds rows of orders through the index orders_by_customer']],
  ['SELECT customer FROM orders', ['Reads all of orders from its index orders_by_customer']],
  ['SELECT total, count(*) FROM orders GROUP BY total ORDER BY 2', ['Reads every row of orders', 'Groups in memory', 'Sorts in memory']],
  ['SELECT DISTINCT total FROM orders', ['Reads every row of orders', 'Removes duplicates']],
  ['SELECT o.total FROM orders AS o', ['Reads every row of orders']],
  [
    'SELECT s.word FROM "orders" o JOIN main.secrets AS s ON s.rowid = o.id',
    ['Reads all of orders from its index orders_by_customer', 'Looks up each row of secrets by its key'],
  ],
  ['SELECT total FROM orders secrets', ['Reads every row of orders']],
  [
    'SELECT 1 FROM orders x WHERE EXISTS (SELECT 1 FROM secrets x WHERE x.word > 0)',
    ['Reads every row of x', 'Reads all of x from its index orders_by_customer'],
  ],
])('the plan of %s is described', (sql, words) => {
  expect(planOf(sql).map(({ en }) => en)).toEqual(words)
})

it('no step of these plans is left in the engine’s own words, in either language', () => {
  const queries = [
    'SELECT * FROM totals',
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT * FROM n',
    'SELECT id FROM orders UNION SELECT id FROM secrets ORDER BY 1',
    'SELECT * FROM orders o WHERE total > (SELECT avg(total) FROM orders p WHERE p.customer = o.customer)',
    'SELECT * FROM orders WHERE customer IN (SELECT word FROM secrets)',
    "SELECT * FROM orders WHERE customer = 'a' OR id = 2",
    'SELECT o.id, s.word FROM orders o LEFT JOIN secrets s ON s.word = o.at',
    "SELECT * FROM notes WHERE notes MATCH 'belt'",
    'VALUES (1), (2)',
  ]
  const shop = shopDatabase()
  for (const sql of queries) {
    const words = planOf(sql, shop)
    expect(words.length, sql).toBeGreaterThan(0)
    for (const { en, ja } of words) {
      expect(en, sql).not.toMatch(/SCAN|SEARCH|TEMP B-TREE|SUBQUERY|CO-ROUTINE|MATERIALIZE|COMPOUND/)
      expect(ja, sql).toMatch(/[ぁ-んァ-ヶ一-龠]/)
    }
  }
})
