import type { JsonObject, JsonValue } from '../lib/json'
import { z } from '../lib/zod'
import { messageSchema } from '../messages/message'
import type { UIMessage, UIPart } from './ui-message'

const json: z.ZodType<JsonValue> = z.json()
const fields: z.ZodType<JsonObject> = z.record(z.string(), z.json())
const id = z.string().min(1).max(500)
const count = z.number().int().nonnegative()
const providerMetadata = z.record(z.string(), fields).exactOptional()

const streamed = { text: z.string(), state: z.enum(['streaming', 'done']).exactOptional(), providerMetadata }
const call = {
  type: z.literal('dynamic-tool'),
  toolName: id,
  toolCallId: id,
  title: z.string().exactOptional(),
  callProviderMetadata: providerMetadata,
  approval: z.strictObject({ id, approved: z.boolean().exactOptional(), reason: z.string().exactOptional() }).exactOptional(),
}
const called = (state: 'input-available' | 'approval-requested' | 'approval-responded' | 'output-denied') =>
  z.strictObject({ ...call, state: z.literal(state), input: json })

const toolPart = z.discriminatedUnion('state', [
  z.strictObject({ ...call, state: z.literal('input-streaming'), input: json.exactOptional(), rawInput: json.exactOptional() }),
  called('input-available'),
  called('approval-requested'),
  called('approval-responded'),
  called('output-denied'),
  z.strictObject({ ...call, state: z.literal('output-available'), input: json, output: json, preliminary: z.boolean().exactOptional() }),
  z.strictObject({
    ...call,
    state: z.literal('output-error'),
    input: json.exactOptional(),
    rawInput: json.exactOptional(),
    errorText: z.string(),
    toolMetadata: z.strictObject({ message: messageSchema }).exactOptional(),
  }),
])

const partSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), ...streamed }),
  z.strictObject({ type: z.literal('reasoning'), id: id.exactOptional(), ...streamed }),
  toolPart,
  z.strictObject({ type: z.literal('step-start') }),
  z.strictObject({
    type: z.literal('file'),
    mediaType: z.string(),
    url: z.string(),
    filename: z.string().exactOptional(),
    providerMetadata,
  }),
  z.strictObject({ type: z.literal('source-url'), sourceId: id, url: z.string(), title: z.string().exactOptional() }),
  z.strictObject({
    type: z.literal('data-transcript'),
    id: id.exactOptional(),
    data: z.strictObject({ turnId: id, text: z.string(), final: z.boolean() }),
  }),
  z.strictObject({
    type: z.literal('data-interrupted'),
    data: z.strictObject({ heardSamples: count, totalSamples: count, playedCharacters: count }),
  }),
  z.strictObject({ type: z.literal('data-executable-code'), data: z.strictObject({ language: z.string(), code: z.string() }) }),
  z.strictObject({ type: z.literal('data-code-execution-result'), data: z.strictObject({ outcome: z.string(), output: z.string() }) }),
  z.strictObject({
    type: z.literal('data-artifact'),
    data: z.strictObject({ artifactId: id, title: z.string(), rows: count, columns: count }),
  }),
  z.strictObject({
    type: z.literal('data-speech'),
    id: z.literal('speech'),
    data: z.strictObject({ attachmentId: id.nullable(), durationMs: count, shown: z.boolean() }),
  }),
]) satisfies z.ZodType<UIPart>

/** A message of a thread in exactly the shapes that the fold writes: for messages from outside. */
export const uiMessageSchema: z.ZodType<UIMessage> = z.strictObject({
  id,
  role: z.enum(['system', 'user', 'assistant']),
  metadata: fields.exactOptional(),
  parts: z.array(partSchema),
})
