import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { continueText } from '../../src/main/models/live/session-reconnect'
import type { FixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { bytesToSamples } from '../../src/shared/audio/pcm'
import type { Fixture } from '../../src/shared/fixtures/fixture'
import { type RunningApp, startApp } from '../support/app'
import { matchWindows, resample } from '../support/correlation'
import { missingWindows } from '../support/device-jumps'
import { bundledFixture, recordedTurns } from '../support/fixture-facts'
import { type Speech, speak } from '../support/speech'
import { type Switchboard, startSwitchboard } from '../support/switchboard'
import { type TalkKey, talkKeyOf } from '../support/talk-key'

/** Constraints that leave the waveform unprocessed, so that it can be compared. */
const untouched = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }
const RATE = 16_000

let folder: string
let board: Switchboard
let app: RunningApp
let key: TalkKey | null = null
let speech: Speech

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-speech-'))
  speech = speak(
    'Parrots in Kyoto talk about the weather all day long, and nobody minds, as far as anybody knows.',
    join(folder, 'speech.wav'),
    { pauseMs: 300 },
  )
  board = await startSwitchboard()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await app.report(task.name)
  await key?.dispose()
  key = null
  await app.remove()
  await board.close()
  await rm(folder, { recursive: true, force: true })
})

/** The app of a user with a service address and a key: no replay. */
async function open(userDataFolder?: string): Promise<void> {
  app = await startApp({
    microphoneFile: speech.file,
    environment: { GEMINI_API_KEY: 'a-key-for-tests' },
    ...(userDataFolder === undefined ? { settings: { ...untouched, serviceAddress: board.baseUrl } } : { userDataFolder }),
  })
  key = await talkKeyOf(app)
}

async function restart(): Promise<void> {
  await key?.dispose()
  await app.close()
  await open(app.userDataFolder)
}

const dock = (page: Page) => page.locator('[data-region="dock"]')
const said = (text: string) => app.page.getByRole('log').getByText(text)

/** Milliseconds of sound that reached these servers. */
const arrived = (...servers: readonly FixtureServer[]) =>
  servers.reduce((sum, { receivedAudio }) => sum + (receivedAudio().byteLength / 2 / RATE) * 1000, 0)

const setups = (server: FixtureServer) =>
  server.received().flatMap(({ frame }) => (JSON.stringify(frame).startsWith('{"setup"') ? [JSON.stringify(frame)] : []))

/** The recording with this many milliseconds of silence before the model's text. */
function withPause(fixture: Fixture, words: string, milliseconds: number): Fixture {
  const steps = fixture.steps.map((step) =>
    step.kind === 'send' && JSON.stringify(step.frame).includes(`"${words}"`) ? { ...step, afterMs: milliseconds } : step,
  )
  return { ...fixture, steps }
}

async function type(words: string): Promise<void> {
  const composer = app.page.getByRole('textbox', { name: 'Type a message' })
  await composer.fill(words)
  await composer.press('Enter')
}

/** Speaks as long as the microphone's sentence lasts, and plays the answer to its end. */
async function ask(server: FixtureServer, answer: string): Promise<void> {
  const before = arrived(server)
  await key?.down()
  await server.waitFor(() => arrived(server) - before > speech.durationMs)
  await key?.up()
  await said(answer).waitFor({ timeout: 60_000 })
  await dock(app.page).getByText('Mic off', { exact: true }).waitFor({ timeout: 60_000 })
}

/** The parts of the user's speech that this server did not receive. */
function unheard(server: FixtureServer): unknown {
  const reference = resample(Float64Array.from(speech.samples), speech.sampleRate, RATE)
  const heard = Float64Array.from(bytesToSamples(server.receivedAudio()))
  const windows = matchWindows(reference, heard, RATE)
  return windows.length > 8 ? missingWindows(reference, heard, RATE, windows) : 'nothing to compare'
}

/** Speaks, and loses the server in the middle of the sentence; resolves when the window has said so. */
async function loseMidSentence(server: FixtureServer, lose: () => void | Promise<void>): Promise<void> {
  await key?.down()
  await server.waitFor(() => arrived(server) > 1500)
  await lose()
  await dock(app.page).getByText('Reconnecting', { exact: true }).waitFor()
  await dock(app.page)
    .getByText(/^Retrying (in \d+ s|now) \([2-6] of 6\) · your words are safe$/)
    .waitFor({ timeout: 60_000 })
}

describe('a conversation whose server is lost in the middle of a sentence', () => {
  it('is sent completely to the server that comes back, is answered once, and continues after a restart by its handle', async () => {
    const fixture = await bundledFixture('weather')
    const [first, second] = recordedTurns(fixture)
    const gone = await board.play(fixture, [], 1)
    await open()
    await loseMidSentence(gone, () => gone.close())
    const server = await board.play(fixture, [], 1)
    await server.waitFor(() => arrived(server) > speech.durationMs)
    await key?.up()
    await said(first?.modelText ?? '').waitFor({ timeout: 60_000 })
    await dock(app.page).getByText('Mic off', { exact: true }).waitFor({ timeout: 60_000 })

    expect(unheard(server)).toEqual([])
    expect(server.violations()).toEqual([])
    expect(await said(first?.userText ?? '').count()).toBe(1)
    expect(await said(first?.modelText ?? '').count()).toBe(1)

    const setupsBefore = setups(server).length
    await restart()
    await said(first?.modelText ?? '').waitFor()
    await ask(server, second?.modelText ?? '')
    expect(setups(server).slice(setupsBefore)).toEqual([expect.stringMatching(/"sessionResumption":\{"handle":"[^"]+"\}/)])
    expect(await app.page.getByRole('log').getByRole('article').allTextContents()).toHaveLength(4)
    expect(server.violations()).toEqual([])
  })

  it('lets Parley finish its own sentence when the server is back, and says nothing twice', async () => {
    const fixture = await bundledFixture('weather')
    const [first] = recordedTurns(fixture)
    const sentence = first?.modelText ?? ''
    const server = await board.play(withPause(fixture, ' the weather in', 6_000), [], 1)
    await open()
    await type('Hello, can you hear me?')
    await said('Ask me about').waitFor({ timeout: 60_000 })
    board.cut()
    await dock(app.page).getByText('Reconnecting', { exact: true }).waitFor()
    await said('The answer ended early.').waitFor()
    board.mend()
    await said('Kyoto, for example.').waitFor({ timeout: 60_000 })
    await dock(app.page).getByText('Mic off', { exact: true }).waitFor({ timeout: 60_000 })

    const answers = await app.page.getByRole('article', { name: 'Parley' }).locator('p').allTextContents()
    const broke = 'The connection dropped here. The answer continues below.'
    expect(answers.filter((line) => line !== broke).join(' ')).toBe(sentence)
    expect(answers).toContain(broke)
    expect(setups(server).map((setup) => setup.includes('"handle"'))).toEqual([false, true])
    const asked = server.received().filter(({ frame }) => JSON.stringify(frame).includes(continueText))
    expect(asked).toHaveLength(1)
    expect(JSON.stringify(asked)).toContain('I hear you well. Ask me about')
    expect(server.violations()).toEqual([])
  })

  it('continues over the restored connection as the same session; after a restart, a server that no longer knows it gets the history', async () => {
    const fixture = await bundledFixture('weather')
    const [first] = recordedTurns(fixture)
    const server = await board.play(fixture, [], 1)
    await open()
    await loseMidSentence(server, board.cut)
    const before = arrived(server)
    board.mend()
    await server.waitFor(() => arrived(server) - before > speech.durationMs)
    await key?.up()
    await said(first?.modelText ?? '').waitFor({ timeout: 60_000 })
    await dock(app.page).getByText('Mic off', { exact: true }).waitFor({ timeout: 60_000 })
    expect(setups(server).map((setup) => setup.includes('"handle"'))).toEqual([false, true])
    expect(await app.page.getByRole('log').getByRole('article').allTextContents()).toHaveLength(2)
    expect(server.violations()).toEqual([])

    const stranger = await board.play(fixture, [], 1)
    await restart()
    await said(first?.modelText ?? '').waitFor()
    await key?.down()
    await app.page.getByText('New session, history carried over').waitFor({ timeout: 60_000 })
    await stranger.waitFor(() => arrived(stranger) > speech.durationMs)
    await key?.up()
    await expect.poll(() => app.page.getByRole('log').getByRole('article').count(), { timeout: 60_000 }).toBe(4)
    await dock(app.page).getByText('Mic off', { exact: true }).waitFor({ timeout: 60_000 })
    expect(setups(stranger).map((setup) => setup.includes('"handle"'))).toEqual([true, false])
    const told = stranger
      .received()
      .map(({ frame }) => JSON.stringify(frame))
      .filter((frame) => frame.startsWith('{"clientContent"'))
    expect(told.join('').split(first?.modelText ?? '-')).toHaveLength(2)
    expect(stranger.violations()).toEqual([])
  })
})
