import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../src/main/fixtures/fixture-server'
import { bytesToSamples } from '../../src/shared/audio/pcm'
import type { Transport } from '../../src/shared/ipc/transport'
import { type RunningApp, startApp } from '../support/app'
import { matchWindows, resample } from '../support/correlation'
import { missingWindows } from '../support/device-jumps'
import { bundledFixture } from '../support/fixture-facts'
import { speak } from '../support/speech'
import { tempFolder } from '../support/temp-folder'
import { openVirtualSoundCard, type VirtualSoundCard } from '../support/virtual-sound-card'

const RATE = 16_000

let card: VirtualSoundCard | null = null
let server: FixtureServer | null = null
let app: RunningApp | null = null

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await app?.report(task.name)
  await app?.remove()
  await server?.close()
  await card?.close()
  app = server = card = null
})

/** Makes a call as the page does. */
async function callMain(page: Page, name: string, payload: unknown): Promise<void> {
  await page.evaluate(
    async ([wanted, given]) => {
      const transport: Transport = Reflect.get(window, 'parley')
      await transport.call(wanted, given)
    },
    [name, payload] as const,
  )
}

it('a sound server that dies in the middle of a talk and comes back is found again without a new start; the session goes on', async () => {
  const sound = await openVirtualSoundCard()
  card = sound
  const service = await startFixtureServer({ fixture: await bundledFixture('weather'), speed: 1 })
  server = service
  app = await startApp({
    soundCard: sound,
    settings: { echoCancellation: false, noiseSuppression: false, autoGainControl: false, directCapture: true },
    environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: service.baseUrl },
  })
  const { page } = app

  await callMain(page, 'talk.press', null)
  await page.getByText('Listening', { exact: true }).first().waitFor()
  const revive = await sound.crash()
  await page.getByText('No microphone was found').waitFor({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByText('No sound device is there any more').waitFor({ timeout: 30_000 })
  await revive()
  await page.getByText('No sound device is there any more').waitFor({ state: 'detached', timeout: 60_000 })
  await page.getByText('Connected', { exact: true }).first().waitFor()

  const speech = speak('What is the weather like in Kyoto?', join(tempFolder(), 'speech.wav'))
  const sent = service.receivedAudio().byteLength
  const played = await sound.record('speaker')
  await callMain(page, 'talk.press', null)
  await page.getByText('Listening', { exact: true }).first().waitFor()
  await sound.speak(speech.file)
  await callMain(page, 'talk.release', null)
  await page.getByText('Speaking', { exact: true }).first().waitFor({ timeout: 30_000 })
  await expect.poll(() => played.samples().some((sample) => Math.abs(sample) > 1000), { timeout: 30_000 }).toBe(true)
  await played.stop()

  // straight from the device: what was said is there as it was said
  const heard = resample(Float64Array.from(bytesToSamples(service.receivedAudio().subarray(sent))), RATE, RATE)
  const wanted = resample(Float64Array.from(speech.samples), speech.sampleRate, RATE)
  const windows = matchWindows(wanted, heard, RATE)
  expect(windows.length).toBeGreaterThan(4)
  expect(missingWindows(wanted, heard, RATE, windows)).toEqual([])
  expect(service.violations()).toEqual([])

  await callMain(page, 'talk.cancel', null)
  await callMain(page, 'settings.update', { warmMicrophone: true, microphoneId: 'a headset in a drawer' })
  await page.getByText('The chosen microphone is not connected').waitFor({ timeout: 20_000 })
  await expect.poll(() => sound.recorders(), { timeout: 20_000 }).toBe(1)
  const before = await sound.streams()
  await app.electron?.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
  await expect.poll(async () => (await sound.streams()).filter((stream) => !before.includes(stream)).length, { timeout: 20_000 }).toBe(1)
})
