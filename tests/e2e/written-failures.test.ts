import { afterEach, expect, it } from 'vitest'
import type { FaultName } from '../../src/main/replay/simulator/faults/catalogue'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { type RunningApp, startApp } from '../support/app'
import { bundledFixture } from '../support/fixture-facts'
import { finish, says, textRecording, words } from '../support/text-recording'

let server: FixtureServer | null = null
let app: RunningApp | null = null

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await app?.report(task.name)
  await app?.remove()
  await server?.close()
  app = null
  server = null
})

it.each<readonly [string, FaultName, string]>([
  ['a 503 before the answer', 'text-overloaded', 'Gemini is overloaded'],
  ['a 503 inside the answer', 'text-error-midway', 'Gemini is overloaded'],
])('%s is reported as a failing service, not as a network failure', async (_what, fault, told) => {
  const text = textRecording([words, says('It is'), says(' due'), says(' on'), says(' 4 May.'), finish()])
  server = await startFixtureServer({ fixture: await bundledFixture('weather'), text, speed: 50, faults: [{ fault, times: 'always' }] })
  app = await startApp({ environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: server.baseUrl } })
  const { page } = app
  await page.getByRole('button', { name: 'Reply in text' }).click()
  await page.getByRole('button', { name: 'Reply in text', pressed: true }).waitFor()
  const composer = page.getByRole('textbox', { name: 'Type a message' })
  await composer.fill('When is the invoice due?')
  await composer.press('Enter')
  await page.getByText(told).first().waitFor({ timeout: 60_000 })
  expect(await page.getByText('Gemini can’t be reached').count()).toBe(0)
})

it('an answer whose stream ends without a finish reason is told as a failing service; the half of it stays, and Try again brings the whole', async () => {
  const text = textRecording([words, says('It is'), says(' due'), says(' on'), says(' 4 May.'), finish()])
  server = await startFixtureServer({ fixture: await bundledFixture('weather'), text, speed: 50, faults: ['text-cut-off'] })
  app = await startApp({ environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: server.baseUrl } })
  const { page } = app
  await page.getByRole('button', { name: 'Reply in text' }).click()
  await page.getByRole('button', { name: 'Reply in text', pressed: true }).waitFor()
  const composer = page.getByRole('textbox', { name: 'Type a message' })
  await composer.fill('When is the invoice due?')
  await composer.press('Enter')
  await page.getByText('Gemini failed while answering').first().waitFor({ timeout: 60_000 })
  expect(await page.getByText('Gemini can’t be reached').count()).toBe(0)
  const answers = page.locator('[data-region="thread"]').getByRole('article', { name: 'Parley' })
  await answers.getByText('It is due on', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await answers.getByText('It is due on 4 May.', { exact: true }).waitFor()
  await answers.getByText('It is due on', { exact: true }).waitFor()
})
