import { appendFileSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTranslator } from '../../src/shared/i18n/translator'
import { displayText, messageOf } from '../../src/shared/messages/message'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { builtDataFiles } from '../support/data-files'
import { filesHolding } from '../support/files-holding'
import { importChosen } from '../support/import-chosen'
import { paperDesktop } from '../support/paper-desktop'
import { tempFolder } from '../support/temp-folder'
import { writeLargeCsv } from '../support/write-large-csv'

async function started(chosen: string, userDataFolder?: string): Promise<InProcessApp> {
  const app = await startInProcess({
    fixtures: [],
    dataFiles: await builtDataFiles(),
    desktop: paperDesktop({ chooseFile: () => Promise.resolve(chosen) }),
    ...(userDataFolder !== undefined && { userDataFolder }),
  })
  onTestFinished(() => app.remove())
  return app
}

async function choose(app: InProcessApp): Promise<string> {
  const [sourceId = ''] = await importChosen(app, await app.call('source.choose', null))
  return sourceId
}

/** All reported states of a source, from the first on. */
const statesOf = (app: InProcessApp, sourceId: string) =>
  app.told('sources.changed').flatMap(({ sources }) => sources.filter((source) => source.sourceId === sourceId))

const reading = (app: InProcessApp, sourceId: string) =>
  statesOf(app, sourceId).flatMap(({ state }) => (state.kind === 'importing' && state.phase === 'reading' && state.rows > 0 ? [state] : []))

/** Names in a folder of the data module; none if it does not exist. */
function names(app: InProcessApp, folder: string): readonly string[] {
  const path = join(app.userDataFolder, 'data', folder)
  return existsSync(path) ? readdirSync(path) : []
}

test('a large file is imported with progress that only grows, and all of its rows are there', async () => {
  const file = join(tempFolder(), 'large.csv')
  const rows = writeLargeCsv(file)
  const app = await started(file)
  const sourceId = await choose(app)
  await app.until(() => statesOf(app, sourceId).at(-1)?.state.kind === 'ready')
  expect(statesOf(app, sourceId).at(-1)).toMatchObject({ tables: [{ name: 'large', rows }], bytes: statSync(file).size })
  const told = reading(app, sourceId)
  expect(told.length).toBeGreaterThan(0)
  for (const [index, state] of told.entries()) {
    expect(state.totalBytes).toBe(statSync(file).size)
    expect(state.doneBytes).toBeGreaterThanOrEqual(told[index - 1]?.doneBytes ?? 1)
    expect(state.rows).toBeGreaterThanOrEqual(told[index - 1]?.rows ?? 1)
  }
  expect(names(app, 'work')).toEqual([])
})

test('a large file whose import is stopped leaves no source, no rows and no file, and can be added again', async () => {
  const file = join(tempFolder(), 'large.csv')
  writeLargeCsv(file)
  const app = await started(file)
  const sourceId = await choose(app)
  await app.until(() => reading(app, sourceId).length > 0)
  const { sources } = await app.call('source.remove', { sourceId })
  expect(sources.map(({ name }) => name)).toEqual(['Sample shop'])
  expect([names(app, 'sources'), names(app, 'work')]).toEqual([[], []])
  // nothing of it is stored after that
  writeFileSync(file, 'id,name\n1,one\n')
  const again = await choose(app)
  await app.until(() => statesOf(app, again).at(-1)?.state.kind === 'ready')
  expect(statesOf(app, again).at(-1)).toMatchObject({ name: 'large', tables: [{ rows: 1 }] })
  expect(
    app
      .told('sources.changed')
      .at(-1)
      ?.sources.map((source) => source.sourceId),
  ).not.toContain(sourceId)
})

test('a file that is replaced while it is read is not imported half old and half new, and the earlier copy stays available', async () => {
  const file = join(tempFolder(), 'large.csv')
  writeFileSync(file, 'id,name\n1,one\n')
  const app = await started(file)
  const sourceId = await choose(app)
  await app.until(() => statesOf(app, sourceId).at(-1)?.state.kind === 'ready')
  writeLargeCsv(file)
  const before = reading(app, sourceId).length
  const { conversationId } = await app.call('conversation.create', null)
  const input = { source: 'large', sql: 'SELECT * FROM large', reason: 'To see.' }
  const asked = app.call('query.describe', { toolName: 'execute_sql', conversationId, input })
  await app.until(() => reading(app, sourceId).length > before)
  appendFileSync(file, 'x\n')
  expect(await asked).toMatchObject({ kind: 'refused', problem: messageOf('source-changing', { file: 'large.csv' }) })
  expect((await app.call('source.list', null)).sources.find((source) => source.sourceId === sourceId)).toMatchObject({
    state: { kind: 'ready' },
    tables: [{ rows: 1 }],
  })
  expect([names(app, join('sources', sourceId)), names(app, 'work')]).toEqual([['copy.db'], []])
})

test('an app that ends while a file is read says so at its next start, in the language of the moment, and no part of the file is there', async () => {
  const file = join(tempFolder(), 'large.csv')
  writeLargeCsv(file)
  const app = await started(file)
  const sourceId = await choose(app)
  await app.until(() => reading(app, sourceId).length > 0)
  await app.stop()
  const after = await started(file, app.userDataFolder)
  const { sources } = await after.call('source.list', null)
  const state = sources.find((source) => source.sourceId === sourceId)?.state
  if (state?.kind !== 'failed') throw new Error('the source did not fail')
  expect(displayText(state.problem, createTranslator('en'))).toBe('Parley was closed while large.csv was read. Add it again.')
  expect(displayText(state.problem, createTranslator('ja'))).toBe('large.csvの読み込み中にParleyが終了しました。もう一度追加してください。')
  expect([names(after, join('sources', sourceId)), names(after, 'work')]).toEqual([[], []])
})

test('the next start removes what a killed app left in its working folders', async () => {
  const folder = tempFolder()
  for (const name of ['work/job-1', 'uploads/upload-1']) {
    mkdirSync(join(folder, 'data', name), { recursive: true })
    writeFileSync(join(folder, 'data', name, 'left.csv'), 'bird\ncanary4711\n')
  }
  const app = await started('', folder)
  await expect.poll(() => filesHolding(folder, 'canary4711'), { timeout: 20_000 }).toEqual([])
  const { uploadId } = await app.call('source.upload', { fileName: 'new.csv', bytes: 3 })
  await app.call('source.piece', { uploadId, bytes: new Uint8Array([97, 10, 49]) })
  const [sourceId = ''] = await importChosen(app, await app.call('source.uploaded', { uploadId }))
  await app.until(() => statesOf(app, sourceId).at(-1)?.state.kind === 'ready')
})
