import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { schemaBudget } from '../../src/main/data/query/schema-for-model'
import { charactersToModel, columnsToModel, rowsToModel } from '../../src/shared/data/limits'
import { previewSchema } from '../../src/shared/tools/preview-schema'
import type { QueryResult } from '../../src/shared/tools/query-result'
import { type DataTalk, startDataTalk } from '../support/data-talk'

vi.setConfig({ testTimeout: 120_000 })

/** Characters of an answer besides the rows: names and types of columns, and the description of the result. */
const BESIDE = columnsToModel * 90 + 1_500
const WIDE = 1_900

let talk: DataTalk
let conversationId = ''

beforeAll(async () => {
  talk = await startDataTalk()
  conversationId = (await talk.app.call('conversation.create', null)).conversationId
  const file = join(talk.app.userDataFolder, 'wide.db')
  const database = new sqlite.Database(file)
  const names = Array.from({ length: WIDE }, (_, index) => `"column_${index}_${'幅'.repeat(50)}"`)
  database.exec(`BEGIN; CREATE TABLE wide (${names.map((name) => `${name} TEXT`).join(', ')})`)
  for (let row = 0; row < 3; row += 1)
    database.exec(`INSERT INTO wide VALUES (${names.map(() => '\'a "quoted" text of the user\'').join(', ')})`)
  database.exec(`CREATE TABLE long (id INTEGER PRIMARY KEY, essay ${'VERY '.repeat(200)} TEXT)`)
  database.exec(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400) INSERT INTO long SELECT i, i || '${'長'.repeat(3_000)}' FROM n`,
  )
  for (let table = 0; table < 600; table += 1)
    database.exec(`CREATE TABLE table_${table}_with_a_name_that_is_not_short (id INTEGER, name TEXT)`)
  database.exec('COMMIT')
  database.close()
  expect((await talk.add(file)).state).toEqual({ kind: 'ready' })
}, 120_000)
afterAll(() => talk.close())

/** Holds for every result, whatever its content. */
function expectWithinBudget(result: QueryResult): void {
  expect(result.rows.length).toBeLessThanOrEqual(rowsToModel)
  expect(result.rows_shown).toBe(result.rows.length)
  expect(JSON.stringify(result.rows).length).toBeLessThanOrEqual(charactersToModel + rowsToModel + 2)
  expect(result.columns.length).toBeLessThanOrEqual(columnsToModel)
  expect(JSON.stringify(result).length).toBeLessThan(charactersToModel + BESIDE)
  for (const row of result.rows) expect(row).toHaveLength(result.columns.length)
}

const reason = 'To see what is in it.'

test('the schema of hundreds of tables, of wide ones and of long texts is sent within its limit, and left-out parts are counted', async () => {
  const { told } = await talk.ask(conversationId, 'typed', 'preview_schema', {})
  const schema = previewSchema.output.parse(told.result)
  expect(JSON.stringify(schema).length).toBeLessThan(schemaBudget + 500)
  expect(JSON.stringify(schema).length).toBeGreaterThan(schemaBudget * 0.8)
  const wide = schema.sources.find(({ source }) => source === 'wide')
  const counted = /^and (\d+) more$/.exec(wide?.moreTables.at(-1) ?? '')?.[1]
  expect(Number(counted)).toBeGreaterThan(0)
  expect((wide?.tables.length ?? 0) + (wide?.moreTables.length ?? 0) - 1 + Number(counted)).toBe(602)
  const long = wide?.tables.find((line) => line.startsWith('long ('))
  expect(long).toMatch(/\), 400 rows$/)
  expect(JSON.stringify(schema)).not.toContain('長長')
  const one = await talk.ask(conversationId, 'typed', 'preview_schema', { source: 'Sample shop' })
  expect(previewSchema.output.parse(one.told.result).sources[0]?.tables.join('\n')).toContain('customer_id INTEGER → customers.id')
})

test('of many rows the model gets fifty, and the card says so before the yes; all of them are stored', async () => {
  const { result, card } = await talk.query(conversationId, 'typed', 'execute_sql', {
    source: 'Sample shop',
    sql: 'SELECT id FROM events',
    reason,
    max_rows: 5000,
  })
  expect(card).toMatchObject({ kind: 'fits', rowsToModel, maxRows: 5000 })
  expectWithinBudget(result)
  expect(result).toMatchObject({ rows_shown: rowsToModel, exported_row_count: 5000, note: expect.stringContaining('50 of its 5000 rows') })
  const few = await talk.query(conversationId, 'typed', 'execute_sql', {
    source: 'Sample shop',
    sql: 'SELECT id FROM events',
    reason,
    max_rows: 7,
  })
  expect(few.card).toMatchObject({ rowsToModel: 7, maxRows: 7 })
  expect(few.result.rows).toHaveLength(7)
})

test('of long texts and of wide tables the model gets no more characters than the limit, from a source and from a stored result', async () => {
  const sources = { source: 'wide', reason }
  const long = await talk.query(conversationId, 'typed', 'execute_sql', { ...sources, sql: 'SELECT * FROM long' })
  expectWithinBudget(long.result)
  expect(long.result.rows.length).toBeGreaterThan(3)
  expect(long.result.exported_row_count).toBe(400)
  expect(long.result.rows[0]?.[1]).toMatch(/^1長{900,}…$/)
  expect(long.result.note).toContain('Long texts end with …')

  const wide = await talk.query(conversationId, 'typed', 'execute_sql', { ...sources, sql: 'SELECT * FROM wide' })
  expectWithinBudget(wide.result)
  expect(wide.result).toMatchObject({ column_count: WIDE, exported_row_count: 3 })
  expect(wide.result.rows.length).toBeGreaterThan(0)

  for (const [artifact, kept] of [
    [long.result.artifact, 400],
    [wide.result.artifact, 3],
  ] as const) {
    const again = await talk.query(conversationId, 'spoken', 'query_artifact', {
      artifacts: [artifact],
      sql: `SELECT * FROM ${artifact}`,
      reason,
    })
    expect(again.card).toMatchObject({ kind: 'fits', rowsToModel: 50, tables: [{ name: artifact, rows: kept }] })
    expectWithinBudget(again.result)
    expect(again.result.exported_row_count).toBe(kept)
  }
  // the names of the results and their columns are within the limit of the schema too
  const { told } = await talk.ask(conversationId, 'spoken', 'preview_schema', { source: 'Sample shop' })
  const schema = previewSchema.output.parse(told.result)
  expect(schema.results.join('\n')).toContain(`and ${WIDE - 60} more columns`)
  expect(JSON.stringify(schema).length).toBeLessThan(schemaBudget + 500)
})

test('a result that the user queries again has the file’s current content, and the model reads that by voice', async () => {
  const file = join(talk.app.userDataFolder, 'parcels.csv')
  writeFileSync(file, 'hub,late\nOsaka,31\nKobe,12\n')
  await talk.add(file)
  const sql = 'SELECT hub, late FROM parcels ORDER BY late'
  const { result } = await talk.query(conversationId, 'spoken', 'execute_sql', { source: 'parcels', sql, reason })
  expect(result.rows).toEqual([
    ['Kobe', 12],
    ['Osaka', 31],
  ])
  writeFileSync(file, 'hub,late\nOsaka,31\nKobe,12\nKyoto,7\n')
  const again = await talk.app.call('artifact.again', { artifactId: result.artifactId })
  expect(again).toMatchObject({ artifactId: result.artifactId, sqlName: result.artifact, rows: 3, state: 'here' })
  expect(talk.app.told('artifact.changed').at(-1)).toEqual(again)
  const sum = { artifacts: [result.artifact], sql: `SELECT sum(late) AS late, count(*) AS hubs FROM ${result.artifact}`, reason }
  const spoken = await talk.query(conversationId, 'spoken', 'query_artifact', sum)
  expect(spoken.result.rows).toEqual([[50, 3]])
  // the chain stays: the sum is queried again as well, over the current result
  const { artifacts } = await talk.app.call('artifact.list', { conversationId })
  expect(artifacts[0]).toMatchObject({ origin: { kind: 'artifacts', artifactIds: [result.artifactId] } })
  expect(await talk.app.call('artifact.again', { artifactId: spoken.result.artifactId })).toMatchObject({ rows: 1 })
})
