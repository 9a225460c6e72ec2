import { afterEach, expect, it } from 'vitest'
import { startInProcess } from '../support/app-in-process'
import { geminiAt } from '../support/gemini-at'
import { answerSetup, isObject, type ServerConnection, startScriptedLiveServer } from '../support/scripted-live-server'

const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  geminiAt(null)
})

function answer(connection: ServerConnection, message: unknown): void {
  answerSetup(connection, message)
  if (isObject(message) && 'setup' in message)
    connection.send({ sessionResumptionUpdate: { newHandle: `handle-${connection.received.length}`, resumable: true } })
  if (isObject(message) && 'clientContent' in message) {
    connection.send({ serverContent: { outputTranscription: { text: 'Hello.' } } })
    connection.send({ serverContent: { turnComplete: true } })
  }
}

const setupOf = (connection: ServerConnection | undefined) => JSON.stringify(connection?.received[0] ?? null)

it('a tool that a rule denies is hidden by a new connection if the model accepts no update, and no word is lost', async () => {
  const server = await startScriptedLiveServer({ onMessage: answer })
  cleanups.push(() => server.close())
  geminiAt(server.baseUrl)
  const app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' } })
  cleanups.push(() => app.remove())
  await app.call('settings.update', { liveModels: [{ model: 'gemini-3.8-live', contextUpdate: false }] })
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('text.send', { conversationId, text: 'Hello' })
  await app.until(() => app.told('stream.chunk').some(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish'))
  expect(setupOf(server.connections[0])).toContain('read_clipboard')

  await app.call('tools.setDefault', { toolName: 'read_clipboard', effect: 'deny' })
  await app.until(() => server.connections[1]?.received[0] !== undefined)
  expect(setupOf(server.connections[1])).not.toContain('read_clipboard')
  expect(setupOf(server.connections[1])).toContain('handle-1')

  await app.call('tools.setDefault', { toolName: 'read_clipboard', effect: 'ask' })
  await app.until(() => server.connections[2]?.received[0] !== undefined)
  expect(setupOf(server.connections[2])).toContain('read_clipboard')
  const { messages } = await app.call('conversation.open', { conversationId })
  expect(messages).toHaveLength(2)
})

it('a tool that a rule denies is removed from the running session, and comes back into it', async () => {
  const server = await startScriptedLiveServer({ onMessage: answer })
  cleanups.push(() => server.close())
  geminiAt(server.baseUrl)
  const app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' } })
  cleanups.push(() => app.remove())
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('text.send', { conversationId, text: 'Hello' })
  await app.until(() => app.told('stream.chunk').some(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish'))
  const updates = () => (server.connections[0]?.received ?? []).filter((frame) => isObject(frame) && 'contextUpdate' in frame)

  await app.call('tools.setDefault', { toolName: 'read_clipboard', effect: 'deny' })
  await expect.poll(() => updates().length).toBe(1)
  expect(JSON.stringify(updates()[0])).not.toContain('read_clipboard')
  await app.call('tools.setDefault', { toolName: 'read_clipboard', effect: 'ask' })
  await expect.poll(() => updates().length).toBe(2)
  expect(JSON.stringify(updates()[1])).toContain('read_clipboard')
  expect(server.connections).toHaveLength(1)
})

it('a rule that hides nothing does not affect the connection', async () => {
  const server = await startScriptedLiveServer({ onMessage: answer })
  cleanups.push(() => server.close())
  geminiAt(server.baseUrl)
  const app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' } })
  cleanups.push(() => app.remove())
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('text.send', { conversationId, text: 'Hello' })
  await app.until(() => app.told('stream.chunk').some(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish'))
  await app.call('tools.setDefault', { toolName: 'get_weather', effect: 'ask' })
  await app.call('text.send', { conversationId, text: 'Again' })
  await app.until(() => app.told('stream.chunk').filter(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish').length === 2)
  expect(server.connections).toHaveLength(1)
})
