import { z } from '../lib/zod'

/** A way in which the service that a recording stands in for can be made to misbehave. */
export const faultSummarySchema = z.strictObject({
  name: z.string(),
  family: z.enum(['connection', 'close', 'session', 'frame', 'transcript', 'turn', 'call', 'text']),
  /** what the server does, in one English sentence */
  what: z.string(),
  /** how often it happens */
  times: z.union([z.number().int().min(1), z.literal('always')]),
})
export type FaultSummary = z.infer<typeof faultSummarySchema>

const conversationId = z.string().min(1).max(200)

/** Calls about the recordings that stand in for Gemini. */
export const replayCalls = {
  'replay.choose': { request: z.strictObject({ conversationId, fixtureId: z.string() }), reply: z.null() },
  /** All faults of the catalogue, family by family. */
  'replay.faults': { request: z.null(), reply: z.strictObject({ faults: z.array(faultSummarySchema) }) },
  /** The recording of this conversation begins again, and this goes wrong; null: nothing more than was asked for at the start. */
  'replay.misbehave': { request: z.strictObject({ conversationId, fault: z.string().max(100).nullable() }), reply: z.null() },
} as const
