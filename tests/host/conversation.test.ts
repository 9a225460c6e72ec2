import { afterEach, describe, expect, it } from 'vitest'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'

let app: InProcessApp | null = null
let server: FixtureServer | null = null

afterEach(async () => {
  await app?.remove()
  await server?.close()
  app = null
  server = null
})

async function opened(name: string, speed = 1): Promise<{ readonly running: InProcessApp; readonly conversationId: string }> {
  const running = await startInProcess({ fixtures: [await bundledFixture(name)], speed })
  app = running
  const { conversationId } = await running.call('conversation.create', null)
  await running.call('conversation.open', { conversationId })
  return { running, conversationId }
}

const activity = (running: InProcessApp): string | undefined => running.told('conversation.status').at(-1)?.activity
const phase = (running: InProcessApp): string | undefined => running.told('conversation.status').at(-1)?.session.phase

describe('interrupting', () => {
  it('with typed text gets an answer that is played', async () => {
    const { running, conversationId } = await opened('weather')
    await running.call('text.send', { conversationId, text: 'Hello, can you hear me?' })
    await running.until(() => activity(running) === 'speaking')
    const first = running.told('playback.pcm').at(-1)?.turnId
    await running.call('text.send', { conversationId, text: 'What is the weather in Kyoto?' })
    await running.until(() => running.told('playback.pcm').some(({ turnId }) => turnId !== first))
    expect(running.told('playback.flush').map(({ turnId }) => turnId)).toEqual([first])
    await running.until(() => activity(running) === 'speaking')
  })

  it('without text ends the answer: nothing works any more', async () => {
    const { running, conversationId } = await opened('interruption')
    await running.call('text.send', { conversationId, text: 'Tell me how paper is made.' })
    await running.until(() => activity(running) === 'speaking')
    await running.call('turn.interrupt', { conversationId })
    await running.until(() => activity(running) === 'idle')
    expect(running.told('stream.chunk').some(({ chunk }) => chunk.type === 'data-interrupted')).toBe(true)
  })

  it('ends an answer before its first sound, and none of it is played later', async () => {
    const { running, conversationId } = await opened('interruption', 0.5)
    await running.call('text.send', { conversationId, text: 'Tell me how paper is made.' })
    await running.until(() => phase(running) === 'ready' && activity(running) === 'thinking')
    await running.call('turn.interrupt', { conversationId })
    await running.until(() => activity(running) === 'idle')
    await running.call('text.send', { conversationId, text: 'Stop, thank you.' })
    await running.until(() => running.told('playback.pcm').length > 0)
    expect(new Set(running.told('playback.pcm').map(({ turnId }) => turnId)).size).toBe(1)
  })
})

/** Runs while the client library uses Gemini at `address`. */
async function withGeminiAt(address: string, task: () => Promise<void>): Promise<void> {
  const before = process.env.GOOGLE_GEMINI_BASE_URL
  process.env.GOOGLE_GEMINI_BASE_URL = address
  try {
    await task()
  } finally {
    if (before === undefined) delete process.env.GOOGLE_GEMINI_BASE_URL
    else process.env.GOOGLE_GEMINI_BASE_URL = before
  }
}

describe('the state', () => {
  it('says connecting, not working, before there is an answer, and the stop button ends that too', async () => {
    server = await startFixtureServer({ fixture: await bundledFixture('weather'), speed: 1, faults: ['setup-unanswered'] })
    await withGeminiAt(server.baseUrl, async () => {
      const running = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' } })
      app = running
      const { conversationId } = await running.call('conversation.create', null)
      await running.call('text.send', { conversationId, text: 'Hello?' })
      await running.until(() => phase(running) === 'connecting')
      expect(activity(running)).toBe('idle')
      await running.call('turn.interrupt', { conversationId })
      await running.until(() => phase(running) === 'off')
    })
  })

  it('after a refused key continues with a new one, and sends the stored input again', async () => {
    server = await startFixtureServer({ fixture: await bundledFixture('weather'), speed: 50, faults: ['quota'] })
    await withGeminiAt(server.baseUrl, async () => {
      const running = await startInProcess({ fixtures: [], environment: { GEMINI_API_KEY: 'a-key-for-tests' } })
      app = running
      const { conversationId } = await running.call('conversation.create', null)
      await running.call('text.send', { conversationId, text: 'Hello, can you hear me?' })
      await running.until(() => phase(running) === 'failed')
      await running.call('key.save', { key: 'another-key' })
      await running.until(() => running.told('playback.pcm').length > 0)
      expect(running.told('notice.gone').length).toBe(running.told('notice.shown').length)
    })
  })
})
