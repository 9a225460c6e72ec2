import { z } from '../lib/zod'
import { frameReasons } from './frame-gate'
import { sightEndSchema, sightKindSchema, sightSourceSchema, sightStarterSchema } from './sight-source'

const sightId = z.string().min(1).max(200)
const bytes = z.instanceof(Uint8Array)

/** What the page shows about sight. */
export const sightViewSchema = z.discriminatedUnion('phase', [
  z.strictObject({
    phase: z.literal('off'),
    /** null: it was not on, or the page knows why it ended */
    ended: sightEndSchema.nullable(),
  }),
  /** The page is to capture this. */
  z.strictObject({ phase: z.literal('asking'), sightId, conversationId: z.string(), source: sightSourceSchema }),
  z.strictObject({
    phase: z.literal('on'),
    sightId,
    conversationId: z.string(),
    source: sightSourceSchema,
    by: sightStarterSchema,
    /** ms since the epoch */
    since: z.number(),
    /** frames sent, and what they cost */
    frames: z.number().int(),
    tokens: z.number().int(),
    /** US dollars; null if the prices are unknown */
    dollars: z.number().nullable(),
  }),
])
export type SightView = z.infer<typeof sightViewSchema>

/** The calls about sight. Spread into the contract's tables. */
export const sightCalls = {
  /** What can be shown; without a press that main saw, the screens alone, without pictures. `blocked`: why nothing can. */
  'sight.sources': {
    request: z.null(),
    reply: z.strictObject({
      blocked: z.enum(['model', 'system']).nullable(),
      sources: z.array(sightSourceSchema.extend({ picture: bytes.nullable() }).strict()),
      /** a still picture of the screen can be taken */
      still: z.boolean(),
    }),
  },
  /** Shows this to Gemini in the current conversation; `sourceId` null: the first source of its kind. */
  'sight.begin': { request: z.strictObject({ kind: sightKindSchema, sourceId: z.string().max(500).nullable() }), reply: z.null() },
  /** The capture has begun. */
  'sight.captures': { request: z.strictObject({ sightId }), reply: z.null() },
  /** The capture could not begin, or its source is gone. */
  'sight.lost': { request: z.strictObject({ sightId, reason: z.enum(['refused', 'source-gone']) }), reply: z.null() },
  /** What is visible: JPEG, `frameEdge` pixels at most. `ageMs`: how long ago it was captured. `flat`: it has one colour. */
  'sight.frame': {
    request: z.strictObject({
      sightId,
      jpeg: bytes,
      reason: z.enum(frameReasons),
      flat: z.boolean(),
      ageMs: z.number().min(0).max(60_000),
    }),
    reply: z.null(),
  },
  'sight.stop': { request: z.null(), reply: z.null() },
  /** One picture of the display with the pointer as PNG, for the user to attach a part of it; only right after a press that main saw. */
  'sight.still': { request: z.null(), reply: z.strictObject({ png: bytes }) },
} as const

export const sightEvents = {
  'sight.state': sightViewSchema,
  /** A fresh frame is needed now: the user begins or ends to say something. */
  'sight.wanted': z.strictObject({ sightId }),
  /** Exactly the frame that was sent to Gemini last. */
  'sight.sent': z.strictObject({ sightId, jpeg: bytes }),
} as const
