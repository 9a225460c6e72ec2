import { afterEach, describe, expect, it } from 'vitest'
import type { FaultChoice } from '../../src/main/fixtures/faults/fault-choice'
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

describe('an app whose recordings are to misbehave', () => {
  it('meets a fault that is fatal, and says which', async () => {
    const running = await talkingTo([{ fault: 'region-refused' }])
    await running.until(() => running.told('conversation.status').some(({ session }) => session.phase === 'failed'))
    expect(running.told('conversation.status').at(-1)?.session).toMatchObject({ phase: 'failed', cause: 'region' })
  })

  it('gets over one that passes', async () => {
    const running = await talkingTo([{ fault: 'unavailable' }, { fault: 'odd-frames' }])
    await running.until(() => running.told('stream.chunk').some(({ role, chunk }) => role === 'assistant' && chunk.type === 'finish'))
    const phases = running.told('conversation.status').map(({ session }) => session.phase)
    expect(phases).toContain('reconnecting')
    expect(phases.at(-1)).toBe('ready')
  })
})
