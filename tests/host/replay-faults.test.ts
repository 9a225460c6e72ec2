import { afterEach, describe, expect, it } from 'vitest'
import { faultNames } from '../../src/main/replay/simulator/faults/catalogue'
import type { FaultChoice } from '../../src/main/replay/simulator/faults/fault-choice'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { bundled } from './fixtures/bundled'

let app: InProcessApp | null = null
afterEach(async () => {
  await app?.remove()
  app = null
})

async function talkingTo(faults: readonly FaultChoice[]): Promise<InProcessApp> {
  app = await startInProcess({ fixtures: [await bundled('weather')], speed: 50, faults })
  const { conversationId } = await app.call('conversation.create', null)
  await app.call('text.send', { conversationId, text: 'Hello' })
  return app
}

describe('an app whose recordings have faults', () => {
  it('gets a fatal fault, and says which', async () => {
    const running = await talkingTo([{ fault: 'region-refused' }])
    await running.until(() => running.told('conversation.status').some(({ session }) => session.phase === 'failed'))
    expect(running.told('conversation.status').at(-1)?.session).toMatchObject({ phase: 'failed', cause: 'region' })
  })

  it('recovers from a temporary one', async () => {
    const running = await talkingTo([{ fault: 'unavailable' }, { fault: 'odd-frames' }])
    await running.until(() => running.told('stream.chunk').some(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish'))
    const phases = running.told('conversation.status').map(({ session }) => session.phase)
    expect(phases).toContain('reconnecting')
    expect(phases.at(-1)).toBe('ready')
  })
})

describe('the recording of one conversation', () => {
  it('is played with a fault of the list, without it again, and not with an unknown fault', async () => {
    app = await startInProcess({ fixtures: [await bundled('weather')], speed: 50 })
    const running = app
    const { conversationId } = await running.call('conversation.create', null)
    const other = await running.call('conversation.create', null)
    const { faults } = await running.call('replay.faults', null)
    expect(faults.map(({ name }) => name)).toEqual(faultNames)
    await running.call('replay.misbehave', { conversationId, fault: 'region-refused' })
    expect(running.told('conversation.status').at(-1)?.replay).toMatchObject({ fixtureId: 'weather', fault: 'region-refused' })
    await running.call('text.send', { conversationId, text: 'Hello' })
    const phaseOf = (id: string) => running.told('conversation.status').findLast((status) => status.conversationId === id)?.session.phase
    await running.until(() => phaseOf(conversationId) === 'failed')
    await running.call('text.send', { conversationId: other.conversationId, text: 'Hello' })
    await running.until(() => phaseOf(other.conversationId) === 'ready')
    await running.call('replay.misbehave', { conversationId, fault: null })
    expect(running.told('conversation.status').at(-1)?.replay).not.toHaveProperty('fault')
    await running.call('text.send', { conversationId, text: 'Are you there?' })
    await running.until(() => phaseOf(conversationId) === 'ready')
    await expect(running.call('replay.misbehave', { conversationId, fault: 'bad-luck' })).rejects.toThrow('fault-unknown')
  })

  it('does not exist if Gemini itself answers', async () => {
    app = await startInProcess({ fixtures: [await bundled('weather')], environment: { GEMINI_API_KEY: 'a-key-for-tests' } })
    const { conversationId } = await app.call('conversation.create', null)
    await expect(app.call('replay.misbehave', { conversationId, fault: 'quota' })).rejects.toThrow('replay-off')
  })
})
