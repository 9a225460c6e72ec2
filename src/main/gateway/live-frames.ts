import { z } from '../../shared/lib/zod'
import { chatRequestSchema } from './chat-request'

const id = z.string().min(1).max(200)

/**
 * What a live client may send as JSON text. Keys are camel case; the audio frame of the seed's clients is read as well.
 * A binary frame is sound: s16le mono at 16 kHz.
 */
export const liveFrameSchema = z.discriminatedUnion('type', [
  /** How the client wants to be told things, and which session it goes on with. The first frame, or never. */
  z.looseObject({
    type: z.literal('hello'),
    sessionId: id.optional(),
    /** number of the last frame that arrived */
    after: z.number().int().min(0).optional(),
    format: z.enum(['sse', 'json']).default('sse'),
    sound: z.enum(['json', 'binary', 'none']).default('json'),
    /** The page's tools that the client runs itself; left out: all of them. */
    clientTools: z.array(id).max(100).optional(),
    /** The client says how much it has played; else sound counts as heard once all of a turn was sent. */
    positions: z.boolean().default(false),
  }),
  z.looseObject({ type: z.literal('talk_start') }),
  z.looseObject({ type: z.literal('talk_stop') }),
  z.looseObject({ type: z.literal('talk_cancel') }),
  /** The seed's names of the same. */
  z.looseObject({ type: z.literal('audio_control'), action: z.enum(['start', 'stop']) }),
  z.looseObject({ type: z.literal('audio_chunk'), chunk: z.string(), sampleRate: z.literal(16_000).optional() }),
  z.looseObject({ type: z.literal('text'), text: z.string().min(1).max(100_000) }),
  /** A picture, base64: for what is being said, else for the next words. */
  z.looseObject({ type: z.literal('image'), mimeType: z.enum(['image/jpeg', 'image/png']), data: z.string() }),
  /** The seed's clients send the whole thread, as the AI SDK does: the last words of the user, or answers to calls. */
  z.looseObject({ type: z.literal('message'), messages: chatRequestSchema.shape.messages }),
  z.looseObject({ type: z.literal('interrupt') }),
  z.looseObject({
    type: z.literal('approval'),
    approvalId: id,
    toolCallId: id.optional(),
    approved: z.unknown(),
    reason: z.string().max(500).optional(),
  }),
  z.looseObject({ type: z.literal('tool_result'), toolCallId: id, output: z.unknown().optional(), errorText: z.string().optional() }),
  z.looseObject({ type: z.literal('played'), turnId: id, samples: z.number().int().min(0), done: z.boolean() }),
  z.looseObject({ type: z.literal('ack'), after: z.number().int().min(0) }),
  z.looseObject({ type: z.literal('ping'), timestamp: z.number().optional() }),
])
export type LiveFrame = z.infer<typeof liveFrameSchema>

/** The subprotocol that a browser names beside its token, because it can set no header. */
export const LIVE_PROTOCOL = 'parley.live.v1'
export const TOKEN_PROTOCOL = 'token.'

/** Why a live connection is closed, as codes of the WebSocket. */
export const liveClose = { malformed: 1008, takenOver: 4001, gap: 4002, revoked: 4003, tooSlow: 4008, tooFast: 4009 } as const
