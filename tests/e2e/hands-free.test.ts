import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RunningApp, startApp } from '../support/app'
import { matchWindows, resample } from '../support/correlation'
import { missingWindows } from '../support/device-jumps'
import { type HeardTurn, type HearingServer, startHearingServer } from '../support/hearing-server'
import { TRACK_RATE, type TrackPart, writeTrack } from '../support/sound-track'
import { type Speech, speak } from '../support/speech'

/** Constraints that leave the waveform unprocessed, so that it can be compared. */
const untouched = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }
const RATE = 16_000
/** ms before the first word: the model may load slowly on a busy computer */
const LEAD = 4000

let folder: string
let server: HearingServer | null = null
let app: RunningApp | null = null

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-hands-free-'))
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await app?.report(task.name)
  await app?.remove()
  await server?.close()
  await rm(folder, { recursive: true, force: true })
  app = server = null
})

async function start(parts: readonly TrackPart[], hearing: HearingServer): Promise<Page> {
  server = hearing
  const microphoneFile = join(folder, 'microphone.wav')
  writeTrack(microphoneFile, parts)
  app = await startApp({
    microphoneFile,
    settings: untouched,
    environment: { GEMINI_API_KEY: 'a-key-for-tests', GOOGLE_GEMINI_BASE_URL: hearing.baseUrl },
  })
  return app.page
}

const say = (words: string, name: string): Speech => speak(words, join(folder, `${name}.wav`))

/** The windows of the speech that did not arrive. */
function lost(said: Speech, turn: HeardTurn | undefined): readonly number[] {
  const wanted = resample(Float64Array.from(said.samples), said.sampleRate, RATE)
  const heard = Float64Array.from(turn?.samples() ?? [])
  return missingWindows(wanted, heard, RATE, matchWindows(wanted, heard, RATE)).map(({ startMs }) => startMs)
}

/** Quiet hiss. */
function noise(milliseconds: number): Int16Array {
  let seed = 1
  return Int16Array.from({ length: Math.round((milliseconds * TRACK_RATE) / 1000) }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.round((seed / 2_147_483_648 - 0.5) * 2000)
  })
}

const listening = (page: Page) => page.getByText('Hands-free · just speak').waitFor({ timeout: 60_000 })

describe('hands-free', () => {
  it('makes a turn of each utterance, from its first syllable on, and none of silence or noise', async () => {
    const said = [
      say('Parrots in Kyoto talk about the weather.', 'one'),
      say('Yes.', 'two'),
      say('Open the calendar of next week, please.', 'three'),
    ] as const
    const hearing = await startHearingServer()
    const page = await start([LEAD, said[0], 1200, noise(1500), 300, said[1], 1500, noise(1500), said[2], 3000], hearing)
    await page.getByRole('button', { name: 'Hands-free: keep listening' }).click()
    await listening(page)
    await expect.poll(() => hearing.turns.filter((turn) => turn.ended()).length, { timeout: 40_000 }).toBe(3)
    expect(said.map((speech, index) => lost(speech, hearing.turns[index]))).toEqual([[], [], []])
    expect(hearing.turns).toHaveLength(3)
    expect(hearing.strayBytes()).toBe(0)
    expect(hearing.marks).toEqual(['activityStart', 'activityEnd', 'activityStart', 'activityEnd', 'activityStart', 'activityEnd'])

    await page.getByRole('button', { name: 'Turn off hands-free' }).first().click()
    await page.getByText('Mic off', { exact: true }).first().waitFor()
  })
})
