// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { ArtifactPreview } from '../../../../src/renderer/data/artifact-preview'
import { dayRow, keptResult, Refusal, rowsOf, showDataPage } from '../../../support/data-page'

const shown = { artifactId: 'artifact-1', title: 'Late share by day', rows: 27, columns: 3 }
const preview = <ArtifactPreview shown={shown} />
const table = (place: HTMLElement) => [...place.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent))

it('a result in the thread shows its first rows, its size, its source and its time, and opens the panel', async () => {
  const page = await showDataPage(preview, { 'artifact.get': keptResult(), 'artifact.rows': rowsOf(27, dayRow) })
  await page.until(() => page.place.textContent?.includes('Osaka') ?? false)
  expect(page.place.textContent).toContain('27 rows · 3 columns · Orders, read-only copy of 11:21 · 11:30')
  expect(table(page.place)).toEqual([
    ['day', 'hub', 'late'],
    ['2026-11-01', 'Osaka', '0'],
    ['2026-11-02', 'Osaka', '3'],
    ['2026-11-03', 'Osaka', '6'],
    ['2026-11-04', 'Osaka', '9'],
  ])
  // no more than it shows
  expect(page.calls('artifact.rows')).toEqual([
    { artifactId: 'artifact-1', view: { sort: null, filters: [], search: '' }, from: 0, count: 4 },
  ])
  await page.click('Open table')
  expect(page.store.api.getState().dataPanel).toEqual({ artifactId: 'artifact-1' })
  await page.click('Close table')
  expect(page.store.api.getState().dataPanel).toBeNull()
})

it('a truncated result says of how many rows, and a wide one how many more columns', async () => {
  const columns = Array.from({ length: 9 }, (_, index) => ({ name: `c${index}`, type: 'text' as const }))
  const artifact = keptResult({ columns, rows: 1000, originalRows: 48_210, cutBy: 'rows' })
  const page = await showDataPage(
    preview,
    { 'artifact.get': artifact, 'artifact.rows': rowsOf(1000, () => columns.map(() => 'x')) },
    { language: 'ja' },
  )
  await page.until(() => table(page.place).length > 1)
  expect(page.place.textContent).toContain('48,210行中の最初の1,000行 · 9列')
  expect(table(page.place)[0]?.at(-1)).toBe('+3')
})

it('a result whose query ran again shows the new rows', async () => {
  let late = 1
  const page = await showDataPage(preview, {
    'artifact.get': keptResult(),
    'artifact.rows': () => ({ rows: [['2026-11-01', 'Osaka', late]], total: 1 }),
  })
  await page.until(() => table(page.place)[1]?.[2] === '1')
  late = 2
  await page.emit('artifact.changed', keptResult({ rows: 1, originalRows: 1, createdAt: 99 }))
  await page.until(() => table(page.place)[1]?.[2] === '2')
})

it('a result whose rows are gone says so, and can be queried again', async () => {
  const gone = await showDataPage(preview, { 'artifact.get': keptResult({ state: 'gone' }) })
  expect(gone.place.textContent).toContain('These rows were cleared')
  gone.button('Run again')
})

it('an unknown result says so', async () => {
  const unknown = await showDataPage(preview, { 'artifact.get': new Refusal('There is no such result.') })
  expect(unknown.place.textContent).toContain('There is no such result.')
})

it('is exported as CSV with the chosen options, and says under which name', async () => {
  const pieces: Uint8Array[] = []
  const page = await showDataPage(preview, {
    'artifact.get': keptResult({ rows: 2, originalRows: 2 }),
    'artifact.rows': rowsOf(2, (index) => ['2026-11-01', index === 0 ? '=1+1' : 'Osaka; west', index]),
    'export.begin': ({ fileNames }: { readonly fileNames: readonly string[] }) => ({
      kind: 'place',
      files: fileNames.map((fileName) => ({ exportId: 'export-1', fileName: `Chosen ${fileName}` })),
    }),
    'export.piece': ({ bytes }: { readonly bytes: Uint8Array }) => void pieces.push(bytes),
    'export.finish': { fileName: 'Chosen Late share by day.csv', bytes: 1 },
  })
  await page.click('Export')
  await page.choose('Separator', ';')
  await page.click('Save as CSV')
  await page.until(() => document.body.textContent?.includes('Saved as Chosen Late share by day.csv') ?? false)
  const text = pieces.map((bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).join('')
  expect(text).toBe('\ufeffday;hub;late\r\n2026-11-01;\'=1+1;0\r\n2026-11-01;"Osaka; west";1\r\n')
  expect(page.calls('export.begin')).toEqual([{ fileNames: ['Late share by day.csv'] }])
})

it('is exported as JSON in the shape of exported data; a refused place is reported and leaves nothing behind', async () => {
  const pieces: Uint8Array[] = []
  let refuses = false
  const page = await showDataPage(preview, {
    'artifact.get': keptResult({ rows: 2, originalRows: 9, cutBy: 'rows' }),
    'artifact.rows': rowsOf(2, dayRow),
    'export.begin': { kind: 'place', files: [{ exportId: 'export-1', fileName: 'a.json' }] },
    'export.piece': ({ bytes }: { readonly bytes: Uint8Array }) => (refuses ? new Refusal('The disk is full.') : void pieces.push(bytes)),
    'export.finish': { fileName: 'a.json', bytes: 1 },
  })
  await page.click('Export')
  await page.click('Save as JSON')
  await page.until(() => document.body.textContent?.includes('Saved as a.json') ?? false)
  expect(JSON.parse(pieces.map((bytes) => new TextDecoder().decode(bytes)).join(''))).toEqual({
    mode: 'truncated',
    columns: ['day', 'hub', 'late'],
    rows: [dayRow(0), dayRow(1)],
    exported_row_count: 2,
    original_row_count: 9,
  })
  refuses = true
  await page.click('Save as JSON')
  await page.until(() => document.querySelector('[role="alert"]')?.textContent === 'The disk is full.')
  expect(page.calls('export.cancel')).toEqual([{ exportId: 'export-1' }])
})
