import { describe, expect, it } from 'vitest'
import { isImageModel, knownModels } from '../../../src/shared/models/known-models'
import { builtInModels, offeredModels, replacementFor, type ServiceModel } from '../../../src/shared/models/model-list'

const model = (name: string, method: string): ServiceModel => ({
  model: name,
  name,
  description: '',
  inputTokenLimit: 10,
  outputTokenLimit: null,
  methods: [method],
  thinking: null,
})
const choices = (...names: readonly string[]) =>
  offeredModels(
    names.map((name) => model(name, 'generateContent')),
    'text',
  )

describe('the offered models', () => {
  it('include no retired and no deprecated one in Parley’s own list', () => {
    const offered = (['live', 'text', 'image'] as const).flatMap(builtInModels).map((choice) => choice.model)
    const over = knownModels.filter(({ standing }) => standing !== 'offered').map((known) => known.model)
    expect(offered.filter((name) => over.includes(name))).toEqual([])
    expect(over).toContain('gemini-2.5-flash-native-audio-preview-12-2025')
  })

  it('are distinguished by their methods and names; speech and vectors are no conversation', () => {
    const all = [
      model('gemini-9-live', 'bidiGenerateContent'),
      model('gemini-9', 'generateContent'),
      model('gemini-9-tts', 'generateContent'),
      model('gemini-9-image', 'generateContent'),
      model('gemini-embedding-9', 'embedContent'),
    ]
    expect(offeredModels(all, 'live').map((choice) => choice.model)).toEqual(['gemini-9-live'])
    expect(offeredModels(all, 'text').map((choice) => choice.model)).toEqual(['gemini-9'])
    expect(offeredModels(all, 'image').map((choice) => choice.model)).toEqual(['gemini-9-image'])
  })

  it.each([
    ['gemini-nano-banana-2.1', true],
    ['models/gemini-3-pro-image', true],
    ['gemini-2.0-flash-preview-image-generation', true],
    ['imagen-4.0-generate-001', false],
    ['gemini-3.8-flash', false],
  ])('%s answers with images: %s', (name, pictures) => {
    expect(isImageModel(name)).toBe(pictures)
  })
})

describe('a chosen model', () => {
  it('that vanished from the service’s list is replaced by the default, or by the first that is left', () => {
    expect(replacementFor('gemini-9', 'text', choices('gemini-9'), choices('gemini-3.8-flash'))).toBe('gemini-3.8-flash')
    expect(replacementFor('gemini-9', 'text', choices('gemini-9'), choices('gemini-4-argon'))).toBe('gemini-4-argon')
    expect(replacementFor('models/gemini-3.6-flash', 'text', null, choices('gemini-3.8-flash'))).toBe('gemini-3.8-flash')
  })

  it('stays if it is listed, if it was never listed, and if the key has no model at all', () => {
    expect(replacementFor('gemini-9', 'text', choices('gemini-9'), choices('gemini-9'))).toBeNull()
    expect(replacementFor('typed-by-hand', 'text', choices('gemini-9'), choices('gemini-9'))).toBeNull()
    expect(replacementFor('gemini-9', 'text', choices('gemini-9'), [])).toBeNull()
  })

  it('that is listed only for another use is replaced, even if the user typed it', () => {
    const all = [model('gemini-9', 'generateContent'), model('gemini-3.8-live', 'bidiGenerateContent')]
    const live = offeredModels(all, 'live')
    expect(replacementFor('gemini-9', 'live', live, live, all)).toBe('gemini-3.8-live')
    expect(replacementFor('models/gemini-3.8-live', 'text', null, choices('gemini-9'), all)).toBe('gemini-9')
    expect(replacementFor('gemini-8', 'live', live, live, all)).toBeNull()
  })

  it('that is retired is replaced without a list, and stays if the service still lists it', () => {
    expect(replacementFor('gemini-2.5-flash', 'text', null, null)).toBe('gemini-3.8-flash')
    expect(replacementFor('gemini-2.5-flash', 'text', null, choices('gemini-2.5-flash'))).toBeNull()
  })
})
