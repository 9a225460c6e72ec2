import { afterEach, expect, it } from 'vitest'
import { startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { bundledFixture, recordedTurns } from '../support/fixture-facts'
import { paperDesktop } from '../support/paper-desktop'

const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const answers = (app: InProcessApp) =>
  app.told('stream.chunk').filter(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish').length

it('a voice chosen while connected speaks the next answer of the same conversation, over a resumed connection', async () => {
  const fixture = await bundledFixture('weather')
  const server = await startFixtureServer({ fixture, speed: 50 })
  cleanups.push(() => server.close())
  const app = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' }, desktop: paperDesktop() })
  cleanups.push(() => app.remove())
  await app.call('settings.update', { serviceAddress: server.baseUrl, voice: 'Kore' })
  const { conversationId } = await app.call('conversation.create', null)
  const setups = () =>
    server.received().flatMap(({ frame }) => (JSON.stringify(frame).startsWith('{"setup"') ? [JSON.stringify(frame)] : []))

  await app.call('text.send', { conversationId, text: 'Hello, can you hear me?' })
  await app.until(() => answers(app) === 1)
  await app.call('settings.update', { voice: 'Puck' })
  await server.waitFor(() => setups().length === 2)
  await app.call('text.send', { conversationId, text: 'What is the weather in Kyoto?' })
  await app.until(() => answers(app) === 2)

  expect(setups()[0]).toContain('"voiceName":"Kore"')
  expect(setups()[1]).toContain('"voiceName":"Puck"')
  expect(setups()[1]).toMatch(/"sessionResumption":\{"handle":"[^"]+"\}/)
  expect(setups()).toHaveLength(2)
  const phases = new Set(app.told('conversation.status').map(({ session }) => session.phase))
  expect([...phases].filter((phase) => phase === 'failed' || phase === 'reconnecting')).toEqual([])
  const { messages } = await app.call('conversation.open', { conversationId })
  const turns = recordedTurns(fixture)
  expect(
    messages.map(({ parts }) =>
      parts
        .map((part) => (part.type === 'text' ? part.text : ''))
        .join('')
        .trim(),
    ),
  ).toEqual(['Hello, can you hear me?', turns[0]?.modelText, 'What is the weather in Kyoto?', turns[1]?.modelText])
  expect(server.violations()).toEqual([])
})
