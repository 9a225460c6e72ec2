import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { allowCard } from '../support/allow-card'
import { type RunningApp, startApp } from '../support/app'
import { answerComes, endings, heard, liveRecording, modelCalls, modelSays, userAsks } from '../support/live-recording'
import { showSection } from '../support/show-section'
import { speak } from '../support/speech'
import { talkKeyOf } from '../support/talk-key'
import { tempFolder } from '../support/temp-folder'
import { realServer } from '../support/tool-server-rig'

const patience = { timeout: 60_000 }
let service: FixtureServer | null = null
let app: RunningApp | null = null
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await app?.report(task.name)
  await app?.remove()
  await service?.close()
  service = null
  app = null
})

it('“what changed in my notes folder?”, spoken, asks, reads through server-filesystem and is answered; a denied write leaves the file', async () => {
  const folder = tempFolder()
  const path = join(folder, 'note.txt')
  await writeFile(path, 'buy rice')
  const lines = [
    ...[userAsks, heard('What changed in my notes folder?')],
    ...[modelCalls('c1', 'filesystem__read_text_file', { path }), answerComes('c1')],
    ...endings('c1', { approved: modelSays('You added rice to your list.'), denied: modelSays('Then I don’t know.') }),
    ...[userAsks, heard('Delete it'), modelCalls('c2', 'filesystem__write_file', { path, content: '' }), answerComes('c2')],
    ...endings('c2', { approved: modelSays('It is empty now.'), denied: modelSays('All right, I left it.') }),
  ]
  service = await startFixtureServer({ fixture: liveRecording('servers', lines), speed: 4 })
  const speech = speak('What changed in my notes folder?', join(folder, 'speech.wav'), { pauseMs: 300 })
  app = await startApp({
    microphoneFile: speech.file,
    environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: service.baseUrl },
  })
  const { page, electron } = app
  if (electron === null) throw new Error('this story is about real Electron')
  await electron.evaluate(({ dialog }) => {
    dialog.showMessageBox = async (...parts: readonly unknown[]) => {
      const { buttons } = parts.at(-1) as { readonly buttons: readonly string[] }
      return { response: buttons.indexOf('Add the server'), checkboxChecked: false }
    }
  })
  // as a newcomer does, from an empty list, with the line of the instructions
  await page.getByRole('button', { name: 'Settings' }).first().click()
  await showSection(page, 'servers')
  await page.getByText('No servers yet.').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('filesystem')
  await page.getByLabel('Command', { exact: true }).fill(['node', ...realServer('filesystem', folder).args].join(' '))
  await page.getByRole('button', { name: 'Add…' }).click()
  await page.getByText('Running', { exact: true }).waitFor(patience)
  await page.getByRole('button', { name: 'Back to the conversation' }).click()
  const key = await talkKeyOf(app)
  const { receivedAudio } = service

  /** Holds the talk key until a second more of speech has arrived. */
  async function talk(): Promise<void> {
    const before = receivedAudio().byteLength
    await key.down()
    await service?.waitFor(() => receivedAudio().byteLength - before > 32_000)
    await key.up()
  }
  try {
    await talk()
    const cards = page.locator('[data-approval]')
    await cards.getByText('filesystem__read_text_file').first().waitFor(patience)
    await allowCard(cards.last())
    const thread = page.locator('[data-region="thread"]')
    await thread.getByText('You added rice to your list.').first().waitFor(patience)
    await talk()
    await cards.getByText('filesystem__write_file').first().waitFor(patience)
    await cards.getByRole('button', { name: /^Deny/ }).last().click()
    await thread.getByText('All right, I left it.').first().waitFor(patience)
  } finally {
    await key.dispose()
  }
  expect(await readFile(path, 'utf8')).toBe('buy rice')
  expect(service.violations()).toEqual([])
}, 120_000)
