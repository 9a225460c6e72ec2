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
  /**
   * The recording is played from this turn on (0 is the first), its user too. One from a file ends its calls as it was recorded; the
   * questions of one that comes with Parley are the user's. Off: the user takes part from here.
   */
  'replay.watch': {
    request: z.strictObject({
      conversationId,
      on: z.boolean(),
      fromTurn: z.number().int().min(0).max(10_000),
    }),
    reply: z.null(),
  },
  /** Pauses it, goes on, lets one thing happen, or plays it at another speed: `null` is that of the settings. */
  'replay.pace': {
    request: z.strictObject({
      conversationId,
      paused: z.boolean().exactOptional(),
      step: z.literal(true).exactOptional(),
      speed: z.number().min(0.1).max(1000).nullable().exactOptional(),
    }),
    reply: z.null(),
  },
} as const

/** Where a recording stands that answers a conversation. */
export const replayProgressSchema = z.strictObject({
  conversationId: z.string(),
  phase: z.enum(['idle', 'watching', 'done']),
  turn: z.number().int(),
  turns: z.number().int(),
  paused: z.boolean(),
  speed: z.number(),
  /** The call that was answered in a way that the recording has nothing for. */
  noBranch: z.strictObject({ call: z.string(), answer: z.string() }).nullable(),
})
export type ReplayProgress = z.infer<typeof replayProgressSchema>
