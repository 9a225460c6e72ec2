import { afterEach, describe, expect, it } from 'vitest'
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

const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  geminiAt(null)
})

type Ask = (connection: ServerConnection, question: number) => void

/** An app whose Gemini calls `onQuestion` at every end of the user's speech or text. Questions count from 1. */
async function appWith(onQuestion: Ask): Promise<{ app: InProcessApp; server: ScriptedLiveServer; conversationId: string }> {
  let questions = 0
  const server = await startScriptedLiveServer({
    onMessage(connection, message) {
      answerSetup(connection, message)
      if (!isObject(message)) return
      const typed = isObject(message.clientContent) && message.clientContent.turnComplete === true
      const spoken = isObject(message.realtimeInput) && 'activityEnd' in message.realtimeInput
      if (typed || spoken) onQuestion(connection, ++questions)
    },
  })
  cleanups.push(() => server.close())
  geminiAt(server.baseUrl)
  const app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' } })
  cleanups.push(() => app.remove())
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('conversation.open', { conversationId })
  return { app, server, conversationId }
}

const content = (connection: ServerConnection, serverContent: object) => connection.send({ serverContent })

function answerWith(connection: ServerConnection, text: string): void {
  content(connection, { outputTranscription: { text } })
  content(connection, { generationComplete: true })
  content(connection, { turnComplete: true })
}

const finishes = (app: InProcessApp) =>
  app.told('stream.chunk').filter(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish')
const activity = (app: InProcessApp) => app.told('conversation.status').at(-1)?.activity

async function said(app: InProcessApp, conversationId: string): Promise<readonly string[]> {
  const { messages } = await app.call('conversation.open', { conversationId })
  return messages.map(({ role, parts }) => `${role}: ${parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')}`)
}

async function speak(app: InProcessApp): Promise<void> {
  const talkId = await beginTalk(app)
  for (let frame = 1; frame <= 5; frame++) await sayFrame(app, talkId, frame)
  await endTalk(app, talkId)
}

describe('row 30: a turn that ends without an answer', () => {
  it('is shown, and typed text can be asked again without being typed again', async () => {
    const { app, server, conversationId } = await appWith((connection, question) => {
      if (question === 1) content(connection, { turnComplete: true })
      else answerWith(connection, 'Yes.')
    })
    await app.call('text.send', { conversationId, text: 'Are you there?' })
    await app.until(() => finishes(app).length === 1)
    expect(finishes(app)[0]?.chunk).toMatchObject({ messageMetadata: { empty: true } })
    await app.until(() => activity(app) === 'idle')
    await app.call('turn.again', { conversationId })
    await app.until(() => finishes(app).length === 2)
    expect(await said(app, conversationId)).toEqual(['user: Are you there?', 'assistant: ', 'assistant: Yes.'])
    expect(JSON.stringify(server.connections[0]?.received).split('Are you there?')).toHaveLength(3)
  })

  it('of speech too, whose second transcript is not shown', async () => {
    const { app, server, conversationId } = await appWith((connection, question) => {
      content(connection, { inputTranscription: { text: 'What is' } })
      content(connection, { inputTranscription: { text: ' the weather?' } })
      if (question === 1) content(connection, { turnComplete: true })
      else answerWith(connection, 'It rains.')
    })
    await speak(app)
    await app.until(() => finishes(app).length === 1)
    await app.call('turn.again', { conversationId })
    await app.until(() => finishes(app).length === 2)
    expect(await said(app, conversationId)).toEqual(['user: What is the weather?', 'assistant: ', 'assistant: It rains.'])
    const audio = (server.connections[0]?.received ?? [])
      .map((message) => JSON.stringify(message))
      .filter((message) => message.includes('"audio"'))
    expect(audio.slice(5)).toEqual(audio.slice(0, 5))
  })

  it('can be asked again after the app was started again', async () => {
    const first = await appWith((connection, question) => {
      if (question === 1) content(connection, { turnComplete: true })
      else answerWith(connection, 'Yes.')
    })
    const { conversationId, server } = first
    await first.app.call('text.send', { conversationId, text: 'Are you there?' })
    await first.app.until(() => finishes(first.app).length === 1)
    await first.app.stop()
    const app = await startInProcess({
      fixtures: [],
      environment: { GEMINI_API_KEY: 'a-key-for-tests' },
      userDataFolder: first.app.userDataFolder,
    })
    cleanups.push(() => app.remove())
    await app.call('conversation.open', { conversationId })
    await app.call('turn.again', { conversationId })
    await app.until(() => finishes(app).length === 1)
    expect(await said(app, conversationId)).toEqual(['user: Are you there?', 'assistant: ', 'assistant: Yes.'])
    expect(JSON.stringify(server.connections[1]?.received).split('Are you there?')).toHaveLength(2)
  })
})

it('row 18: speech whose connection was lost during its transcription is sent again, and is once in the thread', async () => {
  const { app, server, conversationId } = await appWith((connection, question) => {
    content(connection, { inputTranscription: { text: 'What is' } })
    content(connection, { inputTranscription: { text: ' the weather' } })
    if (question === 1) {
      setImmediate(() => connection.socket.close(1011, 'Internal error encountered.'))
      return
    }
    content(connection, { inputTranscription: { text: ' in Kyoto?' } })
    answerWith(connection, 'It rains.')
  })
  await speak(app)
  await app.until(() => finishes(app).length === 1)
  expect(await said(app, conversationId)).toEqual(['user: What is the weather in Kyoto?', 'assistant: It rains.'])
  expect(server.connections).toHaveLength(2)
})

it('a model that waits for more speech does not work meanwhile', async () => {
  const { app, conversationId } = await appWith((connection) => content(connection, { waitingForInput: true }))
  await app.call('text.send', { conversationId, text: 'Let me think, I want' })
  await app.until(() => activity(app) === 'thinking')
  await app.until(() => activity(app) === 'idle')
  expect(app.told('conversation.status').at(-1)?.session.phase).toBe('ready')
})

it('a stopped answer that is lost with its connection delays no later one', async () => {
  const { app, server, conversationId } = await appWith((connection, question) => {
    if (question === 1) content(connection, { outputTranscription: { text: 'Once upon' } })
    else answerWith(connection, 'Yes.')
  })
  await app.call('text.send', { conversationId, text: 'A story' })
  await app.until(() => app.told('stream.chunk').some(({ chunk }) => chunk.type === 'text-delta' && chunk.delta === 'Once upon'))
  await app.call('turn.interrupt', { conversationId })
  server.connections[0]?.socket.terminate()
  await app.until(() => app.told('conversation.status').filter(({ session }) => session.phase === 'reconnecting').length > 0)
  const before = finishes(app).length
  await app.call('text.send', { conversationId, text: 'Hello?' })
  await app.until(() => finishes(app).length > before)
  expect((await said(app, conversationId)).at(-1)).toBe('assistant: Yes.')
})
