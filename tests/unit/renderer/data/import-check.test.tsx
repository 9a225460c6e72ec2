// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { DataSection } from '../../../../src/renderer/settings/data/data-section'
import { detectedChoices, type ImportChoices, type TablePreview } from '../../../../src/shared/data/import-choices'
import { type Answers, type DataPage, Refusal, showDataPage } from '../../../support/data-page'

const table: TablePreview = {
  encoding: 'Windows-1252',
  otherEncodings: ['Windows-1250'],
  isSure: true,
  delimiter: ';',
  header: true,
  above: 1,
  columns: [
    { name: 'payee', kind: 'text', offered: null, unlike: 0 },
    { name: 'amount', kind: 'text', offered: 'comma', unlike: 0 },
  ],
  moreColumns: 0,
  rows: [['Café', '1.234,50']],
}
const encodings = ['UTF-8', 'Windows-1250', 'Windows-1252']

/** The page with a file that waits, after its first preview. */
async function shown(change: Answers = {}, language = 'en'): Promise<DataPage> {
  const page = await showDataPage(
    <DataSection />,
    {
      'source.list': { sources: [] },
      'source.choose': {
        kind: 'added',
        sourceIds: [],
        waiting: [
          { importId: 'import-1', fileName: 'ledger.csv' },
          { importId: 'import-2', fileName: 'more.csv' },
        ],
      },
      'import.preview': { kind: 'table', table, encodings },
      'import.start': { sourceIds: ['source-9'] },
      ...change,
    },
    { language },
  )
  await page.click(language === 'en' ? 'Add a file' : 'ファイルを追加')
  await page.until(() => page.place.querySelector('[data-import]')?.getAttribute('aria-busy') === 'false')
  return page
}
const choicesAsked = (page: DataPage) => page.calls('import.preview').map((payload) => (payload as { choices: ImportChoices }).choices)

describe('the preview of a file', () => {
  it('shows the first rows, what was detected and what is not certain, before anything is imported', async () => {
    const page = await shown()
    const text = page.place.querySelector('[data-import]')?.textContent
    expect(text).toContain('1.234,50')
    expect(text).toContain('Detected: Windows-1252')
    expect(text).toContain('Detected: Semicolon')
    expect(text).toContain('Windows-1250, also possible')
    expect(text).toContain('May be numbers like 1.234,56')
    expect(text).toContain('1 more file waits.')
    expect(page.calls('import.start')).toEqual([])
  })

  it('follows each choice, and the import gets all of them', async () => {
    const page = await shown()
    await page.choose('Type of amount', 'comma')
    const [encoding, delimiter] = page.place.querySelectorAll('[data-import] select')
    expect(encoding?.getAttribute('aria-labelledby')).not.toBe(delimiter?.getAttribute('aria-labelledby'))
    await page.until(() => choicesAsked(page).length === 2)
    expect(choicesAsked(page)).toEqual([detectedChoices, { ...detectedChoices, kinds: { amount: 'comma' } }])
    await page.until(() => page.place.querySelector('[data-import]')?.getAttribute('aria-busy') === 'false')
    await page.click('Import')
    expect(page.calls('import.start')).toEqual([{ importId: 'import-1', choices: { ...detectedChoices, kinds: { amount: 'comma' } } }])
    // the next file is shown
    await page.until(() => page.place.querySelector('[data-import]')?.getAttribute('data-import') === 'import-2')
    expect(document.activeElement?.textContent).toBe('Add a file')
  })

  it('ends in a conversation about the new source', async () => {
    const source = {
      sourceId: 'source-9',
      name: 'ledger 2',
      kind: 'csv',
      fileNames: ['ledger.csv'],
      state: { kind: 'ready' },
      tables: [],
      bytes: 1,
      addedAt: 1,
      copiedAt: 1,
      notes: [],
    }
    let isImported = false
    const page = await shown({
      'source.list': () => ({ sources: isImported ? [source] : [] }),
      'import.start': () => {
        isImported = true
        return { sourceIds: ['source-9'] }
      },
      'conversation.open': new Refusal('Not now.'),
      'conversation.create': {
        conversationId: 'c-9',
        title: '',
        updatedAt: 1,
        hasVoice: false,
        openApprovals: 0,
        pinned: false,
        archived: false,
      },
    })
    await page.click('Import and ask about it')
    await page.until(() => page.store.api.getState().drafts['c-9'] === 'About ledger 2: ')
  })

  it('of a file that can’t be read says why, and imports nothing; another encoding can be chosen', async () => {
    const page = await shown({ 'import.preview': { kind: 'refused', problem: 'ledger.csv is not UTF-8 in line 3.', encodings } })
    expect(page.place.querySelector('[data-import] [role="alert"]')?.textContent).toBe('ledger.csv is not UTF-8 in line 3.')
    expect(page.place.querySelector('[data-import] select')?.textContent).toContain('Windows-1250')
    await page.click('Import')
    expect(page.calls('import.start')).toEqual([])
  })

  it('stays where the import is refused, and says why', async () => {
    const page = await shown({ 'import.start': new Refusal('The disk is full.') })
    await page.click('Import')
    expect(page.place.querySelector('[role="alert"]')?.textContent).toBe('ledger.csv was not added: The disk is full.')
    expect(page.place.querySelector('[data-import="import-1"]')).not.toBeNull()
  })

  it('is given up without an import, in Japanese too', async () => {
    const page = await shown({}, 'ja')
    expect(page.place.textContent).toContain('まだ何も取り込んでいません。')
    await page.click('取り込まない')
    expect(page.calls('import.cancel')).toEqual([{ importId: 'import-1' }])
    expect(page.place.querySelector('[data-import="import-1"]')).toBeNull()
    expect(document.activeElement?.textContent).toBe('ファイルを追加')
  })
})

const row = { kind: 'text', offered: null, unlike: 0 } as const
const sheet = (index: number, name: string) => ({
  kind: 'sheets',
  sheets: {
    names: ['Parcels', 'Cities'],
    shown: { index, header: true, above: 0, columns: [{ ...row, name }], moreColumns: 0, rows: [[`${name} 1`]] },
  },
})
const settled = (page: DataPage) => page.until(() => page.place.querySelector('[data-import]')?.getAttribute('aria-busy') === 'false')

describe('the preview of a workbook', () => {
  it('shows each sheet; what is changed holds for the sheet that is shown, and the import gets it', async () => {
    const page = await shown({
      'import.preview': (asked: unknown) => ((asked as { sheet: number | null }).sheet === 1 ? sheet(1, 'city') : sheet(0, 'parcel')),
    })
    expect(page.place.querySelector('[data-import]')?.textContent).toContain('parcel 1')
    expect(page.place.querySelector('[data-import]')?.textContent).not.toContain('Encoding')
    await page.choose('Type of parcel', 'integer')
    await settled(page)
    await page.choose('Sheet', '1')
    await page.until(() => page.place.querySelector('[data-import]')?.textContent?.includes('city 1') ?? false)
    await page.click('First row is the header')
    await settled(page)
    await page.click('Import this sheet')
    await settled(page)
    await page.click('Import')
    expect(page.calls('import.start')).toEqual([
      {
        importId: 'import-1',
        choices: {
          ...detectedChoices,
          onlySheets: ['Parcels'],
          sheets: {
            Parcels: { header: null, above: null, kinds: { parcel: 'integer' } },
            Cities: { header: false, above: null, kinds: {} },
          },
        },
      },
    ])
  })

  it('without a sheet that is to be imported starts no import, and says why', async () => {
    const page = await shown({ 'import.preview': sheet(0, 'parcel') })
    await page.click('Import this sheet')
    await settled(page)
    await page.choose('Sheet', '1')
    await page.click('Import this sheet')
    await page.until(() => page.place.textContent?.includes('No sheet is chosen') ?? false)
    await page.click('Import')
    expect(page.calls('import.start')).toEqual([])
  })
})

it('records and Parquet files have a type for each column and nothing else to choose', async () => {
  const table = { ...sheet(0, 'parcel').sheets.shown, header: null }
  const page = await shown({ 'import.preview': { kind: 'sheets', sheets: { names: null, shown: table } } })
  expect(
    [...page.place.querySelectorAll('[data-import] select, [data-import] input')].map((one) => one.getAttribute('aria-label')),
  ).toEqual(['Type of parcel'])
  await page.choose('Type of parcel', 'real')
  await settled(page)
  await page.click('Import')
  expect(page.calls('import.start')).toEqual([{ importId: 'import-1', choices: { ...detectedChoices, kinds: { parcel: 'real' } } }])
})
