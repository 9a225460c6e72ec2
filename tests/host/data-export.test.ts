import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Desktop } from '../../src/main/platform/desktop'
import { exportCsvInPage } from '../../src/renderer/tools/export-csv-in-page'
import type { Client } from '../../src/shared/ipc/client'
import type { JsonObject } from '../../src/shared/lib/json'
import { failure, success } from '../../src/shared/lib/result'
import { z } from '../../src/shared/lib/zod'
import { exportCsv } from '../../src/shared/tools/export-csv'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { builtDataFiles } from '../support/data-files'
import { oneCallRecording } from '../support/one-call-recording'
import { paperDesktop } from '../support/paper-desktop'
import { tempFolder } from '../support/temp-folder'

const chunkSchema = z.looseObject({ type: z.string(), output: z.unknown().optional(), errorText: z.string().optional() })

/** The page's client over the app in this process. */
function clientOf(app: InProcessApp): Pick<Client, 'call'> {
  return {
    call: (name, request) =>
      app.call(name, request).then(success, (error: unknown) => failure('refused', error instanceof Error ? error.message : String(error))),
  }
}

const noBrowser = (): never => {
  throw new Error('a browser is not asked here')
}

/** Lets the model make one call, says yes, acts as the page, and returns the call's result. */
async function made(
  folder: string,
  name: string,
  args: JsonObject,
  desktop?: Partial<Desktop>,
  keep = noBrowser as Parameters<typeof exportCsvInPage>[1],
) {
  const app = await startInProcess({
    fixtures: [oneCallRecording(name, args)],
    speed: 100,
    userDataFolder: folder,
    dataFiles: await builtDataFiles(),
    ...(desktop !== undefined && { desktop: paperDesktop(desktop) }),
  })
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('conversation.open', { conversationId })
  await app.call('text.send', { conversationId, text: 'Please.' })
  const ended = () =>
    app.told('stream.chunk').flatMap(({ chunk }) => {
      const parsed = chunkSchema.parse(chunk)
      return ['tool-output-available', 'tool-output-error'].includes(parsed.type) ? [parsed] : []
    })
  await app.until(() => app.told('approval.changed').length > 0 || ended().length > 0)
  const [question] = app.told('approval.changed')
  if (question !== undefined)
    await app.call('approval.decide', { approvalId: question.approvalId, inputHash: question.inputHash, approved: true })
  await app.until(() => app.told('tool.run').length > 0 || ended().length > 0)
  const [run] = app.told('tool.run')
  if (run !== undefined) {
    const abort = new AbortController()
    const outcome = await exportCsvInPage(clientOf(app), keep, exportCsv.input.parse(run.input), abort.signal).then(
      (output) => ({ kind: 'result' as const, output: z.record(z.string(), z.json()).parse(output) }),
      (error: Error) => ({ kind: 'error' as const, errorText: error.message }),
    )
    await app.call('tool.settle', { toolCallId: run.toolCallId, outcome })
  }
  await app.until(() => ended().length > 0)
  const { artifacts } = await app.call('artifact.list', { conversationId: null })
  await app.stop()
  return { end: ended()[0], artifacts, question: question?.question }
}

const query = (title: string, sql: string) => ({ source: 'Sample shop', sql, reason: 'To have it as a file.', title })

test('results survive the app and become files: one in its place, several in a folder, none of them overwritten', async () => {
  const folder = tempFolder()
  const places = tempFolder()
  const place = join(places, 'late.csv')
  const first = await made(folder, 'execute_sql', query('Late/orders', "SELECT 'x,\"y\"' AS a, '=1+1' AS b, 2 AS c, NULL AS d, -3 AS e"))
  const second = await made(folder, 'execute_sql', query('Cities', 'SELECT city, count(*) AS customers FROM customers GROUP BY city'))
  expect(first.end).toMatchObject({ output: { artifact: 'result_1', mode: 'full', exported_row_count: 1, original_row_count: 1 } })
  expect(second.artifacts.map(({ sqlName }) => sqlName)).toEqual(['result_2', 'result_1'])

  const one = await made(folder, 'export_csv', { artifacts: ['result_1'] }, { choosePlace: () => Promise.resolve(place) })
  expect(one.end).toMatchObject({ output: { status: 'saved', files: [{ artifact: 'result_1', file: 'late.csv', rows: 1 }] } })
  expect(one.question).toMatchObject({ en: 'Save “Late/orders” as a CSV file?', ja: '「Late/orders」をCSVファイルに保存しますか？' })
  expect(readFileSync(place, 'utf8')).toBe('\ufeffa,b,c,d,e\r\n"x,""y""",\'=1+1,2,,-3\r\n')

  const many = join(places, 'many')
  mkdirSync(many)
  writeFileSync(join(many, 'Cities.csv'), 'mine')
  const style = { delimiter: 'semicolon', byte_order_mark: false }
  const both = await made(
    folder,
    'export_csv',
    { artifacts: ['result_1', 'result_2'], ...style },
    { chooseFolder: () => Promise.resolve(many) },
  )
  expect(both.end).toMatchObject({
    output: { status: 'saved', files: [{ file: 'Late orders.csv' }, { file: 'Cities (2).csv' }] },
  })
  expect(both.question).toMatchObject({ en: 'Save 2 results (“Late/orders”, “Cities”) as CSV files?' })
  expect(readFileSync(join(many, 'Cities.csv'), 'utf8')).toBe('mine')
  expect(readFileSync(join(many, 'Cities (2).csv'), 'utf8')).toMatch(/^city;customers\r\n/)
  expect(readdirSync(many).sort()).toEqual(['Cities (2).csv', 'Cities.csv', 'Late orders.csv'])
})

test('an export that is cancelled, fails or asks for a missing result says so, and leaves no part of a file', async () => {
  const folder = tempFolder()
  const places = tempFolder()
  await made(folder, 'execute_sql', query('Orders', 'SELECT * FROM orders'))
  const cancelled = await made(folder, 'export_csv', { artifacts: ['result_1'] }, { choosePlace: () => Promise.resolve(null) })
  expect(cancelled.end).toMatchObject({ output: { status: 'cancelled' } })
  const gone = join(places, 'no-such-folder', 'orders.csv')
  const failed = await made(folder, 'export_csv', { artifacts: ['result_1'] }, { choosePlace: () => Promise.resolve(gone) })
  expect(failed.end).toMatchObject({ type: 'tool-output-error', errorText: expect.stringContaining('could not be written there') })
  const folderThere = join(places, 'orders.csv')
  mkdirSync(folderThere)
  const onFolder = await made(folder, 'export_csv', { artifacts: ['result_1'] }, { choosePlace: () => Promise.resolve(folderThere) })
  expect(onFolder.end).toMatchObject({ type: 'tool-output-error' })
  const unknown = await made(
    folder,
    'export_csv',
    { artifacts: ['result_9'] },
    { choosePlace: () => Promise.resolve(join(places, 'x.csv')) },
  )
  expect(unknown.end).toMatchObject({ errorText: expect.stringContaining('There is no saved result result_9. The saved results are') })
  expect(unknown.question).toMatchObject({ en: 'Save result_9 as a CSV file?' })
  expect(existsSync(gone)).toBe(false)
  expect(readdirSync(places)).toEqual(['orders.csv'])
  const kept: string[] = []
  const inBrowser = await made(folder, 'export_csv', { artifacts: ['result_1'] }, undefined, (name, parts) => {
    kept.push(name, Buffer.concat(parts).toString('utf8').slice(0, 30))
  })
  expect(inBrowser.end).toMatchObject({ output: { status: 'saved', files: [{ file: 'Orders.csv', rows: 1000 }] } })
  expect(kept).toEqual(['Orders.csv', expect.stringContaining('id,customer_id')])
  const named = await made(folder, 'export_csv', { artifacts: ['result_1'], filename: 'late/orders.csv' }, undefined, (name) => {
    kept.push(name)
  })
  expect(named.end).toMatchObject({ output: { status: 'saved', files: [{ file: 'late orders.csv' }] } })
  const workbook = { artifacts: ['result_1'], filename: 'late/orders.xlsx', format: 'xlsx' }
  const asWorkbook = await made(folder, 'export_csv', workbook, undefined, (name, parts) => {
    kept.push(name, Buffer.concat(parts).toString('latin1').slice(0, 2))
  })
  expect(asWorkbook.question).toMatchObject({ en: 'Save “Orders” as an Excel workbook?', ja: '「Orders」をExcelブックに保存しますか？' })
  expect(asWorkbook.end).toMatchObject({ output: { status: 'saved', files: [{ file: 'late orders.xlsx', rows: 1000 }] } })
  expect(kept.slice(-2)).toEqual(['late orders.xlsx', 'PK'])
})

test('a later query reads stored results as tables, joined', async () => {
  const folder = tempFolder()
  await made(folder, 'execute_sql', query('Cities', 'SELECT city, count(*) AS customers FROM customers GROUP BY city'))
  await made(
    folder,
    'execute_sql',
    query('Orders', 'SELECT c.city, count(*) AS orders FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY 1'),
  )
  const sql = 'SELECT a.city, orders * 1.0 / customers AS each FROM result_1 a JOIN result_2 b ON b.city = a.city ORDER BY each DESC'
  const joined = await made(folder, 'query_artifact', { artifacts: ['result_1', 'result_2'], sql, reason: 'To compare.' })
  expect(joined.end).toMatchObject({
    output: { artifact: 'result_3', exported_row_count: 8, columns: [{ name: 'city' }, { name: 'each' }] },
  })
  expect(joined.question).toMatchObject({ en: 'Read from the saved results “Cities”, “Orders”?' })
  const written = await made(folder, 'query_artifact', { artifacts: ['result_1'], sql: 'DELETE FROM result_1', reason: 'To lose it.' })
  expect(written.end).toMatchObject({ type: 'tool-output-error', errorText: expect.stringContaining('DELETE is not allowed') })
})
