import { z } from '../../shared/lib/zod'
import { chatRequestSchema } from './chat-request'

const id = z.string().min(1).max(200)

const frameSchema = z.discriminatedUnion('type', [
  /** The formats that the client wants, and the session that it continues. First frame or not at all. */
  z.looseObject({
    type: z.literal('hello'),
    sessionId: id.optional(),
    /** number of the last frame that arrived */
    after: z.number().int().min(0).optional(),
    format: z.enum(['sse', 'json']).default('sse'),
    sound: z.enum(['json', 'binary', 'none']).default('json'),
    /** The page's tools that the client runs itself; left out: all of them. */
    clientTools: z.array(id).max(100).optional(),
    /** How approvals are requested: as `tool-approval-request`, or by a call of `adk_request_confirmation` that the client answers. */
    confirmation: z.enum(['standard', 'adk']).default('standard'),
    /** Whether the client reports how much it has played; otherwise sound counts as heard once a whole turn was sent. */
    positions: z.boolean().default(false),
  }),
  z.looseObject({ type: z.literal('talk_start') }),
  z.looseObject({ type: z.literal('talk_stop') }),
  z.looseObject({ type: z.literal('talk_cancel') }),
  /** The same with the seed's names. */
  z.looseObject({ type: z.literal('audio_control'), action: z.enum(['start', 'stop']) }),
  z.looseObject({ type: z.literal('audio_chunk'), chunk: z.string(), sampleRate: z.literal(16_000).optional() }),
  z.looseObject({ type: z.literal('text'), text: z.string().min(1).max(100_000) }),
  /** A picture, base64: for the current speech, else for the next input. */
  z.looseObject({ type: z.literal('image'), mimeType: z.enum(['image/jpeg', 'image/png']), data: z.string() }),
  /** A frame of the client's screen or camera, JPEG as base64, for programs with the scope `sight`; at most one a second, and none is stored. */
  z.looseObject({ type: z.literal('video'), mimeType: z.literal('image/jpeg'), data: z.string() }),
  /** The seed's clients send the whole thread, as the AI SDK does: the user's last message, or answers to calls. */
  z.looseObject({ type: z.literal('message'), messages: chatRequestSchema.shape.messages }),
  z.looseObject({ type: z.literal('interrupt') }),
  z.looseObject({
    type: z.literal('approval'),
    approvalId: id,
    toolCallId: id.optional(),
    approved: z.unknown(),
    reason: z.string().max(500).optional(),
  }),
  /** `result` is the older name of `output`. */
  z.looseObject({
    type: z.literal('tool_result'),
    toolCallId: id,
    output: z.unknown().optional(),
    result: z.unknown().optional(),
    errorText: z.string().nullish(),
  }),
  z.looseObject({ type: z.literal('played'), turnId: id, samples: z.number().int().min(0), done: z.boolean() }),
  z.looseObject({ type: z.literal('ack'), after: z.number().int().min(0) }),
  z.looseObject({ type: z.literal('ping'), timestamp: z.number().optional() }),
])

/** The fields of these frames may stand in `data`, as the older clients send them. */
const nestedSchema = z.looseObject({ type: z.enum(['audio_chunk', 'tool_result']), data: z.looseObject({}) })

/**
 * What a live client may send as JSON text. Keys are camel case; the audio frame of the seed's clients is read as well.
 * A binary frame is sound: s16le mono at 16 kHz.
 */
export const liveFrameSchema = z.preprocess((frame) => {
  const nested = nestedSchema.safeParse(frame)
  return nested.success ? { ...nested.data.data, type: nested.data.type } : frame
}, frameSchema)
export type LiveFrame = z.infer<typeof liveFrameSchema>

/** The subprotocol that a browser names next to its token, because it cannot set headers. */
export const LIVE_PROTOCOL = 'parley.live.v1'
export const TOKEN_PROTOCOL = 'token.'

/** Why a live connection is closed, as WebSocket close codes. */
export const liveClose = {
  malformed: 1008,
  takenOver: 4001,
  gap: 4002,
  revoked: 4003,
  tooSlow: 4008,
  tooFast: 4009,
  tooManyTalks: 4010,
} as const
