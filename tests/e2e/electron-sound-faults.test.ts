import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { bytesToSamples } from '../../src/shared/audio/pcm'
import { callMain } from '../support/call-main'
import { matchWindows, resample } from '../support/correlation'
import { missingWindows } from '../support/device-jumps'
import { bundledFixture } from '../support/fixture-facts'
import { soundStage, untouched } from '../support/sound-stage'
import { speak } from '../support/speech'
import { tempFolder } from '../support/temp-folder'
import { openVirtualSoundCard } from '../support/virtual-sound-card'

const RATE = 16_000

const stage = soundStage()

it('a sound server that crashes in the middle of a talk and comes back is found again without a restart; the session continues', async () => {
  const sound = stage.keep(await openVirtualSoundCard())
  const service = stage.keep(await startFixtureServer({ fixture: await bundledFixture('weather'), speed: 1 }))
  const app = await stage.start(sound, service, { ...untouched, directCapture: true })
  const { page } = app

  await callMain(page, 'talk.press', null)
  await page.getByText('Listening', { exact: true }).first().waitFor()
  const revive = await sound.crash()
  await page.getByText('No sound device found').waitFor({ timeout: 60_000 })
  await page.getByText('Mic off', { exact: true }).first().waitFor({ timeout: 60_000 })
  // the talk has ended meanwhile, which nothing else shows
  await page.getByText('No sound device found').waitFor()
  await revive()
  await page.getByText('No sound device found').waitFor({ state: 'detached', timeout: 60_000 })
  await page.getByText('Connected', { exact: true }).first().waitFor()
  // no notice about the microphone from the meantime is left
  await expect.poll(() => page.getByRole('button', { name: 'Dismiss' }).count()).toBe(0)

  // a card that begins to play may drop its first milliseconds
  const speech = speak('What is the weather like in Kyoto?', join(tempFolder(), 'speech.wav'), { pauseMs: 300 })
  const sent = service.receivedAudio().byteLength
  const played = await sound.record('speaker')
  await callMain(page, 'talk.press', null)
  await page.getByText('Listening', { exact: true }).first().waitFor()
  await sound.speak(speech.file)
  await callMain(page, 'talk.release', null)
  await page.getByText('Speaking', { exact: true }).first().waitFor({ timeout: 60_000 })
  await expect.poll(() => played.samples().some((sample) => Math.abs(sample) > 1000), { timeout: 60_000 }).toBe(true)
  await played.stop()

  // straight from the device: the speech arrives unchanged
  const heard = resample(Float64Array.from(bytesToSamples(service.receivedAudio().subarray(sent))), RATE, RATE)
  const wanted = resample(Float64Array.from(speech.samples), speech.sampleRate, RATE)
  const windows = matchWindows(wanted, heard, RATE)
  expect(windows.length).toBeGreaterThan(4)
  expect(missingWindows(wanted, heard, RATE, windows)).toEqual([])
  expect(service.violations()).toEqual([])

  await callMain(page, 'talk.cancel', null)
  await expect.poll(() => sound.recorders(), { timeout: 60_000 }).toBe(0)
  await callMain(page, 'settings.update', { warmMicrophone: true, microphoneId: 'a headset in a drawer' })
  await page.getByText('The chosen microphone is not connected').waitFor({ timeout: 60_000 })
  await expect.poll(() => sound.recorders(), { timeout: 60_000 }).toBe(1)
  const before = await sound.streams()
  await app.electron?.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
  await expect.poll(async () => (await sound.streams()).filter((stream) => !before.includes(stream)).length, { timeout: 60_000 }).toBe(1)
})
