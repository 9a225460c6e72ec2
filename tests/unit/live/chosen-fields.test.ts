import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instructionOf } from '../../../src/main/conversations/model-connection'
import { knownLiveModels, liveCapabilities } from '../../../src/main/models/live/capabilities'
import { chosenFields } from '../../../src/main/models/live/chosen-fields'
import { inputTranscription } from '../../../src/main/models/live/input-transcription'
import { onlyContextDiffers, setupDiffers } from '../../../src/main/models/live/setup-differs'
import { checkMessage } from '../../../src/main/replay/simulator/check-message'
import { liveClientMessage } from '../../../src/main/replay/simulator/service-messages'
import { checkSetup } from '../../../src/main/replay/simulator/setup-rules'
import { defaultSessionChoices, type SessionChoices } from '../../../src/shared/ipc/session-choices'

const choices: fc.Arbitrary<SessionChoices> = fc.record({
  voice: fc.constantFrom('Kore', 'Puck'),
  answers: fc.constantFrom('speech', 'text'),
  speechLanguage: fc.constantFrom('', 'ja-JP', 'en-US'),
  instruction: fc.constantFrom('', 'Call me Ann.'),
  modelTools: fc.boolean(),
  endOfSpeech: fc.constantFrom('key', 'service'),
  startSensitivity: fc.constantFrom('default', 'high', 'low'),
  endSensitivity: fc.constantFrom('default', 'high', 'low'),
  turnCoverage: fc.constantFrom('default', 'speech', 'everything'),
  thinking: fc.constantFrom('default', 'minimal', 'low', 'medium', 'high'),
  compression: fc.boolean(),
  proactiveAudio: fc.boolean(),
  transcriptionLanguages: fc.uniqueArray(fc.constantFrom('ja-JP', 'en-US', 'de-DE')),
  vocabulary: fc.uniqueArray(fc.constantFrom('Parley', 'Ann Smith', '見積書')),
  mediaResolution: fc.constantFrom('default', 'low', 'medium', 'high'),
})

const of = (model: string, change: Partial<SessionChoices>) =>
  chosenFields({ ...defaultSessionChoices, ...change }, liveCapabilities(model))

describe('the user’s choices for a session', () => {
  it('are sent in the service’s own terms', () => {
    const change = { endOfSpeech: 'service', startSensitivity: 'low', endSensitivity: 'high', turnCoverage: 'everything' } as const
    expect(of('gemini-3.8-live', { ...change, speechLanguage: 'ja-JP' })).toEqual({
      realtimeInputConfig: {
        automaticActivityDetection: {
          startOfSpeechSensitivity: 'START_SENSITIVITY_LOW',
          endOfSpeechSensitivity: 'END_SENSITIVITY_HIGH',
        },
        turnCoverage: 'TURN_INCLUDES_ALL_INPUT',
      },
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } }, languageCode: 'ja-JP' },
      contextWindowCompression: { slidingWindow: {} },
    })
  })

  it('count frames also outside of speech, where the model knows that', () => {
    const coverage = (model: string) => of(model, { turnCoverage: 'speech' }).realtimeInputConfig?.turnCoverage
    expect(coverage('gemini-3.8-live')).toBe('TURN_INCLUDES_AUDIO_ACTIVITY_AND_ALL_VIDEO')
    expect(coverage('gemini-3.1-flash-live-preview')).toBe('TURN_INCLUDES_ONLY_ACTIVITY')
  })

  it('reach only a model that supports them', () => {
    const levels = knownLiveModels.map((model) => of(model, { thinking: 'low' }).thinkingConfig?.thinkingLevel)
    expect(levels).toEqual([undefined, 'LOW', 'LOW', undefined])
    expect(of('gemini-3.8-live-extended-thinking', { thinking: 'minimal' }).thinkingConfig).toBeUndefined()
    expect(of('gemini-99-live', { voice: 'Puck', speechLanguage: 'ja-JP' }).speechConfig).toBeUndefined()
    expect(of('gemini-3.8-live', { compression: false }).contextWindowCompression).toBeUndefined()
  })

  it('never make a setup that the service would close for, whatever is chosen', () => {
    fc.assert(
      fc.property(fc.constantFrom(...knownLiveModels), choices, (model, chosen) => {
        const capabilities = liveCapabilities(model)
        const { thinkingConfig, speechConfig, mediaResolution, ...rest } = chosenFields(chosen, capabilities)
        const setup = {
          model: `models/${model}`,
          generationConfig: {
            responseModalities: ['AUDIO'],
            ...(thinkingConfig && { thinkingConfig }),
            ...(speechConfig && { speechConfig }),
            ...(mediaResolution && { mediaResolution }),
          },
          inputAudioTranscription: inputTranscription({ choices: chosen, names: ['shop'] }, capabilities),
          ...rest,
        }
        const frame = JSON.parse(JSON.stringify({ setup }))
        expect(checkMessage(liveClientMessage, frame)).toEqual(frame)
        const checked = checkSetup(frame.setup, 'v1beta')
        expect(checked.manualActivity).toBe(chosen.endOfSpeech === 'key')
      }),
    )
  })

  it('need a new setup if the model has to be informed, and not if only the input is concerned', () => {
    const plain = { ...defaultSessionChoices, googleSearch: false }
    expect(setupDiffers(plain, { ...plain, answers: 'text' })).toBe(false)
    expect(setupDiffers(plain, { ...plain, googleSearch: true })).toBe(true)
    fc.assert(
      fc.property(choices, choices, (before, after) => {
        const told = ({ answers: _, ...rest }: SessionChoices) => rest
        const withSearch = (choice: SessionChoices) => ({ ...choice, googleSearch: true })
        expect(setupDiffers(withSearch(before), withSearch(after))).toBe(JSON.stringify(told(before)) !== JSON.stringify(told(after)))
      }),
    )
  })

  it('are sent to a running session if only instruction and tools differ', () => {
    const before = defaultSessionChoices
    expect(onlyContextDiffers(before, { ...before, instruction: 'Call me Ann.', modelTools: false, answers: 'text' })).toBe(true)
    expect(onlyContextDiffers(before, { ...before, instruction: 'Call me Ann.', voice: 'Puck' })).toBe(false)
    expect(onlyContextDiffers(before, { ...before, vocabulary: ['Parley'] })).toBe(false)
  })

  it('are added to the first instruction, with the user’s wishes and language', () => {
    const told = instructionOf({ instruction: ' Call me Ann. ', speechLanguage: 'ja-JP' })
    expect(told).toMatch(/^You are Parley/)
    expect(told).toContain('The user asks of you: Call me Ann.')
    expect(told).toContain('ja-JP')
    expect(instructionOf({ instruction: '', speechLanguage: '' })).not.toContain('asks of you')
  })
})
