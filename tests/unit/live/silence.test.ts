import { describe, expect, it } from 'vitest'
import { simulatedConversation } from '../../support/simulated-conversation'

const late = (seconds: number, times = 1) => ({ fault: 'answer-late', times, set: { afterMs: seconds * 1000 } }) as const

describe('a model that is silent before it answers', () => {
  it.each([
    [20, 'typed'],
    [60, 'typed'],
    [20, 'spoken'],
    [60, 'spoken'],
  ] as const)('for %i s answers a %s question once, without being asked again', async (seconds, how) => {
    const scene = simulatedConversation({ faults: [late(seconds)] })
    if (how === 'typed') scene.conversation.sendText('What is the weather?')
    else scene.speak()
    await scene.clock.run((seconds - 1) * 1000)
    expect(scene.status()).toMatchObject({ activity: 'thinking', session: { phase: 'ready' } })
    await scene.clock.run(3_000)
    expect(scene.answers()).toEqual(['It is sunny.'])
    expect(scene.status()).toMatchObject({ activity: 'idle', session: { phase: 'ready' } })
    expect([scene.nudges(), scene.connections(), scene.violations()]).toEqual([0, 1, []])
    await scene.clock.run(600_000)
    expect(scene.answers()).toEqual(['It is sunny.'])
  })

  it('for 200 s is asked again, then on a new connection, where it answers once', async () => {
    const scene = simulatedConversation({ faults: [late(200)] })
    scene.conversation.sendText('What is the weather?')
    await scene.clock.run(100_000)
    expect(scene.status()).toMatchObject({ activity: 'thinking', session: { phase: 'ready', stalledAt: expect.any(Number) } })
    await scene.clock.run(60_000)
    expect(scene.answers()).toEqual(['It is sunny.'])
    expect([scene.nudges(), scene.connections(), scene.violations()]).toEqual([1, 2, []])
    expect(scene.status()).toMatchObject({ activity: 'idle', session: { phase: 'ready' } })
  })

  it.each(['typed', 'spoken'] as const)(
    'for 200 s each time does not answer a %s question in time, and the user’s retry brings the answer',
    async (how) => {
      const scene = simulatedConversation({ faults: [late(200, 9)] })
      if (how === 'typed') scene.conversation.sendText('What is the weather?')
      else scene.speak()
      await scene.clock.run(240_000)
      expect(scene.status()).toMatchObject({ activity: 'idle', session: { phase: 'failed', cause: 'timeout' } })
      expect([scene.nudges(), scene.connections(), scene.answers()]).toEqual([1, 2, []])
      scene.calmDown()
      scene.conversation.retry()
      await scene.clock.run(5_000)
      expect(scene.answers()).toEqual(['It is sunny.'])
      expect(scene.status()).toMatchObject({ activity: 'idle', session: { phase: 'ready' } })
      expect(scene.violations()).toEqual([])
    },
  )

  it('for ever is asked again, then on a new connection, and then the user reads that no answer came', async () => {
    const scene = simulatedConversation({ faults: [{ fault: 'stall', times: 9 }] })
    scene.conversation.sendText('What is the weather?')
    await scene.clock.run(600_000)
    expect(scene.status()).toMatchObject({ session: { phase: 'failed', cause: 'timeout' } })
    expect([scene.nudges(), scene.connections()]).toEqual([1, 2])
  })
})
