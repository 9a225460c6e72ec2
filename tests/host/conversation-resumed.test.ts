import { afterEach, describe, expect, it } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'
import { geminiAt } from '../support/gemini-at'

const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  geminiAt(null)
})

/** From now on, Gemini is a server with this recording. */
async function geminiPlays(name: string): Promise<FixtureServer> {
  const server = await startFixtureServer({ fixture: await bundledFixture(name), speed: 50 })
  cleanups.push(() => server.close())
  geminiAt(server.baseUrl)
  return server
}

async function run(userDataFolder?: string): Promise<InProcessApp> {
  const app = await startInProcess({
    fixtures: [],
    environment: { GEMINI_API_KEY: 'a-key-for-tests' },
    ...(userDataFolder !== undefined && { userDataFolder }),
  })
  cleanups.push(() => app.remove())
  return app
}

const answers = (app: InProcessApp) =>
  app.told('stream.chunk').filter(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish').length

async function ask(app: InProcessApp, conversationId: string, text: string): Promise<void> {
  const already = answers(app)
  await app.call('text.send', { conversationId, text })
  await app.until(() => answers(app) > already)
}

const setups = (server: FixtureServer) =>
  server.received().flatMap(({ frame }) => (JSON.stringify(frame).startsWith('{"setup"') ? [JSON.stringify(frame)] : []))

async function firstRun() {
  const server = await geminiPlays('weather')
  const app = await run()
  const { conversationId } = await app.call('conversation.create', null)
  await ask(app, conversationId, 'Hello, can you hear me?')
  await app.stop()
  return { server, conversationId, folder: app.userDataFolder }
}

describe('a conversation after the app was started again', () => {
  it('continues its session, by the stored handle', async () => {
    const { server, conversationId, folder } = await firstRun()
    const app = await run(folder)
    await app.call('conversation.open', { conversationId })
    await ask(app, conversationId, 'What is the weather in Kyoto?')
    expect(setups(server)).toHaveLength(2)
    expect(setups(server)[1]).toMatch(/"sessionResumption":\{"handle":"[^"]+"\}/)
    expect(JSON.stringify(server.received())).not.toContain('"turnComplete":false')
    expect(server.violations()).toEqual([])
  })

  it('continues in a new session that gets the history, if the server no longer knows the handle; nothing is sent twice', async () => {
    const { conversationId, folder } = await firstRun()
    const stranger = await geminiPlays('weather')
    const app = await run(folder)
    await app.call('conversation.open', { conversationId })
    await ask(app, conversationId, 'What is the weather in Kyoto?')
    const received = stranger.received().map(({ frame }) => JSON.stringify(frame))
    expect(received.filter((frame) => frame.startsWith('{"setup"')).map((frame) => frame.includes('"handle"'))).toEqual([true, false])
    const told = received.filter((frame) => frame.startsWith('{"clientContent"'))
    expect(told[0]).toMatch(/Hello, can you hear me\?.*"turnComplete":false/)
    expect(told.join('').split('What is the weather in Kyoto?')).toHaveLength(2)
    expect(app.told('conversation.status').some(({ session }) => session.phase === 'ready' && session.reseeded === true)).toBe(true)
    const { messages } = await app.call('conversation.open', { conversationId })
    expect(messages.filter(({ role }) => role === 'user').map(({ parts }) => parts[0]?.text)).toEqual([
      'Hello, can you hear me?',
      'What is the weather in Kyoto?',
    ])
  })
})
