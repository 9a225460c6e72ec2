import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/main/lib/system-clock'
import { createGenaiConnector } from '../../src/main/models/live/genai-connector'
import { keyTestMs, testKey } from '../../src/main/models/test-key'
import type { FaultName } from '../../src/main/replay/simulator/faults/catalogue'
import { startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { defaultSettings } from '../../src/shared/ipc/default-settings'
import { createFakeClock } from '../support/fake-clock'
import { bundledFixture } from '../support/fixture-facts'
import { startScriptedLiveServer } from '../support/scripted-live-server'

const KEY = 'AIzaTestKeyThatIsNowhere'

const tested = (serviceAddress: string, clock = systemClock, key: string | null = KEY) =>
  testKey(key, {
    connector: createGenaiConnector(systemClock),
    clock,
    settings: () => ({ ...defaultSettings, serviceAddress }),
    current: () => null,
  })

async function service(...faults: FaultName[]): Promise<string> {
  const server = await startFixtureServer({ fixture: await bundledFixture('weather'), speed: 1, clock: systemClock, faults })
  onTestFinished(() => server.close())
  return server.baseUrl
}

describe('the test of a key', () => {
  it('says that the model can be used, after it has really answered', async () => {
    expect(await tested(await service())).toEqual({ kind: 'works', model: 'gemini-3.8-live', ms: expect.any(Number) })
  })

  it.each([
    ['key-not-valid', 'key-refused'],
    ['key-expired', 'key-refused'],
    ['region-refused', 'region'],
    ['model-unknown', 'model-unknown'],
    ['model-without-audio', 'model-without-audio'],
    ['quota', 'quota'],
  ] as const)('reports for a service that answers as with %s the cause %s, and never the key', async (fault, cause) => {
    const answer = await tested(await service(fault))
    expect(answer).toMatchObject({ kind: 'failed', cause, model: 'gemini-3.8-live' })
    expect(JSON.stringify(answer)).not.toContain(KEY)
  })

  it('says that Gemini is not reached, without an answer', async () => {
    const server = await startScriptedLiveServer()
    await server.close()
    expect(await tested(server.baseUrl)).toMatchObject({ kind: 'failed', cause: 'unreachable' })
  })

  it('does not wait for ever for a service that stays silent', async () => {
    const server = await startScriptedLiveServer({ onMessage: () => undefined })
    onTestFinished(() => server.close())
    const clock = createFakeClock()
    const answer = tested(server.baseUrl, clock)
    clock.advance(keyTestMs)
    expect(await answer).toMatchObject({ kind: 'failed', cause: 'timeout' })
  })

  it('is not sent for an impossible key', async () => {
    expect(await tested('', systemClock, 'two words')).toMatchObject({ kind: 'failed', cause: 'key-malformed' })
    expect(await tested('', systemClock, null)).toMatchObject({ kind: 'failed', cause: 'key-missing' })
  })
})
