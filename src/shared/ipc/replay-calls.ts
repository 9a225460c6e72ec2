import { z } from '../lib/zod'

/** A fault of the simulated service. */
export const faultSummarySchema = z.strictObject({
  name: z.string(),
  family: z.enum(['connection', 'close', 'session', 'frame', 'transcript', 'turn', 'call', 'text']),
  /** what the server does, in one English sentence */
  what: z.string(),
  /** how often it occurs */
  times: z.union([z.number().int().min(1), z.literal('always')]),
})
export type FaultSummary = z.infer<typeof faultSummarySchema>

const conversationId = z.string().min(1).max(200)

/** Calls about the recordings that replace Gemini. */
export const replayCalls = {
  'replay.choose': { request: z.strictObject({ conversationId, fixtureId: z.string() }), reply: z.null() },
  /** All faults of the catalogue, by family. */
  'replay.faults': { request: z.null(), reply: z.strictObject({ faults: z.array(faultSummarySchema) }) },
  /**
   * Restarts the recording of this conversation with this fault; null: without any besides those chosen at the app's
   * start.
   */
  'replay.misbehave': { request: z.strictObject({ conversationId, fault: z.string().max(100).nullable() }), reply: z.null() },
  /**
   * Plays the recording from this turn on (0 is the first), including its user. A recording from a file settles its calls as
   * recorded; in a built-in demo the user answers the approvals. Off: the user takes part from here.
   */
  'replay.watch': {
    request: z.strictObject({
      conversationId,
      on: z.boolean(),
      fromTurn: z.number().int().min(0).max(10_000),
    }),
    reply: z.null(),
  },
  /** Pauses it, resumes, advances one step, or changes the speed: `null` is the speed of the settings. */
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

/** The position of a recording that answers a conversation. */
export const replayProgressSchema = z.strictObject({
  conversationId: z.string(),
  phase: z.enum(['idle', 'watching', 'done']),
  turn: z.number().int(),
  turns: z.number().int(),
  paused: z.boolean(),
  speed: z.number(),
  /** The call whose answer has no matching branch in the recording. */
  noBranch: z.strictObject({ call: z.string(), answer: z.string() }).nullable(),
})
export type ReplayProgress = z.infer<typeof replayProgressSchema>

/** What Gemini had been shown when the turn that is replayed now was recorded; nothing is captured for it. */
export const replayPictureSchema = z.strictObject({
  conversationId: z.string(),
  /** null: nothing was shown, or nobody watches */
  picture: z
    .strictObject({
      /** the last frame before the words; null: the recording does not hold it */
      jpeg: z.instanceof(Uint8Array).nullable(),
      frames: z.number().int(),
    })
    .nullable(),
})
