import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { _electron } from 'playwright'
import { writeSettings } from '../../src/main/storage/settings/settings-file'
import { defaultSettings } from '../../src/shared/ipc/default-settings'
import { holdUntilAttached } from '../../tests/support/hold-until-attached'
import { sized } from '../lib/sized'
import { jumpTo, pressUntilOtherRows, scrollTable } from './in-page'

/** A large table in the window of the built app; times in ms. */
export interface TableInElectron {
  readonly electron: string
  readonly rows: number
  /** a fifth of the table's height in every frame, as a hand scrolls */
  readonly scrolled: { readonly p95Ms: number; readonly longestMs: number; readonly emptyShare: number }
  /** from a jump of the scroll bar until the rows there are painted */
  readonly jumpP95Ms: number
  readonly sortMs: number
  readonly filterMs: number
}

const FRAMES = sized(600, 20)
const JUMPS = sized(60, 5)

/** Opens the newest result of that title in the app over this folder, and walks through it. */
export async function measureTable(executablePath: string, folder: string, title: string, rows: number): Promise<TableInElectron> {
  await writeFile(join(folder, 'settings.json'), writeSettings({ ...defaultSettings, language: 'en', setUp: 'done', closeWindow: 'quit' }))
  const app = await _electron.launch({
    executablePath,
    args: [...holdUntilAttached, '--no-sandbox', '--disable-gpu', `--user-data-dir=${folder}`, resolve('.')],
  })
  try {
    const page = await app.firstWindow()
    const electron = await app.evaluate(() => process.versions.electron ?? '')
    await page.locator('[data-composer]').waitFor()
    await page.keyboard.press('Control+K')
    await page.locator('[role="combobox"]:focus').waitFor()
    await page.keyboard.insertText('saved results')
    await page.locator('[data-entry="results"]').click()
    await page.locator('[data-region="panel"] li button').filter({ hasText: title }).first().click()
    await page.locator('[data-shown="table"]').click()
    const grid = page.locator('[role="grid"]')
    await grid.locator('[role="row"][aria-rowindex="2"] [role="gridcell"]').first().waitFor()
    const whole = await page.evaluate(jumpTo, 0).then(() => page.evaluate(scrollTable, { frames: FRAMES, part: 0.2 }))
    const jumps: number[] = []
    for (let jump = 0; jump < JUMPS; jump += 1) jumps.push(await page.evaluate(jumpTo, ((jump * 37) % 101) / 101))
    await page.evaluate(jumpTo, 0)
    const column = grid.getByRole('columnheader').filter({ hasText: 'shipped' }).getByRole('button').first()
    await column.evaluate((button) => button.setAttribute('data-bench', 'sort'))
    await column.click()
    await grid.locator('[aria-sort="ascending"]').waitFor()
    await page.evaluate(jumpTo, 0)
    // downwards the first row is another one for certain
    const sortMs = await page.evaluate(pressUntilOtherRows, '[data-bench="sort"]')
    await page.getByRole('button', { name: 'Filter hub' }).click()
    await page.getByLabel('Value').fill('Porto')
    await page.getByRole('button', { name: 'Filter', exact: true }).evaluate((button) => button.setAttribute('data-bench', 'filter'))
    const filterMs = await page.evaluate(pressUntilOtherRows, '[data-bench="filter"]')
    return {
      electron,
      rows,
      scrolled: {
        p95Ms: percentile(whole.frames, 0.95),
        longestMs: Math.max(...whole.frames),
        emptyShare: whole.withEmptyRows / whole.frames.length,
      },
      jumpP95Ms: percentile(jumps, 0.95),
      sortMs,
      filterMs,
    }
  } finally {
    await app.close()
  }
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
