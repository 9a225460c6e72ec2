import { afterEach, beforeEach, expect, it } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'
import { geminiAt } from '../support/gemini-at'
import { finish, says, textRecording, words } from '../support/text-recording'

let app: InProcessApp
let server: FixtureServer
let conversationId: string

const finished = () => app.told('stream.chunk').filter(({ role, chunk: { type } }) => role === 'assistant' && type === 'finish').length
const thread = async () =>
  (await app.call('conversation.open', { conversationId })).messages.map(({ parts }) =>
    parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
  )

beforeEach(async () => {
  const recording = textRecording([words, says('First.'), finish(), words, says('Second.'), finish()])
  server = await startFixtureServer({ fixture: await bundledFixture('weather'), text: recording, speed: 50 })
  geminiAt(server.baseUrl)
  app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' } })
  conversationId = (await app.call('conversation.create', null)).conversationId
  await app.call('conversation.open', { conversationId })
  await app.call('conversation.replyModality', { conversationId, replyModality: 'text' })
  await app.call('text.send', { conversationId, text: 'One' })
  await app.until(() => finished() === 1)
})

afterEach(async () => {
  await app.remove()
  await server.close()
  geminiAt(null)
})

it('text that is sent while a conversation begins anew is said in the new thread, and by no session beside it', async () => {
  await app.call('text.send', { conversationId, text: 'Two' })
  await app.until(() => finished() === 2)
  const [, answer] = (await app.call('conversation.open', { conversationId })).messages
  const renewed = app.call('branch.begin', { conversationId, messageId: answer?.id ?? '' })
  const said = app.call('text.send', { conversationId, text: 'Three' })
  await Promise.all([renewed, said])
  await app.until(() => finished() === 3)
  expect(await thread()).toEqual(['One', 'First.', 'Three', 'First.'])
})

it('text that is sent while a conversation is removed opens it no more', async () => {
  const removed = app.call('conversation.remove', { conversationId })
  const said = app.call('text.send', { conversationId, text: 'Two' }).catch((error: unknown) => String(error))
  await removed
  expect(String(await said)).toContain('conversation-unknown')
  expect((await app.call('app.bootstrap', null)).conversations).toEqual([])
  await app.call('conversation.restore', { conversationId })
  expect(await thread()).toEqual(['One', 'First.'])
})
