import { cpSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { writeWav } from '../../src/shared/audio/wav'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { geminiAt } from '../support/gemini-at'
import { answerSetup, isObject, startScriptedLiveServer } from '../support/scripted-live-server'
import { beginTalk, endTalk, sayFrame } from '../support/speak-to-app'
import { tempFolder } from '../support/temp-folder'

const FRAMES = 60
const SAID = Int16Array.from({ length: FRAMES * 320 }, () => 10 * 257)
const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  geminiAt(null)
})

async function run(userDataFolder = tempFolder()): Promise<InProcessApp> {
  const app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' }, userDataFolder })
  cleanups.push(() => app.stop())
  return app
}

/** Gemini accepts input and never sends anything. */
async function geminiIsFrozen(): Promise<void> {
  const server = await startScriptedLiveServer({ onMessage: answerSetup })
  cleanups.push(() => server.close())
  geminiAt(server.baseUrl)
}

/** Gemini answers, with a transcript if it transcribes. */
async function geminiAnswers({ transcribes }: { readonly transcribes: boolean }): Promise<void> {
  const server = await startScriptedLiveServer({
    onMessage(connection, message) {
      answerSetup(connection, message)
      if (!isObject(message) || !isObject(message.realtimeInput) || !('activityEnd' in message.realtimeInput)) return
      if (transcribes) connection.send({ serverContent: { inputTranscription: { text: 'What did I say?' } } })
      connection.send({ serverContent: { outputTranscription: { text: 'That.' } } })
      connection.send({ serverContent: { turnComplete: true } })
    },
  })
  cleanups.push(() => server.close())
  geminiAt(server.baseUrl)
}

/** Speaks into a frozen session, and ends it. */
async function speakInVain(kind: 'conversation.create' | 'conversation.createPrivate' = 'conversation.create') {
  await geminiIsFrozen()
  const app = await run()
  const { conversationId } = await app.call(kind, null)
  await app.call('conversation.open', { conversationId })
  const talkId = await beginTalk(app)
  for (let frame = 0; frame < FRAMES; frame += 1) await sayFrame(app, talkId, 10)
  await endTalk(app, talkId)
  await app.until(() => app.told('conversation.status').at(-1)?.session.phase === 'ready')
  await app.call('session.stop', { conversationId })
  const line = (await messagesOf(app, conversationId))[0]
  if (line === undefined) throw new Error('there is no line')
  return { app, conversationId, messageId: line.id, folder: app.userDataFolder }
}

/** What a kill leaves of the data folder: the files as they are. */
function killed({ userDataFolder }: InProcessApp): string {
  const left = tempFolder()
  // a socket can't be copied
  cpSync(userDataFolder, left, { recursive: true, filter: (file) => !lstatSync(file).isSocket() })
  return left
}

/** Speaks into a session that is frozen, and leaves it alone. */
async function speakUnnoticed(level = 10) {
  await geminiIsFrozen()
  const app = await run()
  const { conversationId } = await app.call('conversation.create', null)
  const talkId = await beginTalk(app)
  for (let frame = 0; frame < FRAMES; frame += 1) await sayFrame(app, talkId, level)
  return { app, conversationId, talkId }
}

const messagesOf = async (app: InProcessApp, conversationId: string) => (await app.call('conversation.open', { conversationId })).messages
const speechOf = (parts: readonly { readonly type: string; readonly data?: unknown }[]) =>
  parts.flatMap(({ type, data }) => (type === 'data-speech' ? [data] : []))
const sound = { attachmentId: expect.any(String), durationMs: FRAMES * 20, shown: true }
const finished = (app: InProcessApp) =>
  app.told('stream.chunk').filter(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish').length

describe('the line of speech from a frozen session', () => {
  it('plays its sound unchanged, until its end or until the user stops it', async () => {
    const { app, conversationId, messageId } = await speakInVain()
    const reading = () => app.told('conversation.status').at(-1)?.reading
    await app.call('speech.play', { conversationId, messageId })
    expect(reading()).toEqual({ messageId, phase: 'speaking' })
    const pieces = app.told('playback.pcm')
    expect(Buffer.concat(pieces.map(({ pcm }) => Buffer.from(pcm)))).toEqual(Buffer.from(SAID.buffer))
    expect(pieces.map(({ sampleRate, startSample }) => [sampleRate, startSample])).toEqual([
      [16_000, 0],
      [16_000, 16_000],
    ])
    const turnId = pieces[0]?.turnId ?? ''
    expect(app.told('playback.end').at(-1)).toEqual({ conversationId, turnId })
    await app.call('playback.position', { conversationId, turnId, samples: SAID.length, done: true })
    expect(reading()).toBeUndefined()

    await app.call('speech.play', { conversationId, messageId })
    await app.call('turn.interrupt', { conversationId })
    expect(reading()).toBeUndefined()
    expect(app.told('playback.flush').at(-1)?.turnId).toBe(app.told('playback.pcm').at(-1)?.turnId)
    await expect(app.call('speech.play', { conversationId, messageId: 'nothing' })).rejects.toThrow('message-unknown')
  })

  it('is there after a restart, can be played, and gets its text by a retry', async () => {
    const first = await speakInVain()
    const { conversationId, messageId } = first
    await first.app.stop()
    await geminiAnswers({ transcribes: true })
    const app = await run(first.folder)
    const [line] = await messagesOf(app, conversationId)
    expect(line?.id).toBe(messageId)
    expect(speechOf(line?.parts ?? [])).toEqual([sound])
    await app.call('speech.play', { conversationId, messageId })
    expect(app.told('playback.pcm')).toHaveLength(2)

    await app.call('session.retry', { conversationId })
    await app.until(() => finished(app) > 0)
    const messages = await messagesOf(app, conversationId)
    expect(messages.map(({ role, parts }) => `${role} ${parts.map(({ text }) => text ?? '').join('')}`)).toEqual([
      'user What did I say?',
      'assistant That.',
    ])
    expect(messages[0]?.id).toBe(messageId)
    expect(speechOf(messages[0]?.parts ?? [])).toEqual([{ ...sound, attachmentId: null, shown: false }])
    await expect(app.call('speech.play', { conversationId, messageId })).rejects.toThrow('message-unknown')
  })

  it('is there after a kill before anybody noticed that the session is frozen, with its sound, and a retry gives it its words', async () => {
    const { app: first, conversationId, talkId } = await speakUnnoticed()
    await endTalk(first, talkId)
    await first.until(() => first.told('conversation.status').at(-1)?.session.phase === 'ready')
    expect(await messagesOf(first, conversationId)).toEqual([])
    const app = await run(killed(first))
    const [line, ...others] = await messagesOf(app, conversationId)
    if (line === undefined) throw new Error('there is no line')
    expect([line.role, speechOf(line.parts), others]).toEqual(['user', [sound], []])
    expect(line.metadata).toMatchObject({ voice: { durationMs: FRAMES * 20 } })
    await app.call('speech.play', { conversationId, messageId: line.id })
    expect(Buffer.concat(app.told('playback.pcm').map(({ pcm }) => Buffer.from(pcm)))).toEqual(Buffer.from(SAID.buffer))

    await app.call('session.retry', { conversationId })
    await app.until(() => app.told('conversation.status').at(-1)?.session.phase === 'ready')
    const again = await run(killed(app))
    expect((await messagesOf(again, conversationId)).map(({ id, parts }) => [id, speechOf(parts)])).toEqual([[line.id, [sound]]])

    await geminiAnswers({ transcribes: true })
    const last = await run(killed(again))
    await last.call('session.retry', { conversationId })
    await last.until(() => finished(last) > 0)
    const words = (await messagesOf(last, conversationId)).map(({ id, parts }) => [id, parts.map(({ text }) => text ?? '').join('')])
    expect(words).toEqual([
      [line.id, 'What did I say?'],
      [expect.any(String), 'That.'],
    ])
  })

  it('of which no word was spoken when the app was killed has no line', async () => {
    const { app: first, conversationId } = await speakUnnoticed(0)
    const app = await run(killed(first))
    const opened = await app.call('conversation.open', { conversationId })
    expect([opened.messages, opened.status.unsentSpeechMs ?? 0]).toEqual([[], 0])
  })

  it('that is answered without a transcript stays, with its sound', async () => {
    const { app, conversationId, messageId } = await speakInVain()
    await geminiAnswers({ transcribes: false })
    await app.call('session.retry', { conversationId })
    await app.until(() => finished(app) > 0)
    const messages = await messagesOf(app, conversationId)
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(messages[0]?.id).toBe(messageId)
    expect(speechOf(messages[0]?.parts ?? [])).toEqual([sound])
  })

  it('loses its sound when the user discards it', async () => {
    const { app, conversationId, messageId } = await speakInVain()
    const [line] = await messagesOf(app, conversationId)
    const { attachmentId } = sound
    expect(speechOf(line?.parts ?? [])).toEqual([{ ...sound, attachmentId }])
    await app.call('speech.drop', { conversationId })
    await expect(app.call('speech.play', { conversationId, messageId })).rejects.toThrow('message-unknown')
    const file = await app.call('history.export', { conversationId: null, format: 'json' })
    expect(file.kind === 'text' ? file.text : '').not.toContain('speech.wav')
  })

  it('of a private conversation is on no disk, and can be played', async () => {
    const { app, conversationId, messageId, folder } = await speakInVain('conversation.createPrivate')
    await app.call('speech.play', { conversationId, messageId })
    expect(app.told('playback.pcm').length).toBeGreaterThan(0)
    const wav = Buffer.from(writeWav({ sampleRate: 16_000, channels: 1, samples: SAID }))
    for (const name of ['parley.db', 'parley.db-wal']) expect(readFileSync(join(folder, name)).includes(wav.subarray(0, 200))).toBe(false)
  })

  it('is exported with its conversation into a file, and imported with its sound', async () => {
    const { app, conversationId, messageId } = await speakInVain()
    const before = await messagesOf(app, conversationId)
    const file = await app.call('history.export', { conversationId: null, format: 'json' })
    if (file.kind !== 'text') throw new Error(`the page was given no file: ${file.kind}`)
    await app.call('storage.wipe', null)
    await app.call('history.importPiece', { first: true, bytes: new TextEncoder().encode(file.text) })
    await app.call('history.import', null)
    expect(await messagesOf(app, conversationId)).toEqual(before)
    await app.call('speech.play', { conversationId, messageId })
    expect(app.told('playback.pcm')).toHaveLength(2)
    const written = await app.call('history.export', { conversationId: null, format: 'markdown' })
    expect(written.kind).toBe('text')
  })
})
