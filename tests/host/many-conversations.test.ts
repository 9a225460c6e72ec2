import { afterEach, expect, it } from 'vitest'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { geminiAt } from '../support/gemini-at'
import {
  answerSetup,
  isObject,
  type ScriptedLiveServer,
  type ServerConnection,
  startScriptedLiveServer,
} from '../support/scripted-live-server'
import { beginTalk, endTalk, sayFrame } from '../support/speak-to-app'

const COUNT = 20
const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  geminiAt(null)
})

/** The text of a question, null if it is none. */
function wordsOf(message: unknown): string | null {
  const json = JSON.stringify(message ?? null)
  return json.includes('"turnComplete":true') ? (/"text":"(number \d+)"/.exec(json)?.[1] ?? null) : null
}

/** Answers every typed text with its own text and with sound that only this text has: its number in every byte. */
function answer(connection: ServerConnection, message: unknown): void {
  answerSetup(connection, message)
  const words = isObject(message) && 'clientContent' in message ? wordsOf(message) : null
  if (words === null) return
  const data = Buffer.alloc(960, Number(/\d+/.exec(words)?.[0])).toString('base64')
  connection.send({ serverContent: { modelTurn: { parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data } }] } } })
  connection.send({ serverContent: { outputTranscription: { text: `You said ${words}` } } })
  connection.send({ serverContent: { generationComplete: true } })
  connection.send({ serverContent: { turnComplete: true } })
}

async function openAll(): Promise<{ server: ScriptedLiveServer; app: InProcessApp; ids: readonly string[] }> {
  const server = await startScriptedLiveServer({ onMessage: answer })
  cleanups.push(() => server.close())
  geminiAt(server.baseUrl)
  const app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' } })
  cleanups.push(() => app.remove())
  const ids: string[] = []
  for (let index = 0; index < COUNT; index++) ids.push((await app.call('conversation.create', null)).conversationId)
  return { server, app, ids }
}

const finished = (app: InProcessApp, conversationId: string) =>
  app
    .told('stream.chunk')
    .filter((event) => event.conversationId === conversationId && event.role === 'assistant' && event.chunk.type === 'finish').length

async function ask(app: InProcessApp, conversationId: string, text: string): Promise<void> {
  const before = finished(app, conversationId)
  await app.call('text.send', { conversationId, text })
  await app.until(() => finished(app, conversationId) > before)
}

it('twenty simultaneous conversations have their own sessions, words and sound, and a failing one affects no other', async () => {
  const { server, app, ids } = await openAll()
  await Promise.all(ids.map((conversationId, index) => ask(app, conversationId, `number ${index}`)))
  expect(server.connections).toHaveLength(COUNT)
  const broken = server.connections.find(({ received }) => wordsOf(received.at(-1)) === 'number 3')
  broken?.socket.terminate()
  await Promise.all(ids.map((conversationId, index) => ask(app, conversationId, `number ${index + 100}`)))
  expect(server.connections).toHaveLength(COUNT + 1)

  for (const [index, conversationId] of ids.entries()) {
    const { messages } = await app.call('conversation.open', { conversationId })
    const texts = messages.map(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''))
    expect(texts).toEqual([`number ${index}`, `You said number ${index}`, `number ${index + 100}`, `You said number ${index + 100}`])
    const sound = app.told('playback.pcm').filter((event) => event.conversationId === conversationId)
    expect(sound.map(({ pcm }) => [...new Set(pcm)])).toEqual([[index], [index + 100]])
  }
  const lost = app.told('conversation.status').filter(({ session }) => session.phase === 'reconnecting')
  expect(new Set(lost.map(({ conversationId }) => conversationId))).toEqual(new Set([ids[3]]))
})

it('of many conversations one has the microphone, from the key press to its end, whichever is opened meanwhile', async () => {
  const { server, app, ids } = await openAll()
  await Promise.all(ids.map((conversationId, index) => ask(app, conversationId, `number ${index}`)))
  await app.call('conversation.open', { conversationId: ids[7] ?? '' })
  const talkId = await beginTalk(app)
  for (let frame = 1; frame <= 5; frame++) await sayFrame(app, talkId, frame)
  await app.call('conversation.open', { conversationId: ids[12] ?? '' })
  for (let frame = 6; frame <= 10; frame++) await sayFrame(app, talkId, frame)
  await endTalk(app, talkId)
  const speaker = server.connections.find(({ received }) => received.some((message) => wordsOf(message) === 'number 7'))
  const inputs = (connection: ServerConnection | undefined) =>
    (connection?.received ?? []).flatMap((message) =>
      isObject(message) && isObject(message.realtimeInput) ? Object.keys(message.realtimeInput) : [],
    )
  await new Promise<void>((resolve) => {
    const look = (): void => (inputs(speaker).includes('activityEnd') ? resolve() : void setImmediate(look))
    look()
  })
  expect(inputs(speaker)).toEqual(['activityStart', ...Array(10).fill('audio'), 'activityEnd'])
  for (const connection of server.connections) if (connection !== speaker) expect(inputs(connection)).toEqual([])
})
