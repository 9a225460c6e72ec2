// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import { DataPanel } from '../../../../src/renderer/data/data-panel'
import { type Answers, dayRow, keptResult, Refusal, rowsOf, showDataPage } from '../../../support/data-page'

const panel = <DataPanel artifactId="artifact-1" withWindowButtons={false} />

function world(change: Parameters<typeof keptResult>[0] = {}, answers: Answers = {}): Answers {
  const artifact = keptResult(change)
  return { 'artifact.get': artifact, 'artifact.rows': rowsOf(artifact.rows, dayRow), ...answers }
}

const cells = (place: HTMLElement) =>
  [...place.querySelectorAll('[role="row"][aria-selected]')].map((row) => [...row.children].map((cell) => cell.textContent))
const lastView = (asked: readonly unknown[]) => asked.at(-1)

describe('the panel of a stored result', () => {
  it('shows its source, size and duration, its chart and its rows', async () => {
    const page = await showDataPage(panel, world())
    await page.until(() => cells(page.place).length > 20)
    expect(page.place.textContent).toContain('Orders, read-only copy of 11:21 · 27 rows · 31 ms')
    expect(cells(page.place)[1]).toEqual(['2026-11-02', 'Osaka', '3'])
    expect(page.place.querySelector('[role="grid"]')?.getAttribute('aria-rowcount')).toBe('28')
    expect(page.place.querySelector('svg[role="img"]')?.getAttribute('aria-label')).toContain('Bars: late by day, 27 points')
  })

  it('renders only what is in view of 100,000 rows, and requests only that', async () => {
    const page = await showDataPage(panel, world({ rows: 100_000, originalRows: 100_000 }))
    await page.click('Table')
    await page.until(() => cells(page.place).length > 0)
    expect(cells(page.place).length).toBeLessThan(60)
    const grid = page.place.querySelector('[role="grid"]')
    if (grid === null) throw new Error('there is no table')
    await page.press(grid, 'End')
    expect(page.place.querySelector('[role="grid"]')?.getAttribute('aria-activedescendant')).toMatch(/-99999$/)
    const windows = page.calls('artifact.rows').filter((asked) => JSON.stringify(asked).includes('"count":1000'))
    expect(windows.length).toBeLessThan(4)
  })

  it('sorts by a press on a column: ascending, descending, original', async () => {
    const page = await showDataPage(panel, world())
    for (const [sort, direction] of [
      [{ column: 2, direction: 'ascending' }, 'ascending'],
      [{ column: 2, direction: 'descending' }, 'descending'],
      [null, 'none'],
    ] as const) {
      await page.click('late')
      await page.until(() => page.place.querySelectorAll('[role="columnheader"]')[2]?.getAttribute('aria-sort') === direction)
      if (sort !== null) expect(lastView(page.calls('artifact.rows'))).toMatchObject({ view: { sort } })
    }
  })

  it('filters a column, says so, and removes the filter', async () => {
    const page = await showDataPage(panel, world())
    await page.click('Filter late')
    await page.until(() => document.querySelector('form input') !== null)
    await page.type('Value', '30')
    await page.click('Filter')
    const filter = { column: 2, operator: 'at-least', value: '30' }
    expect(page.calls('artifact.rows')).toContainEqual(expect.objectContaining({ view: { sort: null, filters: [filter], search: '' } }))
    expect(page.place.querySelector('ul')?.textContent).toBe('late is at least 30')
    await page.click('Remove filter: late is at least 30')
    expect(page.place.querySelector('ul')).toBeNull()
  })

  it('searches all columns after a pause', async () => {
    const page = await showDataPage(panel, world())
    await page.until(() => cells(page.place).length > 20)
    const grid = page.place.querySelector('[role="grid"]')
    if (grid === null) throw new Error('there is no table')
    await page.press(grid, 'ArrowDown')
    expect(page.place.textContent).toContain('1 selected')
    await page.type('Search rows', 'osa')
    await page.until(() => page.calls('artifact.rows').some((asked) => JSON.stringify(asked).includes('"search":"osa"')))
    // the selected rows may be elsewhere now
    expect(page.place.textContent).not.toContain('selected')
  })

  it('copies the selected rows for a spreadsheet, all of them without a selection', async () => {
    const page = await showDataPage(panel, world())
    const written: string[] = []
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: async (text: string) => void written.push(text) } })
    await page.until(() => cells(page.place).length > 20)
    const grid = page.place.querySelector('[role="grid"]')
    if (grid === null) throw new Error('there is no table')
    await page.press(grid, 'ArrowDown')
    await page.press(grid, 'ArrowDown', { shiftKey: true })
    expect(page.place.textContent).toContain('2 selected')
    await page.press(grid, 'c', { ctrlKey: true })
    await page.until(() => page.place.textContent?.includes('2 rows copied') ?? false)
    expect(written).toEqual(['day\thub\tlate\n2026-11-01\tOsaka\t0\n2026-11-02\tOsaka\t3'])
    await page.press(grid, 'Escape')
    await page.click('Copy')
    await page.until(() => page.place.textContent?.includes('27 rows copied') ?? false)
  })

  it('makes a column wider by the keys', async () => {
    const page = await showDataPage(panel, world())
    await page.until(() => page.place.querySelector('[role="separator"]') !== null)
    const edge = () => page.place.querySelector<HTMLElement>('[role="separator"]')
    const before = Number(edge()?.getAttribute('aria-valuenow'))
    await page.press(edge() ?? page.place, 'ArrowRight')
    await page.press(edge() ?? page.place, 'ArrowRight')
    expect(Number(edge()?.getAttribute('aria-valuenow'))).toBe(before + 2)
  })

  it('switches to another kind of chart and to other columns', async () => {
    const page = await showDataPage(panel, world())
    await page.choose('Chart type', 'line')
    await page.until(
      () => page.place.querySelector('svg[role="img"]')?.getAttribute('aria-label')?.startsWith('Line: late by day') ?? false,
    )
    await page.choose('X axis', '1')
    await page.until(
      () => page.place.querySelector('svg[role="img"]')?.getAttribute('aria-label')?.startsWith('Bars: late by hub') ?? false,
    )
  })

  it('has no chart if there is nothing to draw', async () => {
    const page = await showDataPage(
      panel,
      world({ columns: [{ name: 'hub', type: 'text' }] }, { 'artifact.rows': rowsOf(27, () => ['Osaka']) }),
    )
    await page.until(() => cells(page.place).length > 20)
    expect(page.place.querySelector('svg[role="img"]')).toBeNull()
    expect([...page.place.querySelectorAll('[role="radio"]')].map((one) => one.textContent)).toEqual(['Table', 'Query'])
  })

  it('runs the query again, and says why it could not', async () => {
    const page = await showDataPage(panel, world({}, { 'artifact.again': new Refusal('The source is gone.') }))
    await page.click('Run again')
    expect(page.calls('artifact.again')).toEqual([{ artifactId: 'artifact-1' }])
    expect(page.place.querySelector('[role="alert"]')?.textContent).toBe('The source is gone.')
  })

  it('says that rows are gone, and offers to query again', async () => {
    const page = await showDataPage(panel, world({ state: 'gone' }))
    expect(page.place.textContent).toContain('These rows were cleared')
    expect(page.calls('artifact.rows')).toEqual([])
    page.button('Run again')
  })

  it('says why rows can’t be read', async () => {
    const page = await showDataPage(panel, world({}, { 'artifact.rows': new Refusal('The rows can’t be read.') }))
    await page.until(() => page.place.querySelector('[role="alert"]')?.textContent === 'The rows can’t be read.')
  })

  it('pins a result, and shows its query', async () => {
    const page = await showDataPage(panel, world({}, { 'artifact.keep': keptResult({ expiresAt: null }) }))
    await page.click('Pin')
    expect(page.calls('artifact.keep')).toEqual([{ artifactId: 'artifact-1', kept: true }])
    await page.click('Query')
    expect(page.place.textContent).toContain('SELECT day, hub, late FROM days')
    expect(page.place.textContent).toContain('Use it in queries as the table result_1.')
    expect(page.place.textContent).toContain('Pinned, so never deleted automatically')
  })
})

describe('the list of stored results', () => {
  it('names all of them, newest first, says when they are removed, and opens one', async () => {
    const older = keptResult({ artifactId: 'artifact-0', title: 'Older', createdAt: 5, state: 'gone' })
    const page = await showDataPage(<DataPanel artifactId={null} withWindowButtons={false} />, {
      'artifact.list': { artifacts: [keptResult(), older] },
    })
    const items = [...page.place.querySelectorAll('li')]
    expect(items.map((one) => one.textContent)).toEqual([
      expect.stringContaining('Late share by day27 rows'),
      expect.stringContaining('Olderrows cleared'),
    ])
    expect(page.place.textContent).toContain('Results are deleted after 30 days, or sooner above 1 GB in total.')
    items[0]?.querySelector('button')?.click()
    expect(page.store.api.getState().dataPanel).toEqual({ artifactId: 'artifact-1' })
  })
})
