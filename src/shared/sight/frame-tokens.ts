import type { SessionChoices } from '../ipc/session-choices'
import { modelPrices } from '../usage/prices'

/**
 * Tokens that one frame costs at each resolution (live-spec §2 "mediaResolution"). A model that was not asked for a resolution uses the
 * medium one.
 */
const TOKENS = { low: 64, medium: 256, high: 256, default: 256 } as const

const MILLION = 1_000_000

/** Tokens of so many frames. */
export function frameTokens(frames: number, resolution: SessionChoices['mediaResolution']): number {
  return frames * TOKENS[resolution]
}

/** What the frames cost in US dollars; null if the model's prices are unknown. */
export function frameDollars(frames: number, resolution: SessionChoices['mediaResolution'], model: string): number | null {
  const prices = modelPrices(model)
  return prices === undefined ? null : (frameTokens(frames, resolution) * prices.input.video) / MILLION
}
