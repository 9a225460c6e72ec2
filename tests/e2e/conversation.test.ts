import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { bytesToSamples } from '../../src/shared/audio/pcm'
import { type RunningApp, startApp } from '../support/app'
import { matchWindows, resample } from '../support/correlation'
import { missingWindows } from '../support/device-jumps'
import { bundledFixture, recordedTurns } from '../support/fixture-facts'
import { findSound, readPlaybackTap } from '../support/playback-tap'
import { speak } from '../support/speech'
import { type TalkKey, talkKeyOf } from '../support/talk-key'

/** Constraints that leave the waveform unprocessed, so that it can be compared. */
const untouched = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }
const RATE = 16_000

let folder: string
let server: FixtureServer | null = null
let app: RunningApp | null = null
let key: TalkKey | null = null

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-speech-'))
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await app?.report(task.name)
  await key?.dispose()
  await app?.remove()
  await server?.close()
  await rm(folder, { recursive: true, force: true })
  key = null
  app = null
  server = null
})

describe('a spoken conversation', () => {
  it('sends what was said while the key was held, and plays and shows what was answered, sample for sample', async () => {
    const fixture = await bundledFixture('weather')
    const [turn] = recordedTurns(fixture)
    const speech = speak('Parrots in Kyoto talk about the weather all day long, and nobody minds.', join(folder, 'speech.wav'), {
      pauseMs: 300,
    })
    server = await startFixtureServer({ fixture, speed: 1 })
    app = await startApp({
      microphoneFile: speech.file,
      settings: untouched,
      environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: server.baseUrl },
    })
    const { page } = app
    key = await talkKeyOf(app)

    await key.down()
    await page.getByText('Listening', { exact: true }).first().waitFor()
    const { receivedAudio } = server
    await server.waitFor(() => receivedAudio().byteLength / 2 > ((speech.durationMs + 300) / 1000) * RATE)
    await key.up()

    await page
      .getByText(turn?.userText ?? '')
      .first()
      .waitFor()
    await page
      .getByText(turn?.modelText ?? '')
      .first()
      .waitFor({ timeout: 60_000 })
    await page.getByText('Mic off', { exact: true }).first().waitFor({ timeout: 60_000 })

    expect(server.violations()).toEqual([])
    const reference = resample(Float64Array.from(speech.samples), speech.sampleRate, RATE)
    const heard = Float64Array.from(bytesToSamples(receivedAudio()))
    const windows = matchWindows(reference, heard, RATE)
    const lost = missingWindows(reference, heard, RATE, windows)
    expect({ windows: windows.length > 8, lost }).toEqual({ windows: true, lost: [] })

    expect(findSound(await readPlaybackTap(page), turn?.audio ?? new Int16Array())).toBeGreaterThanOrEqual(0)
  })

  it('stops speaking at once when the user interrupts, and shows what was not played', async () => {
    const fixture = await bundledFixture('interruption')
    const turns = recordedTurns(fixture)
    const speech = speak('Tell me how paper is made. Tell me how paper is made.', join(folder, 'speech.wav'))
    server = await startFixtureServer({ fixture, speed: 1 })
    app = await startApp({
      microphoneFile: speech.file,
      environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: server.baseUrl },
    })
    const { page } = app
    key = await talkKeyOf(app)
    const { receivedAudio } = server

    await key.down()
    await server.waitFor(() => receivedAudio().byteLength / 2 > RATE)
    await key.up()
    await page.getByText('Speaking', { exact: true }).first().waitFor({ timeout: 60_000 })
    const before = receivedAudio().byteLength

    await key.down()
    await server.waitFor(() => receivedAudio().byteLength - before > RATE)
    await key.up()

    await page.getByText('You interrupted. The grey part was not spoken.').waitFor()
    await page
      .getByText(turns.at(-1)?.modelText ?? '')
      .first()
      .waitFor({ timeout: 60_000 })
    await page.getByText('Mic off', { exact: true }).first().waitFor({ timeout: 60_000 })
    const heard = await readPlaybackTap(page)
    expect(findSound(heard, turns[0]?.audio ?? new Int16Array())).toBe(-1)
    expect(findSound(heard, turns.at(-1)?.audio ?? new Int16Array())).toBeGreaterThanOrEqual(0)
    expect(server.violations()).toEqual([])
  })
})
