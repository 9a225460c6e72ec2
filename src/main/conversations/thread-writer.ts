import type { Clock, Timer } from '../../shared/lib/clock'
import type { JsonObject } from '../../shared/lib/json'
import type { Chunk, PlacedChunk } from '../../shared/protocol/chunks'
import type { UIMessage } from '../../shared/protocol/ui-message'
import type { Emit } from '../lib/emit'
import type { LatestMessages } from '../storage/database/message-table'
import type { BoundedThread } from './bounded-thread'

/** The user's answer to an approval, for the thread; null withdraws the approval. */
export interface ThreadAnswer {
  readonly messageId: string
  readonly approvalId: string
  readonly approved: boolean | null
}

/** Follows one conversation in addition to the window, and may take over its sound and page calls. */
export interface ThreadObserver {
  chunk(placed: PlacedChunk): void
  answer(answer: ThreadAnswer): void
  /** True while the sound goes to a client instead of to the window. */
  takesSound(): boolean
  /** True while a client speaks here: its response ends as soon as everything in it waits for somebody, not earlier. */
  speaks(): boolean
  /** Whether a client runs calls of this tool: the response then pauses. */
  runs(toolName: string): boolean
  /** A call that was given to a client before a restart is resumed: that client is the speaker again. */
  takesUp(): void
  /** Whether the client has returned the result of this call. */
  answered(toolCallId: string): boolean
  /** True while the answers of one request are taken: the response does not pause between them. */
  takesAnswers(): boolean
}

/** An observer that does nothing. */
export const noObserver: ThreadObserver = {
  chunk: () => undefined,
  answer: () => undefined,
  takesSound: () => false,
  speaks: () => false,
  runs: () => false,
  takesUp: () => undefined,
  answered: () => false,
  takesAnswers: () => false,
}

type FileChunk = Extract<Chunk, { readonly type: 'file' }>

/** Dependencies of a thread writer. */
export interface ThreadWriterOptions {
  readonly conversationId: string
  readonly thread: BoundedThread
  readonly clock: Clock
  readonly emit: Emit
  readonly outside?: ThreadObserver | undefined
  /** Takes the bytes out of a file that a model made, and keeps them; another file stays as it is. */
  keepFile(chunk: FileChunk): FileChunk
  /**
   * Stores one message of a turn: at most every 250 ms while words of it stream, and before anybody gets anything else in it, its id, a
   * call or a result for example.
   */
  save(turnId: string, message: UIMessage): void
  /** Stores what belongs to a message of the model that has ended, before anybody hears of its end. */
  saveEnd?(messageId: string): void
}

/** Numbers, folds, stores and shows every chunk of a conversation. */
export interface ThreadWriter {
  publish(placed: readonly PlacedChunk[]): void
  /**
   * Patches the stored approval before the call continues: AI SDK 6 has no chunk for the user's answer. Null removes the approval from
   * a withdrawn call.
   */
  answer(turnId: string, messageId: string, approvalId: string, approved: boolean | null, reason: string | null): void
  /**
   * Completes the metadata of an answer that has ended: what is stored and what the window shows. Clients get no event, because the
   * response that brought them the answer is closed.
   */
  amend(turnId: string, messageId: string, messageMetadata: JsonObject): void
  /** In reading order. */
  messages(): readonly UIMessage[]
  /** The last messages, at most so many, and how many come before them. */
  newest(most: number): LatestMessages
  message(messageId: string): UIMessage | undefined
  /** The number of this conversation's next event. */
  nextSeq(): number
  /** Stores everything that is still pending. */
  flush(): void
}

const SAVE_DELAY_MS = 250

/** What streams in many pieces, of which the latest may be lost with a kill. All else is on the disk before anybody gets it. */
const STREAMED: ReadonlySet<Chunk['type']> = new Set([
  'start-step',
  'text-start',
  'text-delta',
  'reasoning-start',
  'reasoning-delta',
  'tool-input-delta',
])

/** An answer is stored as soon as it has an id: a client would continue a message that Parley does not have. */
function mayBeLost({ role, chunk: { type } }: PlacedChunk): boolean {
  return type === 'start' ? role !== 'assistant' : STREAMED.has(type)
}

/** Makes the writer of one conversation, going on from the stored `thread`. */
export function createThreadWriter(options: ThreadWriterOptions): ThreadWriter {
  const { conversationId, thread, clock, emit, outside = noObserver } = options
  let seq = 0
  let saveTimer: Timer | null = null
  /** messages that changed since they were stored, with the turn they belong to */
  const unsaved = new Map<string, string>()

  function flush(): void {
    saveTimer?.cancel()
    saveTimer = null
    for (const [messageId, turnId] of unsaved) {
      const message = thread.message(messageId)
      if (message !== undefined) options.save(turnId, message)
    }
    unsaved.clear()
  }

  function changed(messageId: string, turnId: string, atOnce: boolean): void {
    unsaved.set(messageId, turnId)
    if (atOnce) flush()
    else saveTimer ??= clock.after(SAVE_DELAY_MS, flush)
  }

  function messageEnded({ role, messageId }: PlacedChunk): void {
    if (role === 'assistant') options.saveEnd?.(messageId)
    flush()
    thread.trim()
  }

  function publishOne(placed: PlacedChunk): void {
    const { chunk, turnId } = placed
    if (chunk.type === 'data-pcm') {
      outside.chunk(placed)
      if (outside.takesSound()) return
      const pcm = new Uint8Array(Buffer.from(chunk.data.chunk, 'base64'))
      emit('playback.pcm', { conversationId, turnId, sampleRate: chunk.data.sampleRate, startSample: chunk.data.startSample, pcm })
      return
    }
    const shown: PlacedChunk = chunk.type === 'file' ? { ...placed, chunk: options.keepFile(chunk) } : placed
    if (thread.fold(shown)) changed(placed.messageId, turnId, !mayBeLost(placed))
    if (chunk.type === 'finish') messageEnded(placed)
    outside.chunk(placed)
    emit('stream.chunk', { conversationId, turnId, messageId: placed.messageId, role: placed.role, seq: seq++, chunk: { ...shown.chunk } })
  }

  return {
    publish(placed) {
      for (const one of placed) publishOne(one)
    },
    answer(turnId, messageId, approvalId, approved, reason) {
      thread.answer({ messageId, approvalId, approved, reason })
      changed(messageId, turnId, true)
      emit('stream.answer', { conversationId, messageId, seq: seq++, approvalId, approved, reason })
      outside.answer({ messageId, approvalId, approved })
    },
    amend(turnId, messageId, messageMetadata) {
      const chunk = { type: 'message-metadata', messageMetadata } as const
      if (!thread.fold({ turnId, messageId, role: 'assistant', chunk })) return
      changed(messageId, turnId, true)
      emit('stream.chunk', { conversationId, turnId, messageId, role: 'assistant', seq: seq++, chunk })
    },
    messages: thread.messages,
    newest: thread.newest,
    message: thread.message,
    nextSeq: () => seq,
    flush,
  }
}
