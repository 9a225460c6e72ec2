import { afterEach, describe, expect, it } from 'vitest'
import { cutForSpeech } from '../../../src/main/models/read-aloud/cut-for-speech'
import { speakableText } from '../../../src/main/models/read-aloud/speakable-text'
import { soundOfChunk } from '../../../src/main/models/read-aloud/speech-chunk'
import type { FaultName } from '../../../src/main/replay/simulator/faults/catalogue'
import type { FaultChoice } from '../../../src/main/replay/simulator/faults/fault-choice'
import { type FixtureServer, startFixtureServer } from '../../../src/main/replay/simulator/simulator-server'
import { speechChunks } from '../../../src/main/replay/simulator/speech-service'
import { type InProcessApp, startInProcess } from '../../support/app-in-process'
import { bundledFixture } from '../../support/fixture-facts'
import { geminiAt } from '../../support/gemini-at'
import { paperDesktop } from '../../support/paper-desktop'
import { beginTalk } from '../../support/speak-to-app'
import { finish, says, textRecording, words } from '../../support/text-recording'

const ANSWER = 'The **invoice** is due on [4 May](https://example.com).'
const SPOKEN = 'The invoice is due on 4 May.'
const LONG = `${'This sentence stands for all of the others here. '.repeat(40)}`

let app: InProcessApp
let server: FixtureServer
let conversationId = ''

async function open(answer: string): Promise<string> {
  const text = textRecording([words, says(answer), finish()])
  server = await startFixtureServer({ fixture: await bundledFixture('weather'), text, speed: 50 })
  geminiAt(server.baseUrl)
  app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' }, desktop: paperDesktop() })
  conversationId = (await app.call('conversation.create', null)).conversationId
  await app.call('conversation.open', { conversationId })
  await app.call('conversation.replyModality', { conversationId, replyModality: 'text' })
  return answered()
}

/** Types something; returns the id of the answer. */
async function answered(): Promise<string> {
  const before = finished()
  await app.call('text.send', { conversationId, text: 'When is it due?' })
  await app.until(() => finished() > before)
  const { messages } = await app.call('conversation.open', { conversationId })
  return messages.at(-1)?.id ?? ''
}

const finished = () => app.told('stream.chunk').filter(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish').length
const reading = () => app.told('conversation.status').at(-1)?.reading
const sound = () => app.told('playback.pcm')
const spoken = () => Buffer.concat(sound().map(({ pcm }) => Buffer.from(pcm)))
const speechRequests = () => server.received().flatMap(({ frame }) => (JSON.stringify(frame).includes('responseModalities') ? [frame] : []))
/** All sound of the reading was sent. */
const isWhole = () => sound().length > 0 && app.told('playback.end').some(({ turnId }) => turnId === sound().at(-1)?.turnId)
const read = (messageId: string) => app.call('answer.readAloud', { conversationId, messageId })

function toneOf(...texts: readonly string[]): Buffer {
  const chunks = texts.flatMap((text) => speechChunks(text, 'a-model', 'a-response'))
  return Buffer.concat(chunks.flatMap(soundOfChunk).map(({ data }) => Buffer.from(data, 'base64')))
}

/** Reports that the page has played everything. */
async function hearAll(): Promise<void> {
  const last = sound().at(-1)
  if (last === undefined) throw new Error('there was no sound')
  const samples = last.startSample + last.pcm.byteLength / 2
  await app.call('playback.position', { conversationId, turnId: last.turnId, samples, done: true })
}

afterEach(async () => {
  await app.remove()
  await server.close()
  geminiAt(null)
})

describe('a text answer that is read aloud', () => {
  it('is spoken by the speech model with the chosen voice, without its marks, and is not stored by Google', async () => {
    const messageId = await open(ANSWER)
    await app.call('settings.update', { voice: 'Puck', storeAtGoogle: true })
    await read(messageId)
    await app.until(isWhole)
    expect(speechRequests()).toEqual([
      {
        contents: [{ role: 'user', parts: [{ text: SPOKEN }] }],
        generationConfig: {
          responseModalities: ['AUDIO'],
          speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Puck' } } },
        },
        store: false,
      },
    ])
    expect(spoken().equals(toneOf(SPOKEN))).toBe(true)
    expect(server.violations()).toEqual([])
  })

  it('shows that its sound is made, that it plays, and nothing after that', async () => {
    const messageId = await open(ANSWER)
    await read(messageId)
    await app.until(() => sound().length > 0 && reading()?.phase === 'speaking')
    expect(app.told('conversation.status').map((status) => status.reading?.phase)).toContain('loading')
    expect(app.told('conversation.status').at(-1)).toMatchObject({ activity: 'speaking', firstSoundMs: null })
    await app.until(isWhole)
    await hearAll()
    await app.until(() => reading() === undefined)
    expect(app.told('conversation.status').at(-1)?.activity).toBe('idle')
  })

  it('is requested in pieces, and no further than it is played', async () => {
    const messageId = await open(LONG)
    const texts = cutForSpeech(speakableText(LONG))
    const asked = toneOf(...texts.slice(0, 2))
    expect(texts).toHaveLength(3)
    await read(messageId)
    await app.until(() => spoken().byteLength === asked.byteLength)
    expect(speechRequests()).toHaveLength(2)
    const { turnId } = sound().at(-1) ?? { turnId: '' }
    await app.call('playback.position', { conversationId, turnId, samples: asked.byteLength / 2, done: false })
    await app.until(isWhole)
    expect(spoken().equals(toneOf(...texts))).toBe(true)
    expect(speechRequests()).toHaveLength(3)
  })

  it('counts its tokens, with the price of the speech model', async () => {
    const messageId = await open(ANSWER)
    const before = app.told('conversation.status').at(-1)?.usage?.output.audio ?? 0
    await read(messageId)
    await app.until(() => (app.told('conversation.status').at(-1)?.usage?.output.audio ?? 0) > before)
    const status = app.told('conversation.status').at(-1)
    expect(status?.usage?.output.audio).toBe(Math.ceil((SPOKEN.length / 16) * 25))
    expect(status?.cost?.dollars).toBeGreaterThan(0)
  })

  it('is stopped by stop, by the talk key, and by the next typed text', async () => {
    const messageId = await open(ANSWER)
    const stops = [() => app.call('turn.interrupt', { conversationId }), () => answered(), () => beginTalk(app)]
    for (const stop of stops) {
      const before = sound().length
      await read(messageId)
      await app.until(() => sound().length > before)
      const { turnId } = sound().at(-1) ?? { turnId: '' }
      await stop()
      await app.until(() => app.told('playback.flush').some((flush) => flush.turnId === turnId))
      await app.until(() => reading() === undefined)
    }
  })

  it('plays even if spoken answers are only shown', async () => {
    const messageId = await open(ANSWER)
    await app.call('settings.update', { answers: 'text' })
    await read(messageId)
    await app.until(() => sound().length > 0 && reading()?.phase === 'speaking')
  })

  it('replaces another one that is read', async () => {
    const messageId = await open(ANSWER)
    const other = await answered()
    await read(messageId)
    await app.until(() => sound().length > 0)
    const [first] = sound()
    await read(other)
    await app.until(() => app.told('playback.flush').some(({ turnId }) => turnId === first?.turnId))
    await app.until(() => reading()?.messageId === other && reading()?.phase === 'speaking')
  })
})

describe('an answer whose reading fails', () => {
  let failing: FixtureServer | null = null
  afterEach(async () => {
    await failing?.close()
    failing = null
  })

  /** From now on the service has these faults. */
  async function fail(...faults: readonly (FaultName | FaultChoice)[]): Promise<void> {
    failing = await startFixtureServer({ fixture: await bundledFixture('weather'), text: textRecording([words]), speed: 50, faults })
    await app.call('settings.update', { serviceAddress: failing.baseUrl })
  }
  const failures = () =>
    app
      .told('conversation.status')
      .filter((status, at, all) => status.reading?.phase === 'failed' && all[at - 1]?.reading?.phase !== 'failed')

  it.each([
    ['the stream breaks off inside an event', 'text-cut-inside', 'failed'],
    ['the stream ends early', 'text-cut-off', 'cut-off'],
    ['the service is overloaded', 'text-error-midway', 'failed'],
  ] as const)('half-way, as %s, plays the sound so far, says so once, and can be started again', async (_what, fault, cause) => {
    const messageId = await open(ANSWER)
    await fail({ fault, set: { after: 3 } })
    await read(messageId)
    await app.until(isWhole)
    expect(spoken().equals(toneOf(SPOKEN).subarray(0, spoken().byteLength))).toBe(true)
    expect([spoken().byteLength, reading()?.phase]).toEqual([3 * 12_000, 'speaking'])
    await hearAll()
    await app.until(() => reading()?.phase === 'failed')
    expect(reading()).toEqual({ messageId, phase: 'failed', cause })
    const before = sound().length
    await read(messageId)
    await app.until(() => sound().length > before && reading()?.phase === 'speaking')
    expect(failures()).toHaveLength(1)
  })

  it.each([
    ['the quota of the day is used up', 'text-day-quota', 1],
    ['the quota of the minute is used up, after two more tries', { fault: 'text-minute-quota', times: 3 }, 3],
  ] as const)('before any sound, as %s, says so once, and can be started again', async (_what, fault, requests) => {
    const messageId = await open(ANSWER)
    await fail(typeof fault === 'string' ? { fault, times: 1 } : fault)
    await read(messageId)
    await app.until(() => reading()?.phase === 'failed')
    expect(reading()).toEqual({ messageId, phase: 'failed', cause: 'quota' })
    expect(sound()).toEqual([])
    expect(failing?.received()).toHaveLength(requests)
    await read(messageId)
    await app.until(() => reading()?.phase === 'speaking')
    expect(failures()).toHaveLength(1)
  })
})

describe('an answer that can’t be read aloud', () => {
  it('says that a key is needed without one', async () => {
    const messageId = await open(ANSWER)
    await app.stop()
    app = await startInProcess({ fixtures: [], environment: {}, userDataFolder: app.userDataFolder })
    await app.call('conversation.open', { conversationId })
    await read(messageId)
    await app.until(() => reading()?.phase === 'failed')
    expect(reading()).toEqual({ messageId, phase: 'failed', cause: 'key-missing' })
    expect(sound()).toEqual([])
  })

  it('says that there is nothing to read for code only', async () => {
    const messageId = await open('```js\n1 + 1\n```')
    await read(messageId)
    await app.until(() => reading()?.phase === 'failed')
    expect(reading()).toEqual({ messageId, phase: 'failed', cause: 'no-words' })
    expect(speechRequests()).toEqual([])
  })

  it('is refused if there is no such message', async () => {
    await open(ANSWER)
    await expect(read('no-message')).rejects.toThrow()
  })
})
