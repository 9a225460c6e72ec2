import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { readWav } from '../../src/shared/audio/wav'
import { type RunningApp, startApp } from '../support/app'
import { matchWindows, resample } from '../support/correlation'
import { missingWindows } from '../support/device-jumps'
import { bundledFixture, recordedTurns } from '../support/fixture-facts'
import { findSound } from '../support/playback-tap'
import { showSection } from '../support/show-section'
import { speak } from '../support/speech'
import { type TalkKey, talkKeyOf } from '../support/talk-key'
import { tempFolder } from '../support/temp-folder'

const RATE = 16_000
const RECORDED_RATE = 24_000

let server: FixtureServer | null = null
let app: RunningApp | null = null
let key: TalkKey | null = null

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await app?.report(task.name)
  await key?.dispose()
  await app?.remove()
  await server?.close()
  key = app = server = null
})

/**
 * Clicks the button of the settings, which a browser does not have; returns what the system's file manager would show.
 */
async function showInFolder({ page, electron }: RunningApp): Promise<string | null> {
  if (electron === null) return null
  await electron.evaluate(({ shell }) => {
    shell.showItemInFolder = (path) => Reflect.set(globalThis, 'shownInFolder', path)
  })
  await page.keyboard.press('Control+Comma')
  await showSection(page, 'voice')
  await page.getByRole('button', { name: 'Show in folder' }).click()
  const shown = () => electron.evaluate((): unknown => Reflect.get(globalThis, 'shownInFolder') ?? null)
  await expect.poll(shown, { timeout: 60_000 }).not.toBeNull()
  return String(await shown())
}

it('a recorded conversation has the user’s speech on the left channel and, after it, Parley’s answer on the right', async () => {
  const fixture = await bundledFixture('weather')
  const answer = recordedTurns(fixture)[0]?.audio ?? new Int16Array()
  const speech = speak('Parrots in Kyoto talk about the weather.', join(tempFolder(), 'speech.wav'), { pauseMs: 300 })
  const service = await startFixtureServer({ fixture, speed: 1 })
  server = service
  app = await startApp({
    microphoneFile: speech.file,
    settings: { echoCancellation: false, noiseSuppression: false, autoGainControl: false, recordCalls: true },
    environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: service.baseUrl },
  })
  const { page, userDataFolder } = app
  await page.getByText('Recording', { exact: true }).waitFor()
  key = await talkKeyOf(app)
  await key.down()
  await service.waitFor(() => service.receivedAudio().byteLength / 2 > ((speech.durationMs + 300) / 1000) * RATE)
  await key.up()
  await page.getByText('Speaking', { exact: true }).first().waitFor({ timeout: 60_000 })
  await page.getByText('Mic off', { exact: true }).first().waitFor({ timeout: 60_000 })
  const shown = await showInFolder(app)
  await app.close()

  const [name, ...others] = await readdir(join(userDataFolder, 'recordings'))
  expect(others).toEqual([])
  if (app.electron !== null) expect(shown).toBe(join(userDataFolder, 'recordings', name ?? ''))
  const wav = readWav(new Uint8Array(await readFile(join(userDataFolder, 'recordings', name ?? ''))))
  const { samples } = wav.ok ? wav.value : { samples: new Int16Array() }
  const user = resample(Float64Array.from(samples.filter((_, index) => index % 2 === 0)), RECORDED_RATE, RATE)
  const parley = samples.filter((_, index) => index % 2 === 1)

  const reference = resample(Float64Array.from(speech.samples), speech.sampleRate, RATE)
  const said = matchWindows(reference, user, RATE)
  expect(said.length).toBeGreaterThan(4)
  expect(missingWindows(reference, user, RATE, said)).toEqual([])
  const heardAt = findSound(parley, answer)
  expect(heardAt).toBeGreaterThanOrEqual(0)
  const saidUntil = ((said[0]?.lag ?? 0) + reference.length) / RATE
  expect(heardAt / RECORDED_RATE).toBeGreaterThan(saidUntil)
  expect(await readFile(join(userDataFolder, 'logs', 'parley.log'), 'utf8')).not.toContain('recordings')
})
