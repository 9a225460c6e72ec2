import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright'
import { afterEach, expect, it } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { answerSaveDialog } from '../support/answer-save-dialog'
import { type AppOptions, type RunningApp, startApp } from '../support/app'
import { filesHolding } from '../support/files-holding'
import { bundledFixture } from '../support/fixture-facts'
import { showSection } from '../support/show-section'
import { tempFolder } from '../support/temp-folder'

const CANARY = 'AIzaSyCanary0123456789canary0123456789'
const patience = { timeout: 60_000 }
let server: FixtureServer | null = null
const apps: RunningApp[] = []
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await apps.at(-1)?.report(task.name)
  for (const app of apps.splice(0)) await app.remove()
  await server?.close()
  server = null
})

async function opened(wishes: AppOptions): Promise<RunningApp> {
  const app = await startApp(
    wishes.userDataFolder === undefined ? { ...wishes, settings: { developer: true, ...wishes.settings } } : wishes,
  )
  apps.push(app)
  return app
}

const wire = (page: Page) => page.getByRole('listbox', { name: 'Wire, as sent and received' })
const kindsOf = async (page: Page): Promise<readonly string[]> => {
  await page.locator('[data-region="inspector"][data-read="true"]').waitFor(patience)
  await page.getByRole('combobox', { name: 'Turn' }).selectOption({ label: 'All turns' })
  const filter = page.getByRole('button', { name: /^All \d/ })
  const rows = wire(page).getByRole('option')
  // the list draws its last rows after it was measured
  await expect.poll(async () => `All${await rows.count()}`, patience).toBe((await filter.textContent())?.replace(' ', ''))
  return rows.locator('[class*="kind"]').allInnerTexts()
}

it('a live conversation is inspected in its own window, saved, opened in a fresh profile, watched at four times its speed, inspected again and reported', async () => {
  const folder = tempFolder()
  const place = join(folder, 'recordings', 'Greeting.jsonl')
  server = await startFixtureServer({ fixture: await bundledFixture('weather'), speed: 4 })
  const first = await opened({ environment: { GEMINI_API_KEY: CANARY, GOOGLE_GEMINI_BASE_URL: server.baseUrl } })
  const { page, electron } = first
  if (electron === null) throw new Error('this story is about real Electron')
  await page.getByRole('textbox', { name: 'Type a message' }).fill(`Hello, my key is ${CANARY}`)
  await page.keyboard.press('Enter')
  await page.locator('[data-region="thread"]').getByText('Hello! Yes, I hear you').first().waitFor(patience)
  await page.getByText('Mic off', { exact: true }).first().waitFor(patience)

  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  const recorded = await kindsOf(page)
  expect(recorded).toEqual(expect.arrayContaining(['setup', 'setupComplete', 'serverContent']))
  const [side] = await Promise.all([electron.waitForEvent('window'), page.getByRole('button', { name: 'Open in its own window' }).click()])
  expect(await kindsOf(side)).toEqual(recorded)
  await wire(side)
    .getByRole('option', { name: /outputTranscription/ })
    .first()
    .click()
  await side.getByRole('button', { name: 'Copy frame' }).click()
  await side.getByRole('button', { name: 'Copied' }).waitFor(patience)
  expect(await electron.evaluate(({ clipboard }) => clipboard.readText())).toContain('outputTranscription')
  await answerSaveDialog(electron, place)
  await side.getByRole('button', { name: 'Save a recording' }).click()
  await side.getByRole('combobox', { name: 'Time span' }).selectOption({ label: 'Everything still in memory' })
  await side.getByRole('button', { name: 'Save…' }).click()
  await side.getByText('Saved as Greeting.jsonl.').waitFor(patience)
  await side.keyboard.press('Escape')
  await side.getByRole('button', { name: 'Show the message' }).click()
  await page.locator('[data-region="dock"]').waitFor(patience)
  await Promise.all([side.waitForEvent('close'), side.evaluate(() => window.close())])
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  expect(await kindsOf(page)).toEqual(recorded)
  await first.close()

  const second = await opened({ fixtureFile: place, settings: { replaySpeed: 4 } })
  const again = second.page
  await again
    .getByRole('region', { name: 'Session' })
    .getByRole('button', { name: /Playing ·/ })
    .click()
  await again.getByRole('combobox', { name: 'Speed' }).selectOption({ label: '4×' })
  await again.getByRole('button', { name: 'Watch' }).click()
  await again.getByText('Finished.', { exact: true }).waitFor(patience)
  await again.keyboard.press('Escape')
  const thread = again.locator('[data-region="thread"]')
  await thread.getByText('Hello, my key is [redacted]').first().waitFor(patience)
  await thread.getByText('Hello! Yes, I hear you').first().waitFor(patience)
  await again.getByRole('button', { name: 'Inspector', exact: true }).click()
  const counted = (kinds: readonly string[], kind: string): number => kinds.filter((one) => one === kind).length
  const replayed = await kindsOf(again)
  expect(counted(replayed, 'serverContent')).toBe(counted(recorded, 'serverContent'))

  const report = join(folder, 'report.txt')
  await answerSaveDialog(second.electron, report)
  await again.keyboard.press('Control+Comma')
  await showSection(again, 'diagnostics')
  await again.getByRole('switch', { name: 'Recording Greeting.jsonl' }).click()
  const shown = again.locator('[data-bundle]')
  await shown.getByText('parley-fixture').first().waitFor(patience)
  await again.getByRole('button', { name: 'Save as a file' }).click()
  await expect.poll(() => existsSync(report), patience).toBe(true)
  await expect.poll(() => readFile(report, 'utf8'), patience).toMatch(/Recording Greeting\.jsonl[\s\S]*"format":"parley-fixture"/)
  await second.close()

  expect((await readdir(dirname(place))).sort()).toEqual(['Greeting.jsonl', 'greeting.wav'])
  expect(filesHolding(folder, CANARY)).toEqual([])
  // the conversation itself is the user's own, as typed
  expect(filesHolding(first.userDataFolder, CANARY).filter((name) => !name.startsWith('parley.db'))).toEqual([])
  expect(filesHolding(second.userDataFolder, CANARY)).toEqual([])
}, 120_000)
