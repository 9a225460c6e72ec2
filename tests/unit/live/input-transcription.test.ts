import { describe, expect, it } from 'vitest'
import { liveCapabilities } from '../../../src/main/models/live/capabilities'
import { inputTranscription } from '../../../src/main/models/live/input-transcription'
import { defaultSessionChoices, type SessionChoices } from '../../../src/shared/ipc/session-choices'

const transcription = (model: string, change: Partial<SessionChoices>, names: readonly string[] = []) =>
  inputTranscription({ choices: { ...defaultSessionChoices, ...change }, names }, liveCapabilities(model))

describe('how speech is transcribed', () => {
  it('is configured with the user’s languages and terms, and the names of their data', () => {
    const change = { transcriptionLanguages: ['ja-JP', 'en-US'], vocabulary: ['Parley', ' shop '] }
    expect(transcription('gemini-3.8-live', change, ['shop', 'orders 2026'])).toEqual({
      languageCodes: ['ja-JP', 'en-US'],
      customVocabulary: ['Parley', 'shop', 'orders 2026'],
    })
  })

  it('is left to the service without a choice', () => {
    expect(transcription('gemini-3.8-live', {})).toEqual({})
  })

  it('is left to the service if its model accepts no hints', () => {
    const change = { transcriptionLanguages: ['ja-JP'], vocabulary: ['Parley'] }
    expect(transcription('gemini-3.1-flash-live-preview', change)).toEqual({})
    expect(transcription('gemini-99-live', change)).toEqual({})
  })

  it('has no more terms than are useful, the user’s own first', () => {
    const names = Array.from({ length: 300 }, (_, index) => `table ${index}`)
    const { customVocabulary = [] } = transcription('gemini-3.8-live', { vocabulary: ['Parley'] }, ['x'.repeat(200), ...names])
    expect(customVocabulary).toHaveLength(100)
    expect(customVocabulary.slice(0, 2)).toEqual(['Parley', 'table 0'])
  })
})
