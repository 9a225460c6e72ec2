import { readUIMessageStream, safeValidateUIMessages, type UIMessage, type UIMessageChunk, uiMessageChunkSchema } from 'ai'
import type { Chunk, PlacedChunk } from '../../src/shared/protocol/chunks'

const SETTLEMENTS = new Set(['tool-output-available', 'tool-output-error', 'tool-output-denied'])

/** The chunks of one message, cut into its responses. */
export function responsesOf(output: readonly PlacedChunk[], messageId: string): readonly (readonly Chunk[])[] {
  const responses: Chunk[][] = []
  for (const placed of output) {
    if (placed.messageId !== messageId) continue
    if (placed.chunk.type === 'start') responses.push([])
    responses.at(-1)?.push(placed.chunk)
  }
  return responses
}

/** What the real `uiMessageChunkSchema` reports about a chunk after a round trip through JSON, or null. */
export async function chunkProblem(chunk: Chunk): Promise<string | null> {
  const schema = uiMessageChunkSchema()
  const result = await schema.validate?.(JSON.parse(JSON.stringify(chunk)))
  return result?.success === true ? null : `refused: ${JSON.stringify(chunk).slice(0, 200)}`
}

/**
 * Reads a message with the AI SDK's own reader, response by response, as a client does: before a continuation the
 * user's answers, derived from what the continuation settles, are put into the message. Throws if the reader does;
 * `error` chunks, at which it always stops, are left out.
 */
export async function readMessage(output: readonly PlacedChunk[], messageId: string): Promise<UIMessage> {
  let message: UIMessage = { id: messageId, role: 'assistant', parts: [] }
  for (const response of responsesOf(output, messageId)) {
    const chunks = response.filter(({ type }) => type !== 'error')
    for (const chunk of chunks) if ('toolCallId' in chunk && SETTLEMENTS.has(chunk.type)) answer(message, chunk.toolCallId, chunk.type)
    const stream = new ReadableStream<UIMessageChunk>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(JSON.parse(JSON.stringify(chunk)))
        controller.close()
      },
    })
    for await (const snapshot of readUIMessageStream({ message, stream, terminateOnError: true })) message = snapshot
  }
  return { ...message, role: output.find((placed) => placed.messageId === messageId)?.role ?? 'assistant' }
}

function answer(message: UIMessage, toolCallId: string, settlement: string): void {
  for (const part of message.parts) {
    if (part.type !== 'dynamic-tool' || part.toolCallId !== toolCallId || part.state !== 'approval-requested') continue
    const approval = { ...part.approval, approved: settlement !== 'tool-output-denied' }
    Object.assign(part, { state: 'approval-responded', approval })
  }
}

/** Every message of an output, in order of appearance, read with the real reader. */
export async function readMessages(output: readonly PlacedChunk[]): Promise<readonly UIMessage[]> {
  const ids = [...new Set(output.map(({ messageId }) => messageId))]
  return Promise.all(ids.map((messageId) => readMessage(output, messageId)))
}

/** What the AI SDK reports about stored messages, or null. It rejects a user message without parts. */
export async function messagesProblem(messages: readonly UIMessage[]): Promise<string | null> {
  const stored = messages.filter(({ parts, role }) => role === 'assistant' || parts.length > 0)
  if (stored.length === 0) return null
  const result = await safeValidateUIMessages({ messages: JSON.parse(JSON.stringify(stored)) })
  return result.success ? null : result.error.message.replace(/\s+/g, ' ').slice(0, 300)
}
