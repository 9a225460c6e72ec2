import { z } from '../../src/shared/lib/zod'
import { messageSchema } from '../../src/shared/messages/message'

const id = z.string().min(1)
const json = z.json()
const metadata = z.record(z.string(), json)
const providerMetadata = z.record(z.string(), metadata).optional()
const finishReason = z.enum(['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other'])
const natural = z.number().int().nonnegative()
const streamed = { id, providerMetadata }
const call = { toolCallId: id, toolName: id, dynamic: z.literal(true), title: z.string().optional(), providerMetadata }

/** Every chunk we may write, with exactly its documented fields of the right types. */
export const strictChunk = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('start'), messageId: id, messageMetadata: metadata.optional() }),
  z.strictObject({ type: z.literal('finish'), finishReason, messageMetadata: metadata.optional() }),
  z.strictObject({ type: z.literal('error'), errorText: z.string().min(1) }),
  z.strictObject({ type: z.literal('start-step') }),
  z.strictObject({ type: z.literal('finish-step') }),
  z.strictObject({ type: z.enum(['text-start', 'text-end', 'reasoning-start', 'reasoning-end']), ...streamed }),
  z.strictObject({ type: z.enum(['text-delta', 'reasoning-delta']), ...streamed, delta: z.string().min(1) }),
  z.strictObject({ type: z.literal('tool-input-start'), ...call }),
  z.strictObject({ type: z.literal('tool-input-available'), ...call, input: metadata }),
  z.strictObject({ type: z.literal('tool-approval-request'), approvalId: id, toolCallId: id }),
  z.strictObject({ type: z.literal('tool-output-available'), toolCallId: id, output: json, preliminary: z.boolean().optional() }),
  z.strictObject({
    type: z.literal('tool-output-error'),
    toolCallId: id,
    errorText: z.string(),
    toolMetadata: z.strictObject({ message: messageSchema }).optional(),
  }),
  z.strictObject({ type: z.literal('tool-output-denied'), toolCallId: id }),
  z.strictObject({ type: z.literal('source-url'), sourceId: id, url: id, title: z.string().optional() }),
  z.strictObject({ type: z.literal('file'), url: id, mediaType: id, providerMetadata }),
  z.strictObject({
    type: z.literal('data-pcm'),
    data: z.strictObject({
      chunk: id,
      sampleRate: natural.min(1000),
      channels: z.literal(1),
      bitDepth: z.literal(16),
      startSample: natural,
    }),
    transient: z.literal(true),
  }),
  z.strictObject({
    type: z.literal('data-transcript'),
    id,
    data: z.strictObject({ turnId: id, text: z.string(), final: z.boolean() }),
  }),
  z.strictObject({
    type: z.literal('data-speech'),
    id: z.literal('speech'),
    data: z.strictObject({ attachmentId: id.nullable(), durationMs: natural, shown: z.boolean() }),
  }),
  z.strictObject({
    type: z.literal('data-interrupted'),
    data: z.strictObject({ heardSamples: natural, totalSamples: natural, playedCharacters: natural }),
  }),
  z.strictObject({ type: z.literal('data-executable-code'), data: z.strictObject({ language: z.string(), code: z.string() }) }),
  z.strictObject({ type: z.literal('data-code-execution-result'), data: z.strictObject({ outcome: z.string(), output: z.string() }) }),
  z.strictObject({
    type: z.literal('data-diagnostic'),
    data: z.strictObject({ kind: id, count: natural.min(1) }),
    transient: z.literal(true),
  }),
])
