import { describe, expect, it } from 'vitest'
import {
  defaultLiveModel,
  knownLiveModels,
  liveCapabilities,
  minimalCapabilities,
  withoutOptionalFields,
} from '../../../src/main/models/live/capabilities'
import { liveConnectConfig } from '../../../src/main/models/live/live-connect-config'
import { nonBlockingTools } from '../../../src/main/models/live/tool-behavior'
import { testSetup, weatherTool } from '../../support/live-session-rig'

const blockingTool = { ...weatherTool, name: 'read_clock', blocking: true }
const setup = testSetup('http://127.0.0.1', { tools: [weatherTool, blockingTool] })

function behaviors(model: string) {
  const config = liveConnectConfig(setup, liveCapabilities(model), null)
  return (config.tools ?? [])
    .flatMap((tool) => ('functionDeclarations' in tool ? (tool.functionDeclarations ?? []) : []))
    .map(({ behavior }) => behavior)
}

describe('the setup of each model', () => {
  it.each([
    ['gemini-3.8-live', ['NON_BLOCKING', 'BLOCKING']],
    ['gemini-3.8-live-extended-thinking', ['NON_BLOCKING', 'NON_BLOCKING']],
    ['gemini-3.1-flash-live-preview', [undefined, undefined]],
    ['gemini-2.5-flash-native-audio-preview-12-2025', ['NON_BLOCKING', 'BLOCKING']],
    ['gemini-99-live', [undefined, undefined]],
  ])('%s declares tools with behaviours it knows', (model, expected) => {
    expect(behaviors(model)).toEqual(expected)
  })

  it.each(knownLiveModels)('%s is asked for audio, transcripts, push-to-talk and resumption, and for no thinking level', (model) => {
    const config = liveConnectConfig(setup, liveCapabilities(model), 'h-1')
    expect(config).toMatchObject({
      responseModalities: ['AUDIO'],
      inputAudioTranscription: {},
      outputAudioTranscription: {},
      realtimeInputConfig: { automaticActivityDetection: { disabled: true } },
      sessionResumption: { handle: 'h-1' },
    })
    expect(config).not.toHaveProperty('thinkingConfig')
    expect(config).not.toHaveProperty('proactivity')
  })

  it('an unknown model gets only what every model accepts', () => {
    expect(Object.keys(liveConnectConfig(setup, liveCapabilities('gemini-99-live'), null)).sort()).toEqual([
      'inputAudioTranscription',
      'outputAudioTranscription',
      'realtimeInputConfig',
      'responseModalities',
      'systemInstruction',
      'tools',
    ])
  })

  it('a model is known with and without its prefix, and the default is one of the known', () => {
    expect(liveCapabilities('models/gemini-3.8-live')).toBe(liveCapabilities('gemini-3.8-live'))
    expect(knownLiveModels).toContain(defaultLiveModel)
  })

  it('the second attempt keeps the model’s protocol form', () => {
    expect(withoutOptionalFields(liveCapabilities('gemini-3.8-live'))).toEqual({
      ...minimalCapabilities,
      text: 'client-content',
      video: true,
    })
  })

  it('says which tools the model will not wait for', () => {
    expect(nonBlockingTools(setup.tools, liveCapabilities('gemini-3.8-live'))).toEqual(['get_weather'])
    expect(nonBlockingTools(setup.tools, liveCapabilities('gemini-3.1-flash-live-preview'))).toEqual([])
  })

  it('leaves the schema of a tool unchanged', () => {
    const before = JSON.stringify(weatherTool)
    liveConnectConfig(setup, liveCapabilities('gemini-3.8-live'), null)
    expect(JSON.stringify(weatherTool)).toBe(before)
  })

  it('a newer model is used as the settings describe it, and a known one as they correct it', () => {
    const described = [
      { model: 'gemini-9-live', like: 'gemini-3.8-live', scheduling: false },
      { model: 'models/gemini-3.8-live', sessionResumption: false },
      { model: 'gemini-8-live', thinksLong: true },
    ]
    expect(liveCapabilities('models/gemini-9-live', described)).toEqual({ ...liveCapabilities('gemini-3.8-live'), scheduling: false })
    expect(liveCapabilities('gemini-3.8-live', described).sessionResumption).toBe(false)
    expect(liveCapabilities('gemini-8-live', described)).toEqual({ ...minimalCapabilities, thinksLong: true })
    expect(liveCapabilities('gemini-7-live', described)).toEqual(minimalCapabilities)
  })
})
