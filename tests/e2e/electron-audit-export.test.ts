import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { auditHash } from '../../src/main/tool-calls/audit/audit-trail'
import { auditCheckSchema, auditEntrySchema } from '../../src/shared/audit/audit-entry'
import { z } from '../../src/shared/lib/zod'
import { answerSaveDialog } from '../support/answer-save-dialog'
import { type RunningApp, startApp } from '../support/app'
import { oneCallRecording } from '../support/one-call-recording'
import { showSection } from '../support/show-section'
import { tempFolder } from '../support/temp-folder'

const exportSchema = z.strictObject({
  format: z.literal('parley-audit'),
  version: z.literal(1),
  check: auditCheckSchema,
  entries: z.array(auditEntrySchema),
})

let server: FixtureServer
let app: RunningApp

beforeAll(async () => {
  server = await startFixtureServer({ fixture: oneCallRecording('read_clipboard', {}), speed: 10 })
  app = await startApp({ environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: server.baseUrl } })
  const { page } = app
  const composer = page.getByRole('textbox', { name: 'Type a message' })
  await composer.fill('What did I copy?')
  await composer.press('Enter')
  await page.locator('[data-approval]:not([data-unarmed])').getByRole('button', { name: 'Allow once' }).click()
  await page.locator('[data-approval]').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+Comma')
  await showSection(page, 'audit')
  await page.locator('[data-entry]').getByText('done').waitFor()
})
afterAll(async () => {
  await app?.remove()
  await server?.close()
})

const answerDialog = (filePath: string | null) => answerSaveDialog(app.electron, filePath)
const takeAway = (format: 'JSON' | 'CSV') => app.page.getByRole('button', { name: format, exact: true }).click()

it('the trail is written where the user chooses, and its chain of hashes is valid', async () => {
  const folder = tempFolder()
  const asked = await answerDialog(join(folder, 'trail.json'))
  await takeAway('JSON')
  await app.page.getByRole('status').getByText('Saved as trail.json').waitFor()
  expect(await asked()).toEqual([{ defaultPath: expect.stringMatching(/^parley-audit-\d{4}-\d\d-\d\d\.json$/) }])
  expect(await readdir(folder)).toEqual(['trail.json'])
  const { check, entries } = exportSchema.parse(JSON.parse(await readFile(join(folder, 'trail.json'), 'utf8')))
  expect(check).toEqual({ entries: entries.length, brokenAt: null })
  expect(new Set(entries.map(({ event }) => event.kind))).toEqual(new Set(['requested', 'decided', 'executed']))
  let previousHash = '0'.repeat(64)
  for (const [index, entry] of entries.entries()) {
    expect(entry).toMatchObject({ number: index + 1, previousHash, hash: auditHash(entry) })
    previousHash = entry.hash
  }
})

it('the same trail is written as a table', async () => {
  const folder = tempFolder()
  await answerDialog(join(folder, 'trail.csv'))
  await takeAway('CSV')
  await app.page.getByRole('status').getByText('Saved as trail.csv').waitFor()
  const rows = (await readFile(join(folder, 'trail.csv'), 'utf8')).trim().split('\n')
  expect(rows.length).toBeGreaterThanOrEqual(4)
  expect(rows[0]).toContain('hash')
})

it('a dialog that is closed writes nothing', async () => {
  const folder = tempFolder()
  const asked = await answerDialog(null)
  await takeAway('JSON')
  await expect.poll(async () => z.array(z.unknown()).parse(await asked()).length).toBe(1)
  await app.page
    .getByRole('status')
    .getByText(/^Saved as/)
    .waitFor({ state: 'detached' })
  expect(await readdir(folder)).toEqual([])
  expect(await app.page.getByText(/could not be written/).count()).toBe(0)
})

it('an unwritable place is reported, and its files are not changed', async () => {
  const folder = tempFolder()
  await writeFile(join(folder, 'file'), 'kept')
  await answerDialog(join(folder, 'file', 'trail.json'))
  await takeAway('JSON')
  await app.page
    .getByRole('alert')
    .getByText(/could not be written there .*Choose another place/)
    .waitFor()
  expect(await readFile(join(folder, 'file'), 'utf8')).toBe('kept')
})
