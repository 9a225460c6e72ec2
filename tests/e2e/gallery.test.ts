import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { listFixtures } from '../../src/main/replay/simulator/list-fixtures'
import { allowCard } from '../support/allow-card'
import { answerSaveDialog } from '../support/answer-save-dialog'
import { type RunningApp, startApp } from '../support/app'
import { scriptOf } from '../support/demo-script'
import { giveFiles } from '../support/give-files'
import { findLayoutFaults } from '../support/layout-faults'
import { tempFolder } from '../support/temp-folder'
import { saveScreen } from '../support/ui-page'

const { fixtures } = await listFixtures('fixtures')
const words = { en: { gallery: 'English', count: 9 }, ja: { gallery: 'Japanese', count: 9 } } as const

const plain = (text: string): string => text.replace(/\s|\*/g, '')

let app: RunningApp | null = null
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await app?.report(task.name)
  await app?.remove()
  app = null
})

it('every demo of the gallery plays at full speed with one click, requests approval, and continues according to the answer', async () => {
  app = await startApp({ settings: { replaySpeed: 100 } })
  const { page } = app
  await answerSaveDialog(app.electron, join(tempFolder(), 'sales.csv'))
  const thread = page.locator('[data-region="thread"]')
  for (const language of ['en', 'ja'] as const) {
    const demos = fixtures.filter(({ fixture }) => fixture.language === language)
    for (const [index, { fixture }] of demos.entries()) {
      await page.keyboard.press('Control+K')
      // the page has other comboboxes: that of the command palette gets the focus as soon as it appears
      await page.locator('[role="combobox"]:focus').fill('Demo conv')
      await page.getByRole('option', { name: 'Demo conversations' }).click()
      await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: words[language].gallery })
      if (index === 0) {
        await expect.poll(() => page.locator('[data-demo]').count()).toBe(words[language].count)
        await expect.poll(() => page.evaluate(findLayoutFaults)).toEqual([])
        await saveScreen(page, `gallery-app-${language}`)
      }
      await page.locator(`[data-demo="${fixture.fixtureId}"]`).click()
      const calls = JSON.stringify(fixture.steps)
      const script = scriptOf(fixture, () => 'approved')
      for (let asked = calls.split('"kind":"tool-response"').length - 1; asked > 0; asked -= 1) {
        await allowCard(page.locator('[data-approval]:not([data-unarmed])'))
      }
      // a call separates the text before it from the text after it
      const endings = script.map(({ model }) => plain(model).slice(-12))
      const missing = async () => {
        const text = plain((await thread.textContent()) ?? '')
        return endings.filter((ending) => !text.includes(ending))
      }
      await expect.poll(missing, { timeout: 60_000 }).toEqual([])
      await saveScreen(page, `demo-${fixture.fixtureId}`)
    }
  }

  // and a file that is dropped on the window, with its sound, waits to be watched
  const [dropped] = fixtures.filter(({ fixture }) => fixture.fixtureId === 'weather')
  if (dropped === undefined) throw new Error('there is no such demo')
  const rows = page.locator('[data-region="sidebar"] [data-row]')
  const before = await rows.count()
  const names = ['weather.jsonl', 'weather.wav', 'weather-user.wav']
  const files = names.map(async (name) => ({ name, bytes: await readFile(join('fixtures', name)) }))
  await giveFiles(page, 'drop', await Promise.all(files))
  await expect.poll(() => rows.count(), { timeout: 60_000 }).toBe(before + 1)
  await page.getByRole('button', { name: 'Watch it' }).click()
  const [ending] = scriptOf(dropped.fixture, () => 'approved').slice(-1)
  await expect
    .poll(async () => plain((await thread.textContent()) ?? ''), { timeout: 60_000 })
    .toContain(plain(ending?.model ?? '-').slice(-12))
}, 240_000)
