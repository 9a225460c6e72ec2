import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { historyFileSchema } from '../../src/shared/history/archived-conversation'
import { type RunningApp, startApp } from '../support/app'
import { filesHolding } from '../support/files-holding'
import { bundledFixture, recordedTurns } from '../support/fixture-facts'
import { showSection } from '../support/show-section'
import { type Speech, speak } from '../support/speech'
import { type TalkKey, talkKeyOf } from '../support/talk-key'
import { tempFolder } from '../support/temp-folder'
import { finish, says, textRecording, words } from '../support/text-recording'

const asked = '大阪の配送センターの遅れを教えて'
const askedAnew = '名古屋の配送センターの遅れを教えて'
const answers = ['大阪では**二日**遅れています。', '名古屋では遅れていません。'] as const
const shownAnswers = ['大阪では二日遅れています。', '名古屋では遅れていません。'] as const

let app: RunningApp
let server: FixtureServer
let speech: Speech
let key: TalkKey | null = null

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await app.report('kept history')
  await key?.dispose()
  await app.remove()
  await server.close()
})

async function open(userDataFolder?: string): Promise<void> {
  app = await startApp({
    microphoneFile: speech.file,
    environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: server.baseUrl },
    ...(userDataFolder !== undefined && { userDataFolder }),
  })
  key = await talkKeyOf(app)
}

const thread = () => app.page.getByRole('log')
const articles = () => thread().locator('article').allInnerTexts()
const composer = () => app.page.getByRole('textbox', { name: 'Type a message' })

/** Speaks as long as the microphone's sentence lasts, and plays the answer to its end. */
async function talk(): Promise<void> {
  const before = server.receivedAudio().byteLength
  await key?.down()
  await server.waitFor(() => (server.receivedAudio().byteLength - before) / 32 > speech.durationMs)
  await key?.up()
  await app.page.locator('[data-region="dock"]').getByText('Mic off', { exact: true }).waitFor({ timeout: 60_000 })
}

/** Searches for some of the typed words, and opens the hit. */
async function find(): Promise<void> {
  const { page } = app
  await page.keyboard.press('Control+KeyK')
  await page.locator('[role="combobox"]:focus').fill('配送センター')
  await page.getByRole('option').filter({ hasText: '大阪の配送センター' }).first().click()
  await thread().getByText(asked).waitFor()
}

async function openStorage(): Promise<void> {
  await app.page.keyboard.press('Control+Comma')
  await showSection(app.page, 'storage')
}

/** Exports everything as JSON with the button of the settings; returns the file. */
async function exportAll(): Promise<string> {
  const { page, electron } = app
  const button = page.getByRole('button', { name: 'JSON', exact: true })
  const path = join(tempFolder(), 'all.json')
  if (electron === null) {
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    await download.saveAs(path)
    return path
  }
  await electron.evaluate(({ dialog }, filePath) => {
    Reflect.set(dialog, 'showSaveDialog', () => Promise.resolve({ canceled: false, filePath }))
  }, path)
  await button.click()
  await page.getByRole('status').getByText('Saved as all.json').waitFor()
  return path
}

/** The user agrees to erasing everything, in the dialog of main's own that the desktop app has. */
async function agreeToErase(): Promise<void> {
  await app.electron?.evaluate(({ dialog }) => {
    Reflect.set(dialog, 'showMessageBox', (options: { readonly buttons: readonly string[] }) =>
      Promise.resolve({ response: options.buttons.indexOf('Erase for good'), checkboxChecked: false }),
    )
  })
}

it('speech and text are found in Japanese after a restart, continue by voice, fork, are exported, wiped and imported; private ones never', async () => {
  const fixture = await bundledFixture('weather')
  const spoken = recordedTurns(fixture).map(({ modelText }) => modelText)
  const text = textRecording([words, says(answers[0]), finish(), words, says(answers[1]), finish()])
  server = await startFixtureServer({ fixture, text, speed: 1 })
  speech = speak('Hello, can you hear me?', join(tempFolder(), 'speech.wav'))
  await open()

  // speech, then text, in one thread
  await talk()
  await thread()
    .getByText(spoken[0] ?? '')
    .waitFor()
  // an answer that is cut off is sent to a model only as far as it was heard
  await app.page.getByText('Speaking', { exact: true }).first().waitFor({ state: 'hidden' })
  await app.page.getByRole('button', { name: 'Reply in text' }).click()
  await app.page.getByRole('button', { name: 'Reply in text', pressed: true }).waitFor()
  await composer().fill(asked)
  await composer().press('Enter')
  await thread().getByText(shownAnswers[0]).waitFor()

  await app.page.getByRole('button', { name: 'New private conversation' }).click()
  await app.page.getByRole('status').getByText('nothing is saved').waitFor()
  await composer().fill('secret-canary-words')
  await composer().press('Enter')
  await thread().locator('article').first().waitFor()

  // restarted, found in Japanese, continued by voice: the model gets the earlier speech and text
  await key?.dispose()
  await app.close()
  await open(app.userDataFolder)
  const { page, userDataFolder } = app
  await find()
  expect(await thread().locator('article').count()).toBe(4)
  const told = server.received().length
  await talk()
  await expect.poll(articles, { timeout: 60_000 }).toHaveLength(6)
  const sinceRestart = server.received().slice(told)
  const toLive = JSON.stringify(sinceRestart.flatMap(({ protocol, frame }) => (protocol === 'live' ? [frame] : [])))
  expect([spoken[0] ?? '', asked, answers[0]].filter((one) => !toLive.includes(one))).toEqual([])

  // edited: what followed stays in its own branch
  await thread().locator('article').filter({ hasText: asked }).hover()
  await thread().locator('article').filter({ hasText: asked }).getByRole('button', { name: 'Edit and send again' }).click()
  await page.getByRole('textbox', { name: 'Your message' }).fill(askedAnew)
  await page.getByRole('textbox', { name: 'Your message' }).press('Enter')
  await thread().getByText(shownAnswers[1]).waitFor()
  await page.getByRole('status', { name: 'Branch 2 of 2' }).waitFor()
  const anew = await articles()
  await page.getByRole('button', { name: 'Previous branch' }).click()
  await expect.poll(articles).toHaveLength(6)
  const first = await articles()

  // exported, and erased from the disk
  await openStorage()
  const path = await exportAll()
  const file = JSON.stringify(historyFileSchema.parse(JSON.parse(await readFile(path, 'utf8'))))
  expect([spoken[0] ?? '', asked, askedAnew, ...answers].filter((one) => !file.includes(one))).toEqual([])
  await page.getByRole('button', { name: 'Back up now' }).click()
  await page.locator('[data-backup]').waitFor()
  expect(filesHolding(userDataFolder, '配送センター')).not.toEqual([])
  expect(filesHolding(userDataFolder, 'secret-canary-words')).toEqual([])
  await agreeToErase()
  await page.getByRole('button', { name: 'Erase everything…' }).click()
  await page.getByRole('button', { name: 'Erase for good' }).click()
  await page.getByRole('status').getByText('Everything is erased').waitFor({ timeout: 60_000 })
  await page.locator('[data-backup]').waitFor({ state: 'detached' })
  expect(filesHolding(userDataFolder, '配送センター')).toEqual([])

  // imported: everything, in both branches
  await page.locator('input[aria-label="Import conversations"]').setInputFiles(path)
  await page.getByRole('status').getByText('was imported').waitFor()
  await find()
  await expect.poll(articles).toEqual(first)
  await page.getByRole('button', { name: 'Next branch' }).click()
  await expect.poll(articles).toEqual(anew)
  expect(server.violations()).toEqual([])
})
