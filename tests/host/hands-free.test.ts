import { afterEach, describe, expect, it } from 'vitest'
import { type InProcessApp, startInProcess } from '../support/app-in-process'
import { bundledFixture } from '../support/fixture-facts'

let app: InProcessApp

afterEach(() => app.remove())

/** The id of the current hands-free period. */
async function handsFreeOn(): Promise<string> {
  await app.call('talk.handsFree', { on: true })
  const state = app.told('talk.state').at(-1)
  if (state?.phase !== 'open') throw new Error('hands-free is off')
  return state.handsFree.watchId
}

const notices = () => {
  const gone = new Set(app.told('notice.gone').map(({ noticeId }) => noticeId))
  return app.told('notice.shown').filter(({ noticeId }) => !gone.has(noticeId))
}

describe('hands-free', () => {
  it('without voice detection ends, and a notice says why until it is turned on again', async () => {
    app = await startInProcess({ fixtures: [await bundledFixture('weather')] })
    const watchId = await handsFreeOn()
    await app.call('voice.failed', { watchId, detail: 'the model is missing' })
    expect(app.told('talk.state').at(-1)).toEqual({ phase: 'idle' })
    expect(notices()).toMatchObject([{ kind: 'hands-free-failed', detail: 'the model is missing' }])
    await handsFreeOn()
    expect(notices()).toEqual([])
    // late events of an earlier period do not end a later one
    await app.call('voice.failed', { watchId, detail: 'the model is missing' })
    expect(app.told('talk.state').at(-1)).toMatchObject({ phase: 'open' })
    expect(notices()).toEqual([])
  })

  it('whose microphone is gone for good ends, and the notice says so', async () => {
    app = await startInProcess({ fixtures: [await bundledFixture('weather')] })
    const watchId = await handsFreeOn()
    await app.call('microphone.failed', { talkId: watchId, reason: 'missing', detail: 'NotFoundError' })
    expect(app.told('talk.state').at(-1)).toEqual({ phase: 'idle' })
    expect(notices()).toMatchObject([{ kind: 'microphone-missing' }])
  })
})
