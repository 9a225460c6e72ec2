import { expect, it } from 'vitest'
import { frameDollars, frameTokens } from '../../../src/shared/sight/frame-tokens'

it('a minute of frames costs what the resolution and the price of video say', () => {
  expect(frameTokens(60, 'low')).toBe(3840)
  expect(frameTokens(60, 'default')).toBe(15_360)
  expect(frameDollars(60, 'low', 'gemini-3.8-live')).toBeCloseTo(0.00384)
  expect(frameDollars(60, 'medium', 'models/gemini-3.8-live')).toBeCloseTo(0.01536)
})

it('a model without known prices has no cost', () => {
  expect(frameDollars(60, 'low', 'someone-elses-model')).toBeNull()
})
