import { readFile } from 'node:fs/promises'
import { streamXlsxRows } from 'hucre/xlsx'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { resultWorld } from '../../support/data-worlds'
import { callsOf } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld } from '../../support/ui-worlds'

const stage = uiStage()
const ROWS = 100_000

const manyRows = Array.from({ length: ROWS }, (_, index) => [
  `2026-11-${String((index % 27) + 1).padStart(2, '0')}`,
  `hub ${index}`,
  index,
  index % 7,
  0.5,
])
const panel = (page: Page) => page.locator('[data-region="panel"]')
const saved = async (page: Page, format: string) => {
  await page.locator('[data-region="panel"] [data-export]').click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator(`[data-format="${format}"]`).click()])
  await page.getByRole('status').filter({ hasText: 'Saved as' }).waitFor()
  await page.keyboard.press('Escape')
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

it('100,000 rows are scrolled from end to end while few are rendered; a chart and all rows become files', async () => {
  const { page, complaints, close } = await stage.open(resultWorld('en', manyRows), { width: 1300, height: 800 })
  await page.locator('[data-artifact] button[aria-pressed]').click()
  await panel(page).locator('svg[role="img"]').waitFor()

  const picture = await saved(page, 'png')
  expect(picture.name).toBe('Osaka, late share by day.png')
  expect([...picture.bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  // twice its size on the screen, and more than an empty background
  expect(picture.bytes.readUInt32BE(16)).toBeGreaterThan(700)
  expect(picture.bytes.length).toBeGreaterThan(5_000)

  await panel(page).getByRole('radio', { name: 'Table' }).click()
  const grid = panel(page).getByRole('grid')
  const rows = grid.locator('[role="row"][aria-selected]')
  await rows.filter({ hasText: 'hub 0' }).first().waitFor()
  await grid.focus()
  await page.keyboard.press('End')
  await rows.filter({ hasText: `hub ${ROWS - 1}` }).waitFor()
  expect(await rows.count()).toBeLessThan(80)
  await grid.evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }))
  await rows
    .filter({ hasText: `hub ${ROWS / 2}` })
    .first()
    .waitFor()
  await page.keyboard.press('Home')
  await rows.filter({ hasText: 'hub 0' }).first().waitFor()

  // a column is widened with the pointer
  const edge = grid.getByRole('separator', { name: 'Width of day' })
  const before = Number(await edge.getAttribute('aria-valuenow'))
  const box = await edge.boundingBox()
  if (box === null) throw new Error('there is no edge')
  await page.mouse.move(box.x + 3, box.y + 5)
  await page.mouse.down()
  await page.mouse.move(box.x + 83, box.y + 5)
  await page.mouse.up()
  await expect.poll(async () => Number(await edge.getAttribute('aria-valuenow'))).toBe(before + 5)

  const table = await saved(page, 'csv')
  const lines = table.bytes.toString('utf8').split('\r\n')
  expect(table.name).toBe('Osaka, late share by day.csv')
  expect(lines).toHaveLength(ROWS + 2)
  expect(lines[0]).toBe('\ufeffday,hub,shipped,late,late_pct')
  expect(lines[ROWS]).toBe(`2026-11-${String(((ROWS - 1) % 27) + 1).padStart(2, '0')},hub ${ROWS - 1},${ROWS - 1},${(ROWS - 1) % 7},0.5`)
  const workbook = await saved(page, 'xlsx')
  expect(workbook.name).toBe('Osaka, late share by day.xlsx')
  let written = 0
  for await (const { values } of streamXlsxRows(workbook.bytes)) {
    if (written === ROWS) expect(values.slice(1)).toEqual([`hub ${ROWS - 1}`, ROWS - 1, (ROWS - 1) % 7, 0.5])
    written += 1
  }
  expect(written).toBe(ROWS + 1)
  expect((await callsOf(page, 'export.begin')).length).toBe(3)
  expect(complaints).toEqual([])
  await close()
})

it('stored results and data sources can be opened from the palette with the keyboard', async () => {
  const { page, complaints, close } = await stage.open(resultWorld('en', manyRows.slice(0, 20)), { width: 1300, height: 800 })
  const chosen = page.locator('[role="option"][aria-selected="true"]')
  const choose = async (words: string, entry: string) => {
    await page.keyboard.press('Control+KeyK')
    await page.locator('[role="combobox"]:focus').waitFor()
    await page.keyboard.insertText(words)
    await page.locator(`[data-entry="${entry}"]`).waitFor()
    // the first entry starts a conversation with the text
    const entries = await page.locator('[data-entry]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-entry')))
    for (let presses = entries.indexOf(entry); presses > 0; presses -= 1) await page.keyboard.press('ArrowDown')
    await expect.poll(() => chosen.getAttribute('data-entry')).toBe(entry)
    await page.keyboard.press('Enter')
  }
  await choose('saved results', 'results')
  await panel(page).getByRole('heading', { name: 'Saved results' }).waitFor()
  await choose('data', 'setting data')
  await page.locator('[data-source="source-4"]').waitFor()
  expect(complaints).toEqual([])
  await close()
})

it('an empty list of results leads to the files, and opening and closing the panel leaves the focus on something', async () => {
  const { page, close } = await stage.open(
    { ...makeWorld({}), answers: { 'artifact.list': { artifacts: [] } } },
    { width: 1000, height: 700 },
  )
  const isInside = (region: string) => page.evaluate((name) => document.activeElement?.closest(`[data-region="${name}"]`) !== null, region)
  await page.getByRole('button', { name: 'Data', exact: true }).click()
  await expect.poll(() => isInside('panel')).toBe(true)
  await panel(page).getByRole('button', { name: 'Close', exact: true }).click()
  await expect.poll(() => isInside('dock')).toBe(true)
  await page.getByRole('button', { name: 'Data', exact: true }).click()
  await panel(page).getByRole('button', { name: 'Add a data file' }).click()
  await page.getByRole('heading', { name: 'Sources' }).waitFor()
  await close()
})
