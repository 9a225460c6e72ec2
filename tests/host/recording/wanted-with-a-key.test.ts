import { afterEach, expect, it } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../../src/main/replay/simulator/simulator-server'
import { type InProcessApp, startInProcess } from '../../support/app-in-process'
import { bundledFixture } from '../../support/fixture-facts'
import { geminiAt } from '../../support/gemini-at'

let app: InProcessApp
let gemini: FixtureServer

afterEach(async () => {
  await app.remove()
  await gemini.close()
  geminiAt(null)
})

it('a recording that the user chooses answers although there is a key, only in its own conversation, and Gemini receives none of it', async () => {
  gemini = await startFixtureServer({ fixture: await bundledFixture('weather'), speed: 1000 })
  geminiAt(gemini.baseUrl)
  const fixtures = [await bundledFixture('weather'), await bundledFixture('greeting')]
  app = await startInProcess({ fixtures, speed: 1000, environment: { GEMINI_API_KEY: 'a-key-for-tests' } })
  const replayOf = (conversationId: string) =>
    app
      .told('conversation.status')
      .filter((one) => one.conversationId === conversationId)
      .at(-1)?.replay

  const watched = (await app.call('conversation.create', null)).conversationId
  await app.call('conversation.open', { conversationId: watched })
  expect(replayOf(watched)).toBeNull()
  await app.call('replay.choose', { conversationId: watched, fixtureId: 'greeting' })
  expect(replayOf(watched)).toMatchObject({ fixtureId: 'greeting' })
  await app.call('text.send', { conversationId: watched, text: 'Hello' })
  const finished = (role: string) => app.told('stream.chunk').some((one) => one.role === role && one.chunk.type === 'finish')
  await app.until(() => finished('assistant'))
  const { messages } = await app.call('conversation.open', { conversationId: watched })
  expect(JSON.stringify(messages)).toContain('whatever matters waits for your yes')
  expect(gemini.received()).toEqual([])

  const talked = (await app.call('conversation.create', null)).conversationId
  await app.call('conversation.open', { conversationId: talked })
  expect(replayOf(talked)).toBeNull()
  await app.call('text.send', { conversationId: talked, text: 'Hello' })
  await gemini.waitFor((frames) => frames.length > 0)
})
