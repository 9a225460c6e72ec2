import { describe, expect, test } from 'vitest'
import { textCapabilities } from '../../../src/main/models/text/text-capabilities'
import { type TextSetup, textRequest } from '../../../src/main/models/text/text-request'
import { answerCost } from '../../../src/shared/usage/prices'
import { noTokens } from '../../../src/shared/usage/token-usage'

const setup: TextSetup = {
  apiKey: 'a-key',
  baseUrl: null,
  model: 'gemini-nano-banana-2.1',
  systemInstruction: 'Be brief.',
  tools: [{ name: 'pay', description: 'Pays', parameters: { type: 'object' } }],
  thinking: 'default',
  googleSearch: true,
  codeExecution: true,
  store: false,
  pictures: true,
}
const bodyOf = (more: Partial<TextSetup>, minimal = false) => textRequest({ ...setup, ...more }, [], minimal).config
const plain = {
  automaticFunctionCalling: { disable: true },
  automaticContinuation: true,
  store: false,
  responseModalities: ['TEXT', 'IMAGE'],
}

describe('a request for an answer with images', () => {
  test('asks for text and images, and leaves out what image models refuse: instruction, tools, search, code, thoughts', () => {
    expect(bodyOf({})).toEqual(plain)
    expect(bodyOf({}, true)).toEqual(plain)
  })

  test.each([
    ['gemini-nano-banana-2.1', 'high', { thinkingConfig: { thinkingLevel: 'HIGH' } }],
    ['models/gemini-nano-banana-2.1', 'low', {}],
    ['gemini-3.1-flash-lite-image', 'minimal', { thinkingConfig: { thinkingLevel: 'MINIMAL' } }],
    ['gemini-3-pro-image', 'high', {}],
    ['a-name-that-nobody-knows', 'high', {}],
  ] as const)('to %s has the thinking level (%s) only if the model supports it', (model, thinking, more) => {
    expect(bodyOf({ model, thinking })).toEqual({ ...plain, ...more })
  })

  test('is made to every image model, even if it was chosen as the text model; a text model is never asked for images', () => {
    expect(bodyOf({ pictures: false })).toEqual(plain)
    expect(bodyOf({ pictures: false, model: 'gemini-3.8-flash' })).not.toHaveProperty('responseModalities')
    expect(textCapabilities('gemini-3.8-flash')).toMatchObject({ tools: true, instruction: true, pictures: false })
  })

  test('costs the price of its images, which is more than text; unknown prices stay unknown', () => {
    const usage = { ...noTokens, output: { text: 100, audio: 0, image: 1120, video: 0 }, thoughts: 60 }
    expect(answerCost('gemini-nano-banana-2.1', usage)).toMatchObject({
      amount: (160 * 7.5 + 1120 * 30) / 1_000_000,
      pricesOf: '2026-11-29',
    })
    expect(answerCost('gemini-3-pro-image', usage)).toMatchObject({ amount: null })
  })
})
