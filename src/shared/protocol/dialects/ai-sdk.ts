import type { JsonValue } from '../../lib/json'
import type { Chunk, PlacedChunk } from '../chunks'
import { type AnswerChunk, AnswerQueue } from './answer-queue'
import { DONE, STREAM_OPEN, sseEvent } from './sse'

/** Headers of an AI SDK 6 UI message stream (`UI_MESSAGE_STREAM_HEADERS` of `ai` 6.0.325). */
export const AI_SDK_HEADERS: { readonly [name: string]: string } = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'x-vercel-ai-ui-message-stream': 'v1',
  'x-accel-buffering': 'no',
}

/** How a call ended, for a client whose own answer to it did not count. */
export interface CallOutcomeChunk {
  readonly type: 'data-call-outcome'
  /** The call; a later outcome of it replaces this one. */
  readonly id: string
  readonly data: {
    readonly toolCallId: string
    readonly state: 'output-available' | 'output-error' | 'output-denied'
    readonly output?: JsonValue
    readonly errorText?: string
  }
}

/** A chunk as clients receive it. User speech without an answer is shown once and becomes part of no message. */
export type AiSdkChunk = Chunk | CallOutcomeChunk | (Extract<Chunk, { readonly type: 'data-transcript' }> & { readonly transient: true })

/** One event of a conversation in the form of responses: each is a stream of its own, from `open` to `done`. */
export type AiSdkEvent =
  | { readonly type: 'open'; readonly messageId: string | null }
  | { readonly type: 'chunk'; readonly chunk: AiSdkChunk }
  | { readonly type: 'done' }

/** Writes a conversation in the AI SDK's own dialect. */
export interface AiSdkWriter {
  push(placed: PlacedChunk): readonly AiSdkEvent[]
  /** No more chunks follow: an open response is closed as it is. */
  end(): readonly AiSdkEvent[]
}

/**
 * A writer for one conversation. Our chunks already are this dialect; the writer adds where a response begins and ends.
 */
export function createAiSdkWriter(): AiSdkWriter {
  const queue = new AnswerQueue()
  let open = false

  function write({ messageId, chunk }: AnswerChunk): readonly AiSdkEvent[] {
    if (chunk.type === 'start') {
      open = true
      return [
        { type: 'open', messageId },
        { type: 'chunk', chunk },
      ]
    }
    if (chunk.type === 'data-transcript' && !open) {
      return [{ type: 'open', messageId: null }, { type: 'chunk', chunk: { ...chunk, transient: true } }, { type: 'done' }]
    }
    if (chunk.type !== 'finish') return [{ type: 'chunk', chunk }]
    open = false
    return [{ type: 'chunk', chunk }, { type: 'done' }]
  }

  return {
    push: (placed) => queue.push(placed).flatMap(write),
    end() {
      const cut: readonly AiSdkEvent[] = open ? [{ type: 'done' }] : []
      open = false
      return [...cut, ...queue.end().flatMap(write)]
    },
  }
}

/**
 * The bytes of an event, as text. `id` numbers the chunks of a response for a client that resumes with `Last-Event-ID`.
 */
export function aiSdkSse(event: AiSdkEvent, id?: number): string {
  switch (event.type) {
    case 'open':
      return STREAM_OPEN
    case 'chunk':
      return sseEvent(outsideChunk(event.chunk), id)
    case 'done':
      return DONE
  }
}

/** Outside clients read the English of a failed call; what the user sees of it is for Parley's own page. */
function outsideChunk(chunk: AiSdkChunk): AiSdkChunk {
  if (chunk.type !== 'tool-output-error') return chunk
  const { type, toolCallId, errorText } = chunk
  return { type, toolCallId, errorText }
}
