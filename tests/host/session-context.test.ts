import { afterEach, expect, it, vi } from 'vitest'
import type { LiveContext } from '../../src/main/models/live/live-setup'
import { type FixtureServer, startFixtureServer } from '../../src/main/replay/simulator/simulator-server'
import type { JsonObject } from '../../src/shared/lib/json'
import { isJsonObject } from '../../src/shared/lib/json-value'
import { createLiveSessionRig, testSetup, weatherTool } from '../support/live-session-rig'
import { patienceMs } from '../support/patience'
import { bundled } from './fixtures/bundled'

const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const until = (condition: () => void) => vi.waitFor(condition, { timeout: patienceMs, interval: 5 })

const framesOf = (server: FixtureServer, key: string): readonly JsonObject[] =>
  server.received().flatMap(({ frame }) => (isJsonObject(frame) && isJsonObject(frame[key]) ? [frame[key]] : []))

/** A session whose user can change what its model gets. */
async function running(model: string, change: Partial<LiveContext> = {}) {
  const server = await startFixtureServer({ fixture: await bundled('weather'), speed: 60 })
  cleanups.push(() => server.close())
  const setup = testSetup(server.baseUrl, { model, ...change })
  let context: LiveContext = setup
  const rig = createLiveSessionRig(setup, { setup: async () => ({ ...setup, ...context }), context: () => context })
  cleanups.push(() => rig.session.stop())
  rig.session.start()
  await until(() => expect(rig.session.state().phase).toBe('ready'))
  const renew = (next: Partial<LiveContext>) => {
    context = { ...context, ...next }
    rig.session.renew()
  }
  return { server, rig, renew, context: () => context }
}

it('a model that supports it gets other tools and another instruction in its running session', async () => {
  const { server, renew } = await running('gemini-3.8-live')
  const lookUp = { ...weatherTool, name: 'look_up' }
  renew({ systemInstruction: 'Call me Ann.', tools: [lookUp], googleSearch: true })
  await server.waitFor(() => framesOf(server, 'contextUpdate').length === 1)
  expect(framesOf(server, 'contextUpdate')[0]).toMatchObject({
    systemInstruction: { parts: [{ text: 'Call me Ann.' }] },
    tools: { tools: [{ functionDeclarations: [{ name: 'look_up', behavior: 'NON_BLOCKING' }] }, { googleSearch: {} }] },
  })
  expect(framesOf(server, 'setup')).toHaveLength(1)
  expect(server.violations()).toEqual([])
})

it('a model that supports it can lose all its tools in its running session', async () => {
  const { server, renew } = await running('gemini-3.8-live')
  renew({ tools: [] })
  await server.waitFor(() => framesOf(server, 'contextUpdate').length === 1)
  expect(framesOf(server, 'contextUpdate')[0]?.tools).toEqual({ tools: [] })
  expect(server.violations()).toEqual([])
})

it.each([
  ['where the model takes no update', 'gemini-3.1-flash-live-preview', { systemInstruction: 'Call me Ann.' }],
  ['where more than instruction and tools has changed', 'gemini-3.8-live', 'voice'],
] as const)('a new connection applies the change %s', async (_when, model, change) => {
  const { server, renew, context } = await running(model)
  renew(change === 'voice' ? { choices: { ...context().choices, voice: 'Puck' } } : change)
  await server.waitFor(() => framesOf(server, 'setup').length === 2)
  expect(framesOf(server, 'contextUpdate')).toEqual([])
  expect(server.violations()).toEqual([])
})

it('searches the web and transcribes speech as configured, if the model can', async () => {
  const base = testSetup('http://127.0.0.1').choices
  const choices = { ...base, transcriptionLanguages: ['ja-JP'], vocabulary: ['Parley'], mediaResolution: 'high' } as const
  const { server } = await running('gemini-3.8-live', {
    choices: { ...choices, transcriptionLanguages: ['ja-JP'], vocabulary: ['Parley'] },
    googleSearch: true,
  })
  expect(framesOf(server, 'setup')[0]).toMatchObject({
    generationConfig: { mediaResolution: 'MEDIA_RESOLUTION_HIGH' },
    inputAudioTranscription: { languageCodes: ['ja-JP'], customVocabulary: ['Parley'] },
    tools: [{ functionDeclarations: [{ name: 'get_weather' }] }, { googleSearch: {} }],
  })
  expect(server.violations()).toEqual([])
})
