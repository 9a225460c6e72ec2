import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allowCard } from '../support/allow-card'
import { answerSaveDialog } from '../support/answer-save-dialog'
import { answerComes, endings, heard, liveRecording, modelCalls, modelSays, userAsks, wordsCome } from '../support/live-recording'
import { openedInSpreadsheet } from '../support/spreadsheet'
import { tempFolder } from '../support/temp-folder'
import { type ToolScene, ways } from '../support/tool-scene'
import { startToolStage, type ToolStage } from '../support/tool-stage'

const SCHEMA = 'call-1'
const QUERY = 'call-2'
const EXPORT = 'call-3'
const SOURCE = 'Sample shop'
const query = {
  source: SOURCE,
  sql: 'SELECT city, count(*) AS customers FROM customers GROUP BY city ORDER BY customers DESC, city',
  reason: 'To see where the customers live.',
  title: 'Customers by city',
}

/** The model exports a result to a file on request. */
const exportOf = (result: string) => [
  userAsks,
  heard('Export it.'),
  modelCalls(EXPORT, 'export_csv', { artifacts: [result] }),
  answerComes(EXPORT),
  ...endings(EXPORT, { approved: modelSays('Your file is saved.'), denied: modelSays('Then it stays here.') }),
]

/**
 * The model looks at the schema, asks with a query whose result is stored under this name, and reports what it found.
 */
const story = (result: string) =>
  liveRecording('shop', [
    userAsks,
    heard('Where do our customers live?'),
    modelCalls(SCHEMA, 'preview_schema', { source: SOURCE }),
    answerComes(SCHEMA),
    modelCalls(QUERY, 'execute_sql', query),
    answerComes(QUERY),
    ...endings(QUERY, {
      approved: [...modelSays('They live in eight cities.'), ...exportOf(result)],
      denied: modelSays('Then I leave your data alone.'),
    }),
  ])

/** The model gets the result of the query that waited while the app was closed. */
const afterRestart = (result: string) =>
  liveRecording('shop-again', [wordsCome, ...modelSays('They live in eight cities.'), ...exportOf(result)])

let standing: ToolStage | null = null
let stage: ToolStage

beforeEach(async () => {
  stage = standing ??= await startToolStage({ settings: { approvalSeconds: 300 } })
})
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  // a stopped clock must not affect the next test
  standing = null
  await stage.report(task.name)
  await stage.close()
})
afterAll(() => standing?.close())

const panel = (scene: ToolScene) => scene.page.locator('[data-region="panel"]')
const allow = async (scene: ToolScene) => allowCard(await scene.cards(1))

/** Waits for the card of the query, with everything the user needs before a yes. */
async function queryCard(scene: ToolScene) {
  const card = await scene.cards(1)
  for (const shown of ['GROUP BY', 'count', query.reason, 'Reads every row of customers', 'LIMIT', SOURCE]) {
    await expect.poll(() => card.textContent(), { timeout: 60_000 }).toContain(shown)
  }
  expect(await resultsOf(scene)).toEqual([])
  return card
}

async function resultsOf(scene: ToolScene) {
  return (await scene.call('artifact.list', { conversationId: scene.conversationId })).artifacts
}

/** The only result of this conversation, in the thread and the panel: its first rows, its chart and its table. */
async function lookAtResult(scene: ToolScene) {
  await scene.page.locator('[data-artifact]').filter({ hasText: query.title }).getByRole('button', { name: 'Open table' }).click()
  await panel(scene).locator('svg[role="img"]').waitFor()
  const [artifact] = await resultsOf(scene)
  if (artifact === undefined) throw new Error('no result is kept')
  const view = { sort: null, filters: [], search: '' }
  const { rows } = await scene.call('artifact.rows', { artifactId: artifact.artifactId, view, from: 0, count: 100 })
  expect(rows).toHaveLength(8)
  for (const [city] of rows) await panel(scene).getByRole('grid').getByText(String(city), { exact: true }).waitFor()
  return { artifact, rows }
}

const resultTold = (scene: ToolScene, call: string) =>
  scene
    .told()
    .filter(({ id }) => id === call)
    .at(-1)?.response.result

describe.each(ways)('a question about the data that is asked, %s,', (way) => {
  it('leads to the schema, a query that waits for a yes, a table with its chart, and a file that a spreadsheet opens', async () => {
    const result = way === 'typed' ? 'result_1' : 'result_2'
    const scene = await stage.open(story(result))
    await scene.ask(way)
    await queryCard(scene)
    expect(resultTold(scene, SCHEMA)).toMatchObject({
      sources: [{ source: SOURCE, tables: expect.arrayContaining([expect.stringContaining('customers')]) }],
    })
    await allow(scene)
    await scene.hear('They live in eight cities.')
    const { artifact, rows } = await lookAtResult(scene)
    expect(resultTold(scene, QUERY)).toMatchObject({ artifact: result, mode: 'full', rows, exported_row_count: 8 })

    await scene.ask(way, 'Export it.')
    const place = join(tempFolder(), `cities ${way}.csv`)
    const asked = await answerSaveDialog(stage.app.electron, place)
    await allow(scene)
    await scene.hear('Your file is saved.')
    expect(await asked()).toEqual([{ defaultPath: 'Customers by city.csv' }])
    expect(await readdir(dirname(place))).toEqual([`cities ${way}.csv`])
    const table = [['city', 'customers'], ...rows]
    expect(await readFile(place, 'utf8')).toBe(`\ufeff${table.map((row) => `${row.join(',')}\r\n`).join('')}`)
    expect(await openedInSpreadsheet(place)).toEqual(table)
    expect(resultTold(scene, EXPORT)).toEqual({
      status: 'saved',
      files: [{ artifact: artifact.sqlName, file: `cities ${way}.csv`, rows: 8 }],
    })
    // the model does not learn where the file is
    expect(JSON.stringify(scene.told())).not.toContain(dirname(place))
    expect(scene.statuses()).toMatchObject({ [QUERY]: ['waiting', 'done'], [EXPORT]: ['waiting', 'done'] })
  })

  it('runs no query after a no: no result is stored, and the model continues', async () => {
    const scene = await stage.open(story('result_1'))
    await scene.ask(way)
    const card = await queryCard(scene)
    await card.getByRole('button', { name: 'Deny' }).click()
    await scene.hear('Then I leave your data alone.')
    expect(scene.statuses()).toMatchObject({ [QUERY]: ['waiting', 'denied'] })
    expect(resultTold(scene, QUERY)).toBeUndefined()
    expect(await resultsOf(scene)).toEqual([])
    expect((await scene.thread()).parts).toMatchObject([
      { toolName: 'preview_schema', state: 'output-available' },
      { toolName: 'execute_sql', state: 'output-denied' },
    ])
  })
})

it('a query that waits while the app is closed is answered after the next start, and its result can be exported or pinned', async () => {
  const scene = await stage.open(story('result_3'))
  await scene.ask('spoken')
  await queryCard(scene)
  await stage.restart(afterRestart('result_3'))
  await scene.page.keyboard.press('Control+Shift+A')
  await queryCard(scene)
  await allow(scene)
  await scene.hear('They live in eight cities.')
  await lookAtResult(scene)
  await scene.ask('typed', 'Export it.')
  const asked = await answerSaveDialog(stage.app.electron, null)
  await (await scene.cards(1)).getByRole('button', { name: 'Deny' }).click()
  await scene.hear('Then it stays here.')
  expect(await asked()).toEqual([])
  expect(await resultsOf(scene)).toMatchObject([{ sqlName: 'result_3', state: 'here' }])
})
