import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LiveLimits } from '../../src/main/models/live/backoff'
import { knownLiveModels } from '../../src/main/models/live/capabilities'
import type { LiveSession } from '../../src/main/models/live/live-session'
import { nonBlockingTools } from '../../src/main/models/live/tool-behavior'
import type { FaultName } from '../../src/main/replay/simulator/faults/catalogue'
import type { FaultChoice } from '../../src/main/replay/simulator/faults/fault-choice'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import { toolResponseFor } from '../../src/shared/tools/tool-response'
import { createLiveSessionRig, type LiveSessionRig, testSetup, weatherTool } from '../support/live-session-rig'
import { patienceMs } from '../support/patience'
import { isObject } from '../support/scripted-live-server'
import { bundled } from './fixtures/bundled'

// The replay server closes, as the service does, on everything that a client must not send.

const paymentTool = { ...weatherTool, name: 'process_payment', description: 'Pays an invoice' }
const limits = { firstDelayMs: 2, longestDelayMs: 4, tries: 3 }
const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function play(
  name: string,
  model = 'gemini-3.8-live',
  faults: readonly (FaultName | FaultChoice)[] = [],
  more: Partial<LiveLimits> = {},
) {
  const server = await startFixtureServer({ fixture: await bundled(name), speed: 60, faults })
  cleanups.push(() => server.close())
  const tools = [weatherTool, paymentTool]
  const rig = createLiveSessionRig(testSetup(server.baseUrl, { model, tools }), { limits: { ...limits, ...more } })
  cleanups.push(() => rig.session.stop())
  rig.session.start()
  return { server, rig, tools }
}

const until = (condition: () => void) => vi.waitFor(condition, { timeout: patienceMs, interval: 5 })

/** 400 ms of speech in 40 ms pieces. */
function speak(session: LiveSession): void {
  session.activityStart()
  for (let piece = 0; piece < 10; piece++) session.sendAudio(new Uint8Array(1_280).fill(piece))
  session.activityEnd()
}

function contents(rig: LiveSessionRig) {
  return rig.frames.flatMap((frame) => (isObject(frame) && isObject(frame.serverContent) ? [frame.serverContent] : []))
}

function turns(rig: LiveSessionRig): number {
  return contents(rig).filter(({ turnComplete }) => turnComplete === true).length
}

function spoken(rig: LiveSessionRig): string {
  return contents(rig)
    .map(({ outputTranscription }) =>
      isObject(outputTranscription) && typeof outputTranscription.text === 'string' ? outputTranscription.text : '',
    )
    .join('')
}

async function untilCall(rig: LiveSessionRig): Promise<string> {
  const ids = () =>
    rig.frames.flatMap((frame) => {
      const call =
        isObject(frame) && isObject(frame.toolCall) && Array.isArray(frame.toolCall.functionCalls) ? frame.toolCall.functionCalls[0] : null
      return isObject(call) && typeof call.id === 'string' ? [call.id] : []
    })
  await until(() => expect(ids()).toHaveLength(1))
  return ids()[0] ?? ''
}

async function noConnectionLeft(server: FixtureServer) {
  await until(() => expect(server.openConnections()).toBe(0))
}

describe.each(knownLiveModels)('%s', (model) => {
  it('hears and answers speech spoken before the connection exists, and typed text after it', async () => {
    const { server, rig } = await play('weather', model)
    speak(rig.session)
    await until(() => expect(turns(rig)).toBe(1))
    rig.session.sendText('What is the weather in Kyoto?')
    await until(() => expect(turns(rig)).toBe(2))
    expect(spoken(rig)).toContain('umbrella')
    expect(server.receivedAudio()).toHaveLength(12_800)
    expect(server.violations()).toEqual([])
    await rig.session.stop()
    await noConnectionLeft(server)
  })

  it('requests a payment, waits, and gets its result', async () => {
    const { server, rig, tools } = await play('payment', model)
    speak(rig.session)
    const modelCallId = await untilCall(rig)
    const answer = { modelCallId, name: paymentTool.name }
    const capabilities = rig.session.capabilities()
    if (capabilities !== null && nonBlockingTools(tools, capabilities).includes(paymentTool.name)) {
      rig.session.sendToolResponses([
        { ...answer, response: toolResponseFor({ kind: 'waiting' }), willContinue: true, scheduling: 'SILENT' },
      ])
    }
    rig.session.sendToolResponses([
      { ...answer, response: toolResponseFor({ kind: 'result', output: { paid: true } }), scheduling: 'WHEN_IDLE' },
    ])
    await until(() => expect(spoken(rig)).toContain('Done. I paid'))
    expect(server.violations()).toEqual([])
  })

  it('lets the user speak while a payment waits, without breaking the connection', async () => {
    const { server, rig } = await play('payment', model)
    speak(rig.session)
    const modelCallId = await untilCall(rig)
    speak(rig.session)
    rig.session.sendToolResponses([
      { modelCallId, name: paymentTool.name, response: toolResponseFor({ kind: 'denied' }), scheduling: 'WHEN_IDLE' },
    ])
    await until(() => expect(server.receivedAudio()).toHaveLength(2 * 12_800))
    expect(server.violations()).toEqual([])
    expect(rig.session.state().phase).toBe('ready')
  })
})

describe('a replay with faults', () => {
  it.each([
    ['a refused key', ['key-not-valid'], { phase: 'failed', cause: 'key-refused' }],
    ['an unknown model', ['model-unknown'], { phase: 'failed', cause: 'model-unknown' }],
    ['a model without sound', ['model-without-audio'], { phase: 'failed', cause: 'model-without-audio' }],
    ['a used-up quota', ['quota'], { phase: 'failed', cause: 'quota' }],
    ['a setup without an answer', ['setup-unanswered'], { phase: 'failed', cause: 'timeout' }],
  ] as const)('%s becomes one clear failure and leaves no connection', async (_what, faults, state) => {
    // only a setup that nobody answers is waited for in vain
    const { server, rig } = await play('weather', 'gemini-3.8-live', faults, state.cause === 'timeout' ? { connectTimeoutMs: 60 } : {})
    await until(() => expect(rig.session.state()).toMatchObject(state))
    await noConnectionLeft(server)
  })

  it('an answer that is repeated under names that the client library uses itself arrives', async () => {
    const { rig } = await play('weather', 'gemini-3.8-live', ['parts-aliased'])
    speak(rig.session)
    await until(() => expect(turns(rig)).toBe(1))
    expect(spoken(rig)).toContain('Hello! Yes')
  })

  it('a malformed frame in an answer only affects itself', async () => {
    const { rig } = await play('weather', 'gemini-3.8-live', ['malformed-frame'])
    speak(rig.session)
    await until(() => expect(turns(rig)).toBe(1))
    expect(rig.malformed()).toBe(1)
    expect(rig.states.map(({ phase }) => phase)).toEqual(['connecting', 'ready'])
  })

  it('a network lost before the answer began: the question is asked again on the resumed session and answered', async () => {
    // setupComplete, the first handle, and the first transcript: then the connection is cut.
    const { server, rig } = await play('weather', 'gemini-3.8-live', [{ fault: 'drop-after-frames', set: { frames: 3 } }])
    speak(rig.session)
    await until(() => expect(turns(rig)).toBe(1))
    expect(rig.states.map(({ phase }) => phase)).toEqual(['connecting', 'ready', 'reconnecting', 'connecting', 'ready'])
    expect(rig.repeats()).toBe(1)
    expect(server.violations()).toEqual([])
    const handles = server.received().filter(({ frame }) => JSON.stringify(frame).includes('"sessionResumption":{"handle"'))
    expect(handles).toHaveLength(1)
  })
})
