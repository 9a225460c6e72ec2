// @vitest-environment jsdom
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { DataSection } from '../../../../src/renderer/settings/data/data-section'
import type { DataSource } from '../../../../src/shared/data/source'
import { largestPiece } from '../../../../src/shared/ipc/limits'
import { type DataPage, Refusal, showDataPage } from '../../../support/data-page'

const orders: DataSource = {
  sourceId: 'source-1',
  name: 'Orders',
  kind: 'csv',
  fileNames: ['orders.csv'],
  state: { kind: 'ready' },
  tables: [{ name: 'orders', rows: 48_210 }],
  bytes: 3_200_000,
  addedAt: 1,
  copiedAt: new Date(2026, 10, 27, 11, 21).getTime(),
  notes: [{ en: 'Line 7 has 3 values instead of 4.', ja: '7行目の値は4個ではなく3個です。' }],
}
const rowOf = (page: DataPage) => page.place.querySelector('[data-source="source-1"]')

function drop(page: DataPage, files: readonly File[]): Promise<void> {
  return act(async () => {
    const event = new Event('drop', { bubbles: true, cancelable: true })
    Object.defineProperty(event, 'dataTransfer', { value: { files } })
    page.place.querySelector('[data-drop]')?.dispatchEvent(event)
  })
}

describe('data sources', () => {
  it('are listed with their tables, their file, the time of the copy and the notes', async () => {
    const page = await showDataPage(<DataSection />, { 'source.list': { sources: [orders] } })
    const text = rowOf(page)?.textContent
    expect(text).toContain('CSV · orders.csv · 3 MB · copy of 27 Nov 2026')
    expect(text).toContain('orders (48,210)')
    expect(text).toContain('Line 7 has 3 values instead of 4.')
  })

  it('are added by a system dialog if there is one', async () => {
    const page = await showDataPage(<DataSection />, {
      'source.list': { sources: [] },
      'source.choose': { kind: 'added', sourceIds: ['source-1'], waiting: [] },
    })
    expect(page.place.textContent).toContain('No source')
    await page.click('Add a file')
    await page.emit('sources.changed', { sources: [orders] })
    expect(rowOf(page)?.textContent).toContain('Orders')
  })

  it('show their progress while they are read, and can be stopped', async () => {
    const importing = { kind: 'importing', phase: 'reading', doneBytes: 800_000, totalBytes: 3_200_000, rows: 12_000 } as const
    const page = await showDataPage(<DataSection />, {
      'source.list': { sources: [{ ...orders, state: importing }] },
      'source.remove': { sources: [] },
    })
    expect(page.place.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow')).toBe('25')
    expect(rowOf(page)?.textContent).toContain('Reading · 800 kB of 3 MB · 12,000 rows')
    await page.click('Stop adding Orders')
    expect(page.calls('source.remove')).toEqual([{ sourceId: 'source-1' }])
    expect(rowOf(page)).toBeNull()
  })

  it('that can’t be read say what, why and what to do, in the user’s language', async () => {
    const problem = { en: 'orders.db is encrypted.', ja: 'orders.dbは暗号化されています。' }
    const failed = { ...orders, state: { kind: 'failed', problem } } as const
    const page = await showDataPage(<DataSection />, { 'source.list': { sources: [failed] } }, { language: 'ja' })
    expect(rowOf(page)?.textContent).toContain('orders.dbは暗号化されています。')
    await page.emit('sources.changed', { sources: [{ ...orders, state: { kind: 'missing', fileName: 'orders.csv' } }] })
    expect(rowOf(page)?.textContent).toContain('orders.csvは見つかりません')
  })

  it('are renamed, and a taken name is refused next to the field and not shown as done', async () => {
    let refuses = true
    const page = await showDataPage(<DataSection />, {
      'source.list': { sources: [orders] },
      'source.rename': () => (refuses ? new Refusal('There is a source of that name.') : { sources: [{ ...orders, name: 'Parcels' }] }),
    })
    await page.click('Rename Orders')
    await page.type('New name of Orders', ' Parcels ')
    await page.click('Save')
    expect(page.calls('source.rename')).toEqual([{ sourceId: 'source-1', name: 'Parcels' }])
    expect(page.place.querySelector('[role="alert"]')?.textContent).toBe('There is a source of that name.')
    refuses = false
    await page.click('Save')
    expect(rowOf(page)?.textContent).toContain('Parcels')
    expect(page.place.querySelector('[role="alert"]')).toBeNull()
  })

  it('are removed only after a confirmation', async () => {
    const page = await showDataPage(<DataSection />, { 'source.list': { sources: [orders] }, 'source.remove': { sources: [] } })
    await page.click('Remove Orders')
    expect(page.calls('source.remove')).toEqual([])
    expect(page.place.textContent).toContain('Remove Orders and its copy? Your file and saved results stay.')
    await page.click('Remove')
    expect(page.calls('source.remove')).toEqual([{ sourceId: 'source-1' }])
  })

  it('are uploaded piece by piece when they are dropped, and a refused one is named', async () => {
    const sent: number[] = []
    let refuses = false
    const page = await showDataPage(<DataSection />, {
      'source.list': { sources: [] },
      'source.upload': { uploadId: 'upload-1' },
      'source.piece': ({ bytes }: { readonly bytes: Uint8Array }) =>
        refuses ? new Refusal('The disk is full.') : void sent.push(bytes.length),
      'source.uploaded': { sourceIds: ['source-1'], waiting: [] },
    })
    const file = new File([new Uint8Array(largestPiece + 5)], 'big.csv')
    await drop(page, [file])
    await page.until(() => page.calls('source.uploaded').length === 1)
    expect(page.calls('source.upload')).toEqual([{ fileName: 'big.csv', bytes: largestPiece + 5 }])
    expect(sent).toEqual([largestPiece, 5])
    refuses = true
    await drop(page, [file])
    await page.until(() => page.place.querySelector('[role="alert"]')?.textContent === 'big.csv was not added: The disk is full.')
    expect(page.calls('source.uploadCancelled')).toEqual([{ uploadId: 'upload-1' }])
  })

  it('that are being uploaded can be stopped, and then none of them is stored', async () => {
    let goOn = (): void => undefined
    const page = await showDataPage(<DataSection />, {
      'source.list': { sources: [] },
      'source.upload': { uploadId: 'upload-1' },
      'source.piece': () =>
        new Promise<void>((resolve) => {
          goOn = resolve
        }),
    })
    await drop(page, [new File([new Uint8Array(largestPiece * 3)], 'big.csv')])
    await page.until(() => page.calls('source.piece').length === 1)
    expect(page.place.querySelector('[data-upload]')?.textContent).toContain('big.csv')
    await page.click('Stop adding big.csv')
    await act(async () => goOn())
    await page.until(() => page.calls('source.uploadCancelled').length === 1)
    expect(page.calls('source.piece').length).toBe(1)
    expect(page.calls('source.uploaded')).toEqual([])
    expect(page.place.querySelector('[data-upload]')).toBeNull()
  })
})
