import { cpSync, existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { geminiAt } from '../support/gemini-at'
import { type HearingServer, startHearingServer } from '../support/hearing-server'
import { answerSetup, isObject, startScriptedLiveServer } from '../support/scripted-live-server'
import { beginTalk, endTalk, sayFrame } from '../support/speak-to-app'
import { tempFolder } from '../support/temp-folder'

const FRAMES = 40
const SAID = Array.from({ length: FRAMES * 320 }, () => 10 * 257)
const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  geminiAt(null)
})

/** Gemini accepts input and never answers; it transcribes speech as this. */
async function geminiIsSilent(hears: string | null = null): Promise<void> {
  const server = await startScriptedLiveServer({
    onMessage(connection, message) {
      answerSetup(connection, message)
      const ends = isObject(message) && isObject(message.realtimeInput) && 'activityEnd' in message.realtimeInput
      if (ends && hears !== null) connection.send({ serverContent: { inputTranscription: { text: hears } } })
    },
  })
  cleanups.push(() => server.close())
  geminiAt(server.baseUrl)
}

async function geminiAnswers(): Promise<HearingServer> {
  const server = await startHearingServer()
  cleanups.push(() => server.close())
  geminiAt(server.baseUrl)
  return server
}

async function run(userDataFolder = tempFolder()): Promise<InProcessApp> {
  const app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' }, userDataFolder })
  cleanups.push(() => app.stop())
  return app
}

async function speak(app: InProcessApp): Promise<void> {
  const talkId = await beginTalk(app)
  for (let frame = 0; frame < FRAMES; frame += 1) await sayFrame(app, talkId, 10)
  await endTalk(app, talkId)
}

const waitsMs = (app: InProcessApp) => app.told('conversation.status').at(-1)?.unsentSpeechMs ?? 0
const shelved = (folder: string) =>
  existsSync(join(folder, 'speech'))
    ? readdirSync(join(folder, 'speech'), { recursive: true }).filter((name) => String(name).endsWith('.pcm'))
    : []
const openedWaits = async (app: InProcessApp, conversationId: string) =>
  (await app.call('conversation.open', { conversationId })).status.unsentSpeechMs ?? 0

async function answered(app: InProcessApp): Promise<void> {
  await app.until(() => app.told('stream.chunk').some(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish'))
}

/** Speaks to a Gemini that does not answer. */
async function speakInVain(hears: string | null = null) {
  await geminiIsSilent(hears)
  const app = await run()
  const { conversationId } = await app.call('conversation.create', null)
  await speak(app)
  await app.until(() => app.told('conversation.status').at(-1)?.session.phase === 'ready')
  if (hears !== null) await app.until(() => JSON.stringify(app.told('stream.chunk')).includes(hears))
  return { app, conversationId, folder: app.userDataFolder }
}

describe('the last unanswered speech', () => {
  it('is there after a restart, is sent again by a retry, is not shown twice, and is erased once the model answers', async () => {
    const first = await speakInVain('said 1')
    await first.app.stop()
    expect(shelved(first.folder)).toHaveLength(1)

    const server = await geminiAnswers()
    const app = await run(first.folder)
    const { conversationId } = first
    expect(await openedWaits(app, conversationId)).toBe(FRAMES * 20)
    await app.call('session.retry', { conversationId })
    await answered(app)
    expect(server.turns.map((turn) => [...turn.samples()])).toEqual([SAID])
    expect(shelved(first.folder)).toEqual([])
    expect(waitsMs(app)).toBe(0)
    const { messages } = await app.call('conversation.open', { conversationId })
    expect(messages.map(({ role, parts }) => `${role} ${parts.map(({ text }) => text ?? '').join('')}`)).toEqual([
      'user said 1',
      'assistant answer 1',
    ])
    await app.stop()
    expect(await openedWaits(await run(first.folder), conversationId)).toBe(0)
  })

  it('is there after the app was killed, even while it was spoken', async () => {
    await geminiIsSilent()
    const app = await run()
    const { conversationId } = await app.call('conversation.create', null)
    const talkId = await beginTalk(app)
    for (let frame = 0; frame < FRAMES; frame += 1) await sayFrame(app, talkId, 10)
    // a kill leaves the files as they are; a socket can't be copied
    const left = tempFolder()
    cpSync(app.userDataFolder, left, { recursive: true, filter: (file) => !lstatSync(file).isSocket() })
    expect(await openedWaits(await run(left), conversationId)).toBeGreaterThanOrEqual(FRAMES * 20 - 250)
  })

  it('can be sent again if its session was stopped, in the same run, and is not offered while a session still has it', async () => {
    const { app, conversationId } = await speakInVain()
    expect(waitsMs(app)).toBe(0)
    await app.call('session.stop', { conversationId })
    expect(waitsMs(app)).toBe(FRAMES * 20)
    const server = await geminiAnswers()
    await app.call('session.retry', { conversationId })
    await answered(app)
    expect(server.turns.map((turn) => [...turn.samples()])).toEqual([SAID])
    expect(waitsMs(app)).toBe(0)
  })

  it.each(['speech.drop', 'conversation.erase', 'storage.wipe'] as const)('is gone from the disk after %s', async (how) => {
    const { app, conversationId, folder } = await speakInVain()
    await app.call('session.stop', { conversationId })
    expect(shelved(folder)).toHaveLength(1)
    if (how === 'speech.drop') await app.call(how, { conversationId })
    else if (how === 'storage.wipe') await app.call(how, null)
    else {
      await app.call('conversation.remove', { conversationId })
      expect(shelved(folder)).toHaveLength(1)
      await app.call(how, { conversationId })
    }
    expect(shelved(folder)).toEqual([])
  })

  it('is on no disk if the conversation is private, and can be sent again there all the same', async () => {
    await geminiIsSilent()
    const app = await run()
    const { conversationId } = await app.call('conversation.createPrivate', null)
    await speak(app)
    await app.call('session.stop', { conversationId })
    expect(shelved(app.userDataFolder)).toEqual([])
    const server = await geminiAnswers()
    await app.call('session.retry', { conversationId })
    await answered(app)
    expect(server.turns.map((turn) => [...turn.samples()])).toEqual([SAID])
  })

  it('is empty if nobody spoke: silence and withdrawn speech are not stored', async () => {
    await geminiIsSilent()
    const app = await run()
    const { conversationId } = await app.call('conversation.create', null)
    const quiet = await beginTalk(app)
    for (let frame = 0; frame < FRAMES; frame += 1) await sayFrame(app, quiet, 0)
    await endTalk(app, quiet)
    const taken = await beginTalk(app)
    for (let frame = 0; frame < FRAMES; frame += 1) await sayFrame(app, taken, 10)
    await app.call('talk.cancel', null)
    await app.call('session.stop', { conversationId })
    expect(shelved(app.userDataFolder)).toEqual([])
    expect(waitsMs(app)).toBe(0)
  })
})
