import { z } from '../../lib/zod'
import { messageSchema } from '../../messages/message'
import type { Chunk } from '../chunks'
import { fields, id, json, shapeCheck } from './shapes'

const providerMetadata = z.record(z.string(), fields).optional()
const title = z.string().optional()
const dynamic = z.literal(true)
const transient = z.literal(true)
const count = z.number().int().nonnegative()

const partEnd = { id, providerMetadata }
const delta = { id, delta: z.string(), providerMetadata }
const call = { toolCallId: id, toolName: id, dynamic, title, providerMetadata }

/** The fields of each documented chunk type besides `type` (AI SDK 6 UI message stream), and of our own data parts. */
const CHUNK_SHAPES = {
  start: { messageId: id, messageMetadata: fields.optional() },
  finish: {
    finishReason: z.enum(['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other']),
    messageMetadata: fields.optional(),
  },
  abort: { reason: z.string().optional() },
  error: { errorText: z.string() },
  'message-metadata': { messageMetadata: fields },
  'start-step': {},
  'finish-step': {},
  'text-start': partEnd,
  'text-delta': delta,
  'text-end': partEnd,
  'reasoning-start': partEnd,
  'reasoning-delta': delta,
  'reasoning-end': partEnd,
  'tool-input-start': call,
  'tool-input-delta': { toolCallId: id, inputTextDelta: z.string() },
  'tool-input-available': { ...call, input: json },
  'tool-input-error': { ...call, input: json, errorText: z.string() },
  'tool-approval-request': { approvalId: id, toolCallId: id },
  'tool-output-available': { toolCallId: id, output: json, preliminary: z.boolean().optional() },
  'tool-output-error': { toolCallId: id, errorText: z.string(), toolMetadata: z.strictObject({ message: messageSchema }).optional() },
  'tool-output-denied': { toolCallId: id },
  'source-url': { sourceId: id, url: z.string(), title },
  file: { url: z.string(), mediaType: z.string(), providerMetadata },
  'data-pcm': {
    data: z.strictObject({
      chunk: z.string(),
      sampleRate: z.number().positive(),
      channels: z.literal(1),
      bitDepth: z.literal(16),
      startSample: count,
    }),
    transient,
  },
  'data-transcript': {
    id: id.optional(),
    data: z.strictObject({ turnId: id, text: z.string(), final: z.boolean() }),
    transient: transient.optional(),
  },
  'data-interrupted': { data: z.strictObject({ heardSamples: count, totalSamples: count, playedCharacters: count }) },
  'data-executable-code': { data: z.strictObject({ language: z.string(), code: z.string() }) },
  'data-code-execution-result': { data: z.strictObject({ outcome: z.string(), output: z.string() }) },
  'data-artifact': { data: z.strictObject({ artifactId: id, title: z.string(), rows: count, columns: count }) },
  'data-speech': {
    id: z.literal('speech'),
    data: z.strictObject({ attachmentId: id.nullable(), durationMs: count, shown: z.boolean() }),
  },
  'data-diagnostic': { data: z.strictObject({ kind: z.string(), count }), transient },
} as const satisfies { readonly [Type in Chunk['type']]: z.ZodRawShape }

/**
 * What is wrong with a chunk on its own, in plain text: an unknown type, an unknown field, a missing or wrong value.
 * Null if nothing.
 */
export const chunkFault = shapeCheck(CHUNK_SHAPES)

/** Whether an unknown value is a chunk. */
export function isChunk(value: unknown): value is Chunk {
  return chunkFault(value) === null
}
