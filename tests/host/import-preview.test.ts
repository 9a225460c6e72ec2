import { copyFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { detectedChoices } from '../../src/shared/data/import-choices'
import { modelText } from '../../src/shared/messages/message'
import { startInProcess } from '../support/app-in-process'
import { builtDataFiles } from '../support/data-files'
import { paperDesktop } from '../support/paper-desktop'
import { shopDatabase } from '../support/shop-database'
import { tempFolder } from '../support/temp-folder'

async function world(path: string) {
  const app = await startInProcess({
    fixtures: [],
    dataFiles: await builtDataFiles(),
    desktop: paperDesktop({ chooseFile: () => Promise.resolve(path) }),
  })
  onTestFinished(() => app.remove())
  const choose = async () => {
    const chosen = await app.call('source.choose', null)
    if (chosen.kind !== 'added') throw new Error('nothing was chosen')
    return chosen
  }
  const find = async (sourceId: string) => (await app.call('source.list', null)).sources.find((source) => source.sourceId === sourceId)
  const ready = (sourceId: string) => expect.poll(async () => (await find(sourceId))?.state.kind, { timeout: 30_000 }).toBe('ready')
  return { app, choose, find, ready }
}

test('a table is imported after its preview, as the user chose, and so it is again when its file changes', async () => {
  const path = join(tempFolder(), 'ledger.csv')
  writeFileSync(path, 'payee;amount\nCafé;1.234,50\n')
  const { app, choose, find, ready } = await world(path)
  const { sourceIds, waiting } = await choose()
  expect({ sourceIds, names: waiting.map(({ fileName }) => fileName) }).toEqual({ sourceIds: [], names: ['ledger.csv'] })
  expect((await app.call('source.list', null)).sources.map(({ name }) => name)).toEqual(['Sample shop'])
  const importId = waiting[0]?.importId ?? ''
  expect(await app.call('import.preview', { importId, choices: detectedChoices, sheet: null })).toMatchObject({
    kind: 'table',
    table: { delimiter: ';', columns: [{ kind: 'text' }, { kind: 'text', offered: 'comma' }], rows: [['Café', '1.234,50']] },
    encodings: expect.arrayContaining(['UTF-8', 'Shift_JIS']),
  })
  const choices = { ...detectedChoices, kinds: { amount: 'comma' as const } }
  const [sourceId = ''] = (await app.call('import.start', { importId, choices })).sourceIds
  await ready(sourceId)
  const source = await find(sourceId)
  expect(source).toMatchObject({ choices, tables: [{ name: 'ledger', rows: 1 }] })
  expect(source?.notes.map(modelText)).toContain('Types as you chose: amount.')
  const typeOf = async () => (await app.call('source.schema', { sourceId })).tables[0]?.columns.map(({ type }) => type)
  expect(await typeOf()).toEqual(['TEXT', 'REAL'])
  writeFileSync(path, 'payee;amount\nCafé;1.234,50\nBar;7,25\n')
  expect(await typeOf()).toEqual(['TEXT', 'REAL'])
  expect(await find(sourceId)).toMatchObject({ choices, tables: [{ rows: 2 }] })
  // what was imported waits no more
  await expect(app.call('import.start', { importId, choices })).rejects.toThrow('upload-over')
})

test('a workbook, records and a Parquet file wait for their preview too, and what was decided is kept', async () => {
  for (const name of ['parcels.xlsx', 'parcels.ods', 'parcels.parquet']) {
    const path = join(tempFolder(), name)
    copyFileSync(join('tests/fixtures/tables', name), path)
    const { app, choose, find, ready } = await world(path)
    const { sourceIds, waiting } = await choose()
    const importId = waiting[0]?.importId ?? ''
    expect(sourceIds).toEqual([])
    const isBook = !name.endsWith('parquet')
    expect(await app.call('import.preview', { importId, choices: detectedChoices, sheet: isBook ? 2 : null })).toMatchObject({
      kind: 'sheets',
      sheets: isBook
        ? {
            names: ['Parcels 2026', 'Empty', '町'],
            shown: { index: 2, header: true, columns: [{ name: 'name' }, { name: 'people', kind: 'integer' }] },
          }
        : { names: null, shown: { header: null } },
    })
    const choices = { ...detectedChoices, kinds: { id: 'text' as const }, ...(isBook && { onlySheets: ['Parcels 2026'] }) }
    const [sourceId = ''] = (await app.call('import.start', { importId, choices })).sourceIds
    await ready(sourceId)
    const source = await find(sourceId)
    expect(source).toMatchObject({ choices, tables: [{ rows: 3 }] })
    expect(source?.notes.map(modelText)).toEqual([
      ...(isBook ? ['Sheets not imported, as you chose: Empty, 町.'] : []),
      'Types as you chose: id.',
    ])
    expect((await app.call('source.schema', { sourceId })).tables[0]?.columns[0]).toMatchObject({ name: 'id', type: 'TEXT' })
  }
})

test('a file that can’t be read as a table says why in its preview, and a database needs none', async () => {
  const path = join(tempFolder(), 'bad.csv')
  writeFileSync(path, 'a,b\n1,"x\n')
  const { app, choose } = await world(path)
  const { waiting } = await choose()
  const importId = waiting[0]?.importId ?? ''
  expect(await app.call('import.preview', { importId, choices: detectedChoices, sheet: null })).toMatchObject({
    kind: 'refused',
    problem: { code: 'csv-quotes' },
  })
  await app.call('import.cancel', { importId })
  await expect(app.call('import.preview', { importId, choices: detectedChoices, sheet: null })).rejects.toThrow('upload-over')
  const database = await world(shopDatabase().file)
  const chosen = await database.choose()
  expect(chosen).toMatchObject({ sourceIds: [expect.any(String)], waiting: [] })
  await database.ready(chosen.sourceIds[0] ?? '')
})

test('an uploaded file that waits is gone when it is given up or the page is loaded anew', async () => {
  const { app } = await world('')
  const folder = () => readdirSync(join(app.userDataFolder, 'data', 'uploads'))
  const upload = async () => {
    const { uploadId } = await app.call('source.upload', { fileName: 'sent.csv', bytes: 9 })
    await app.call('source.piece', { uploadId, bytes: new TextEncoder().encode('id\n1\n') })
    return (await app.call('source.uploaded', { uploadId })).waiting[0]?.importId ?? ''
  }
  const first = await upload()
  expect(folder()).toHaveLength(1)
  await app.call('import.cancel', { importId: first })
  expect(folder()).toEqual([])
  const second = await upload()
  await app.call('app.bootstrap', null)
  await expect.poll(folder).toEqual([])
  await expect(app.call('import.start', { importId: second, choices: detectedChoices })).rejects.toThrow('upload-over')
})
