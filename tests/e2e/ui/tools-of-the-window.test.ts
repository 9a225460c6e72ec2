import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { it, onTestFinished } from 'vitest'
import type { JsonObject } from '../../../src/shared/lib/json'
import { startApp } from '../../support/app'
import { tempFolder } from '../../support/temp-folder'

/** A recording in which the model makes this call at any user input. */
async function recordingOf(name: string, args: JsonObject): Promise<string> {
  const title = { en: 'One tool', ja: 'ツール' }
  const header = { fixtureId: 'tool', title, prompt: title, note: title, protocol: 'gemini-live', model: 'gemini-3.8-live', repeat: true }
  const lines = [
    { format: 'parley-fixture', version: 1, ...header },
    { t: 0, dir: 'client', expect: { kind: 'setup' } },
    { t: 0, dir: 'client', expect: { kind: 'text' } },
    { t: 10, dir: 'server', frame: { toolCall: { functionCalls: [{ id: 'call-1', name, args }] } } },
    { t: 10, dir: 'client', expect: { kind: 'tool-response', call: 'call-1' } },
    { t: 10, dir: 'server', frame: { serverContent: { outputTranscription: { text: 'There it is.' } } } },
    { t: 10, dir: 'server', frame: { serverContent: { generationComplete: true } } },
    { t: 10, dir: 'server', frame: { serverContent: { turnComplete: true } } },
  ]
  const file = join(tempFolder(), 'tool.jsonl')
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return file
}

/** The app with that recording, in a browser that `prepare` has set up. */
async function appThatCalls(name: string, args: JsonObject, prepare: (page: Page) => Promise<void> = async () => {}): Promise<Page> {
  const app = await startApp({ fixtureFile: await recordingOf(name, args) })
  onTestFinished(() => app.remove())
  await prepare(app.page)
  await app.page.getByRole('textbox', { name: /message/ }).fill('Please.')
  await app.page.keyboard.press('Enter')
  return app.page
}

it('a position that the browser does not give is reported as unknown', async () => {
  const page = await appThatCalls('get_location', {}, async (page) => {
    await page.context().clearPermissions()
    await page.context().grantPermissions([])
  })
  await page.getByRole('button', { name: 'Allow once' }).first().click()
  await page.getByText('The location is not known: the system or the browser does not allow it.').first().waitFor()
})
