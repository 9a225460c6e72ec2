import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../src/main/lib/system-clock'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import type { SettingsSection } from '../../src/renderer/state/app-state'
import { isJsonObject } from '../../src/shared/lib/json-value'
import { type HeadlessApp, startHeadlessApp } from '../support/headless-app'
import { liveRecording, modelSays, wordsCome } from '../support/live-recording'
import { showSection } from '../support/show-section'
import { finish, says, textRecording, words } from '../support/text-recording'

const unpriced = 'gemini-4-carbon'
let server: FixtureServer
let app: HeadlessApp

beforeAll(async () => {
  const text = textRecording([words, says('It is due on 4 May.'), finish()])
  const fixture = liveRecording('greeting', [wordsCome, ...modelSays('Good morning.')])
  server = await startFixtureServer({ fixture, text, speed: 50 })
  const settings = { model: 'gemini-3.1-flash-live-preview' }
  app = await startHeadlessApp({ baseUrl: server.baseUrl, clock: systemClock, settings })
})
afterAll(async () => {
  await app.remove()
  await server.close()
})

async function openSettings(section: SettingsSection): Promise<void> {
  await app.page.keyboard.press('Control+Comma')
  await showSection(app.page, section)
}

async function closeSettings(): Promise<void> {
  await app.page.keyboard.press('Escape')
  await app.page.locator('[data-composer]').waitFor()
}

async function type(text: string): Promise<void> {
  await app.page.locator('[data-composer]').fill(text)
  await app.page.locator('[data-composer]').press('Enter')
}

const requests = () => server.received().flatMap(({ protocol, frame }) => (protocol === 'text' && isJsonObject(frame) ? [frame] : []))
const setups = () =>
  server.received().flatMap(({ frame }) => (isJsonObject(frame) && isJsonObject(frame.setup) ? [JSON.stringify(frame.setup)] : []))

it('a chosen model that has ended is replaced, with one notice in the window that names both', async () => {
  const notice = app.page.getByText('gemini-3.1-flash-live-preview isn’t available for this. Parley uses gemini-3.8-live instead.')
  await notice.first().waitFor()
  expect(await app.page.getByText('A model isn’t available', { exact: true }).count()).toBe(1)
})

it('the models to choose from are those that the service lists, and one whose prices are not known is shown without a cost', async () => {
  const { page } = app
  await openSettings('key')
  await page.getByText('The list came from Google on', { exact: false }).waitFor()
  const optionsOf = (name: string) => page.getByRole('combobox', { name, exact: true }).locator('option').evaluateAll(valuesOf)
  expect(await optionsOf('Model')).toEqual(['gemini-3.8-live', 'gemini-3.8-live-extended-thinking', ' '])
  expect(await optionsOf('Text model')).toContain('gemini-4-hydrogen')
  expect(await optionsOf('Text model')).not.toContain('gemini-embedding-2')
  await page.getByRole('combobox', { name: 'Text model', exact: true }).selectOption(unpriced)
  await closeSettings()

  await page.getByRole('button', { name: 'Reply in text' }).click()
  await page.getByRole('button', { name: 'Reply in text', pressed: true }).waitFor()
  await type('When is the invoice due?')
  await page.getByText('It is due on 4 May.').first().waitFor()
  const usage = page.getByRole('button', { name: /\d in · \d out/ })
  expect(await usage.textContent()).not.toContain('$')
  await usage.click()
  await page.getByText('Parley doesn’t know this model’s prices, so there is no estimate.').waitFor()
  await page.keyboard.press('Escape')
})

it('a typed question asks Google not to store it, until the switch in the settings allows it', async () => {
  const { page } = app
  expect(requests().map(({ store }) => store)).toEqual([false])
  await openSettings('storage')
  await page.getByRole('switch', { name: 'Let Google store typed conversations' }).click()
  await closeSettings()
  await type('And the rent?')
  await server.waitFor(() => requests().length === 2)
  expect(requests().map(({ store }) => store)).toEqual([false, true])
})

it('search, spoken languages and terms that are chosen in the settings reach the next spoken session', async () => {
  const { page } = app
  await openSettings('session')
  await page.getByRole('switch', { name: 'Google Search' }).click()
  await page.getByRole('combobox', { name: 'Languages you speak' }).selectOption('ja-JP')
  await page.getByRole('textbox', { name: 'Names and terms you use' }).fill('Hoshino\nParley')
  await page.getByRole('button', { name: 'Use these' }).click()
  await page.getByRole('button', { name: 'Use these' }).waitFor({ state: 'detached' })
  await closeSettings()
  await page.getByRole('button', { name: 'New conversation' }).first().click()
  // until then the composer is that of the conversation before
  await page.getByText('Hold and talk', { exact: true }).first().waitFor()
  await type('Hello?')
  await server.waitFor(() => setups().length === 1)
  expect(JSON.parse(setups()[0] ?? '')).toMatchObject({
    inputAudioTranscription: { languageCodes: ['ja-JP'], customVocabulary: ['Hoshino', 'Parley'] },
    tools: expect.arrayContaining([{ googleSearch: {} }]),
  })
})

it('an instruction that is changed reaches the session that runs, without another one', async () => {
  const { page } = app
  await page.getByText('Good morning.').first().waitFor()
  await openSettings('session')
  await page.getByRole('textbox', { name: 'Custom instructions' }).fill('Call me Ann.')
  await page.getByRole('button', { name: 'Use this' }).click()
  await server.waitFor(() => server.received().some(({ frame }) => isJsonObject(frame) && isJsonObject(frame.contextUpdate)))
  const [update] = server.received().flatMap(({ frame }) => (isJsonObject(frame) && 'contextUpdate' in frame ? [frame.contextUpdate] : []))
  expect(JSON.stringify(update)).toContain('Call me Ann.')
  expect(setups()).toHaveLength(1)
  expect(server.violations()).toEqual([])
})

/** Runs in the page. */
function valuesOf(options: readonly Element[]): readonly string[] {
  return options.map((option) => (option instanceof HTMLOptionElement ? option.value : ''))
}
