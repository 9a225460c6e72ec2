import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadOf } from '../../bench/electron/process-load'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { bytesToSamples } from '../../src/shared/audio/pcm'
import { type RunningApp, startApp, untilOpened } from '../support/app'
import { callMain } from '../support/call-main'
import { bundledFixture } from '../support/fixture-facts'
import { TRACK_RATE, writeTrack } from '../support/sound-track'
import { talkKeyOf } from '../support/talk-key'
import { tempFolder } from '../support/temp-folder'
import { openVirtualSoundCard, type VirtualSoundCard } from '../support/virtual-sound-card'

const CAPTURE_RATE = 16_000

let card: VirtualSoundCard
let server: FixtureServer
let app: RunningApp

beforeAll(async () => {
  card = await openVirtualSoundCard()
  server = await startFixtureServer({ fixture: await bundledFixture('weather'), speed: 10 })
  app = await startApp({
    soundCard: card,
    // the pitch is measured, so the sound must stay unprocessed
    settings: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: server.baseUrl },
  })
})
afterAll(async () => {
  await app?.remove()
  await server?.close()
  await card?.close()
})

/** Runs in the page before its own scripts: remembers every track of a microphone. */
function rememberTracks(): void {
  const tracks: MediaStreamTrack[] = []
  Object.defineProperty(window, '__tracks', { value: tracks })
  const devices = navigator.mediaDevices
  const open = devices.getUserMedia.bind(devices)
  devices.getUserMedia = async (constraints) => {
    const stream = await open(constraints)
    tracks.push(...stream.getTracks())
    return stream
  }
}

function tracksOf(page: Page): Promise<{ readonly opened: number; readonly live: number }> {
  return page.evaluate(() => {
    const tracks: readonly MediaStreamTrack[] = Reflect.get(window, '__tracks')
    return { opened: tracks.length, live: tracks.filter(({ readyState }) => readyState === 'live').length }
  })
}

it('is closed in real Electron after fifty talks that began and ended at any moment: no track, no processor, no worker too many; idle it costs nothing', async () => {
  const { page } = app
  await page.addInitScript(rememberTracks)
  await page.reload()
  await page.getByRole('textbox', { name: 'message' }).waitFor()
  await untilOpened(page)
  const call = (name: string, payload: unknown = null) => callMain(page, name, payload)
  let state = 7
  const one = (of: number): boolean => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % of === 0
  }
  for (let talk = 0; talk < 50; talk += 1) {
    const byVoice = talk % 2 === 1
    // a key that was tapped just before would make a double tap of this press, which turns hands-free on
    if (talk % 10 === 0) await call('talk.cancel')
    if (byVoice) await call('talk.handsFree', { on: true })
    if (!byVoice || one(3)) await call('talk.press')
    // ended at once, when sound arrived, or when the worker listens; cancelled, ended, or with the other kind of
    // capture
    if (talk % 10 === 0) await page.getByText('Listening', { exact: true }).first().waitFor()
    if (talk % 10 === 5) await expect.poll(() => page.workers().length, { timeout: 60_000 }).toBe(1)
    if (one(3)) await call('talk.cancel')
    else if (byVoice) await call('talk.handsFree', { on: false })
    if (one(2)) await call('talk.release')
  }
  await call('talk.cancel')
  await expect.poll(() => card.recorders(), { timeout: 60_000 }).toBe(0)
  const { opened, live } = await tracksOf(page)
  expect(opened).toBeGreaterThan(5)
  expect(live).toBe(0)
  await expect.poll(() => page.workers().length).toBe(0)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const processors = async () => {
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'AudioWorkletProcessors')?.value ?? 0
  }
  // one of the recorder and one of the player, for all talks and answers
  await expect.poll(processors).toBeLessThanOrEqual(2)
  // both are suspended: for a whole second neither the page nor the sound process takes a hundredth of processor time
  const idle = async () => {
    const { page: drawn, sound } = app.electron === null ? { page: Number.NaN, sound: Number.NaN } : await loadOf(app.electron, 1)
    return drawn + sound
  }
  await expect.poll(idle, { timeout: 60_000 }).toBe(0)
  expect(server.violations()).toEqual([])
})

it('that is kept warm stays open between talks, is closed when it no longer is to be, and can’t be opened where the settings do not allow it', async () => {
  const { page } = app
  const change = (warmMicrophone: boolean) => callMain(page, 'settings.update', { warmMicrophone })
  await change(true)
  await expect.poll(() => card.recorders(), { timeout: 60_000 }).toBe(1)
  await callMain(page, 'settings.update', { microphoneAllowed: false })
  await expect.poll(() => card.recorders(), { timeout: 60_000 }).toBe(0)
  const opened = () =>
    page.evaluate(() =>
      navigator.mediaDevices.getUserMedia({ audio: true }).then(
        () => 'granted',
        (error: unknown) => (error instanceof Error ? error.name : 'refused'),
      ),
    )
  expect(await opened()).toBe('NotAllowedError')
  await callMain(page, 'talk.toggle', null)
  await page.getByText('Parley isn’t allowed to use the microphone').first().waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).first().click()
  await callMain(page, 'settings.update', { microphoneAllowed: true })
  await expect.poll(() => card.recorders(), { timeout: 60_000 }).toBe(1)
  await change(false)
  await expect.poll(() => card.recorders(), { timeout: 60_000 }).toBe(0)
})

const SWEEP = { from: 400, to: 2400, seconds: 10 }
const hertzPerSecond = (SWEEP.to - SWEEP.from) / SWEEP.seconds

/** A tone with rising pitch: the pitch of each piece says when it was played, whatever happened to the others. */
function sweep(): Int16Array {
  return Int16Array.from({ length: SWEEP.seconds * TRACK_RATE }, (_, index) => {
    const at = index / TRACK_RATE
    return Math.round(10_000 * Math.sin(2 * Math.PI * (SWEEP.from * at + (hertzPerSecond * at * at) / 2)))
  })
}

/**
 * The time in the sweep at which this piece was played, in seconds, by the pitch between its first and last upward
 * crossing. NaN: none.
 */
function placeInSweep(samples: Int16Array, sampleRate: number): number {
  const crossings: number[] = []
  for (let index = 1; index < samples.length; index += 1) {
    const [before = 0, now = 0] = [samples[index - 1], samples[index]]
    if (before < 0 && now >= 0) crossings.push(index - now / (now - before))
  }
  const [first, last] = [crossings[0], crossings.at(-1)]
  if (first === undefined || last === undefined || last === first) return Number.NaN
  return (((crossings.length - 1) / (last - first)) * sampleRate - SWEEP.from) / hertzPerSecond
}

it('that is kept warm gives what sounded when the key went down from its first 20 ms on, and all until the key came up', async () => {
  const { page } = app
  const file = join(tempFolder(), 'sweep.wav')
  writeTrack(file, [sweep()])
  await callMain(page, 'settings.update', { warmMicrophone: true })
  await expect.poll(() => card.recorders(), { timeout: 60_000 }).toBe(1)
  const already = server.receivedAudio().byteLength
  const room = await card.record('microphone')
  const key = await talkKeyOf(app)
  const now = () => placeInSweep(room.samples().subarray(-card.sampleRate / 50), card.sampleRate)
  try {
    const played = card.speak(file)
    await expect.poll(now, { timeout: 60_000 }).toBeGreaterThan(2)
    const down = now()
    await key.down()
    await expect.poll(now, { timeout: 60_000 }).toBeGreaterThan(down + 1)
    const up = now()
    await key.up()
    await page.getByText('Speaking', { exact: true }).first().waitFor({ timeout: 60_000 })
    const wire = bytesToSamples(server.receivedAudio().subarray(already))
    const frame = CAPTURE_RATE / 50
    expect(placeInSweep(wire.subarray(0, frame), CAPTURE_RATE)).toBeLessThanOrEqual(down)
    expect(placeInSweep(wire.subarray(-frame), CAPTURE_RATE)).toBeGreaterThan(up)
    await played
  } finally {
    await key.dispose()
    await room.stop()
  }
})
