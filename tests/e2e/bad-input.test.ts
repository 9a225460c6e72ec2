import type { Page } from 'playwright'
import { afterEach, describe, expect, it } from 'vitest'
import type { FaultName } from '../../src/main/replay/simulator/faults/catalogue'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { type AppOptions, type RunningApp, startApp } from '../support/app'
import { bundledFixture, recordedTurns } from '../support/fixture-facts'

let server: FixtureServer | null = null
let app: RunningApp | null = null

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await app?.report(task.name)
  await app?.remove()
  await server?.close()
  app = null
  server = null
})

async function appWith(faults: readonly FaultName[], wishes: AppOptions = {}): Promise<Page> {
  server = await startFixtureServer({ fixture: await bundledFixture('weather'), speed: 4, faults })
  app = await startApp({
    ...wishes,
    environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: server.baseUrl, ...wishes.environment },
  })
  return app.page
}

async function type(page: Page, text: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Type a message' })
  await composer.fill(text)
  await composer.press('Enter')
}

const answer = async (): Promise<string> => recordedTurns(await bundledFixture('weather'))[0]?.modelText ?? ''

describe('a failure is reported once, as text, without losing input', () => {
  it('a wrong key: the settings are one button away, and typed text stays', async () => {
    const page = await appWith(['key-not-valid'])
    await type(page, 'Is this key good?')
    await page.getByText('Gemini refused the key. It may have been revoked.').first().waitFor()
    expect(await page.getByText('Is this key good?').count()).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Open key settings' }).first().click()
    await page.getByText('Gemini key').first().waitFor()
    expect(server?.openConnections()).toBe(0)
  })

  it('an unknown model is named', async () => {
    const page = await appWith(['model-unknown'])
    await type(page, 'Are you there?')
    await page.getByText('The model gemini-3.8-live isn’t available').first().waitFor()
    expect(await page.getByText('Are you there?').count()).toBeGreaterThan(0)
  })

  it('a used-up quota is named, and Send again continues with the stored input', async () => {
    const page = await appWith(['quota'])
    await type(page, 'Hello, can you hear me?')
    await page.getByText('This key has used its quota for gemini-3.8-live').first().waitFor()
    await page.getByText('Not sent. Your text is saved.').waitFor()
    await page.screenshot({ path: 'test-results/unsent.png' })
    await page.getByRole('button', { name: 'Send again' }).click()
    await page
      .getByRole('article', { name: 'Parley' })
      .getByText(await answer())
      .waitFor()
    expect(await page.getByText('Not sent. Your text is saved.').count()).toBe(0)
    expect(server?.violations()).toEqual([])
  })

  it('an unreadable frame only affects itself', async () => {
    const page = await appWith(['malformed-frame'])
    await type(page, 'Hello, can you hear me?')
    await page
      .getByRole('article', { name: 'Parley' })
      .getByText(await answer())
      .waitFor()
    await page.getByText('Some messages from Gemini could not be read').first().waitFor()
  })

  it('a server that goes away: the state says so, and the input is kept', async () => {
    const page = await appWith([])
    await type(page, 'Hello, can you hear me?')
    await page.getByText('Speaking', { exact: true }).first().waitFor()
    await server?.close()
    server = null
    await page.getByText('Reconnecting', { exact: true }).first().waitFor()
    await type(page, 'Are you still there?')
    await page.getByText('Are you still there?').first().waitFor()
    expect(await page.getByText('Hello, can you hear me?').count()).toBeGreaterThan(0)
  })

  it('no microphone: talking says so, typing works', async () => {
    const page = await appWith([], { microphone: 'none' })
    await page.getByRole('button', { name: 'Talk', exact: true }).click()
    await page.getByText('No microphone found').first().waitFor()
    await type(page, 'Hello, can you hear me?')
    await page
      .getByRole('article', { name: 'Parley' })
      .getByText(await answer())
      .waitFor()
  })

  it('a refused microphone: it says where to allow it', async () => {
    const page = await appWith([], { microphone: 'refused' })
    await page.getByRole('button', { name: 'Talk', exact: true }).click()
    await page.getByText('Parley isn’t allowed to use the microphone').first().waitFor()
  })
})

describe('without a key', () => {
  it('a recording answers, clearly labelled, and a typed prompt selects its recording', async () => {
    app = await startApp({ settings: { replaySpeed: 4 } })
    const { page } = app
    await page
      .getByText(/^Demo · /)
      .first()
      .waitFor()
    await type(page, 'Pay the Hoshino Print invoice from the studio account.')
    await page.getByRole('button', { name: 'Allow once' }).waitFor()
    await page
      .getByText(/^Demo · .*4×/)
      .first()
      .waitFor()
  })
})
