import type { Clock, Timer } from '../../shared/lib/clock'
import type { Chunk, PlacedChunk } from '../../shared/protocol/chunks'
import { foldAnswer, foldChunk, type Thread } from '../../shared/protocol/fold'
import type { UIMessage } from '../../shared/protocol/ui-message'
import type { Emit } from '../lib/emit'

/** The user's answer to a question, as it is written into the thread; null takes the question back. */
export interface ThreadAnswer {
  readonly messageId: string
  readonly approvalId: string
  readonly approved: boolean | null
}

/** Who follows one conversation beside the window, and may take its sound and its page's calls. */
export interface ThreadObserver {
  chunk(placed: PlacedChunk): void
  answer(answer: ThreadAnswer): void
  /** True while the sound goes to a client instead of to the window. */
  takesSound(): boolean
  /** True while a client speaks here: its response ends once everything in it waits for somebody, and not before. */
  speaks(): boolean
  /** Whether a call of this tool is run by a client: the response pauses for it. */
  runs(toolName: string): boolean
  /** A call that a client was given before a restart is taken up: the client is the one who speaks here, as it was. */
  takesUp(): void
  /** Whether the client has handed in what came of this call. */
  answered(toolCallId: string): boolean
}

/** Nobody follows. */
export const noObserver: ThreadObserver = {
  chunk: () => undefined,
  answer: () => undefined,
  takesSound: () => false,
  speaks: () => false,
  runs: () => false,
  takesUp: () => undefined,
  answered: () => false,
}

type FileChunk = Extract<Chunk, { readonly type: 'file' }>

/** What a thread writer needs of the world. */
export interface ThreadWriterOptions {
  readonly conversationId: string
  readonly thread: Thread
  readonly clock: Clock
  readonly emit: Emit
  readonly outside?: ThreadObserver | undefined
  /** Takes the bytes out of a file that a model made, and keeps them; another file stays as it is. */
  keepFile(chunk: FileChunk): FileChunk
  /**
   * Stores one message of a turn: at most every 250 ms while words of it stream, and before anybody is told of anything else in it, a call
   * or its result for example.
   */
  save(turnId: string, message: UIMessage): void
  /** Stores what belongs to a message of the model that has ended, before anybody is told of its end. */
  saveEnd?(messageId: string): void
}

/** The one place where a conversation's chunks are numbered, folded, stored and shown. */
export interface ThreadWriter {
  publish(placed: readonly PlacedChunk[]): void
  /**
   * Patches the stored approval before the call goes on: AI SDK 6 has no chunk for the user's answer. Null takes the
   * question off a call that was withdrawn.
   */
  answer(turnId: string, messageId: string, approvalId: string, approved: boolean | null, reason: string | null): void
  thread(): Thread
  /** The number that the next event of this conversation will carry. */
  nextSeq(): number
  /** Stores what is still waiting to be stored. */
  flush(): void
}

const SAVE_DELAY_MS = 250

/** What streams in many pieces, of which the latest may be lost with a kill. All else is on the disk before anybody is told of it. */
const STREAMED: ReadonlySet<Chunk['type']> = new Set([
  'start',
  'start-step',
  'text-start',
  'text-delta',
  'reasoning-start',
  'reasoning-delta',
  'tool-input-start',
  'tool-input-delta',
])

/** Makes the writer of one conversation, going on from the stored `thread`. */
export function createThreadWriter(options: ThreadWriterOptions): ThreadWriter {
  const { conversationId, clock, emit, outside = noObserver } = options
  let thread = options.thread
  let seq = 0
  let saveTimer: Timer | null = null
  /** messages that changed since they were stored, with the turn they belong to */
  const unsaved = new Map<string, string>()

  function flush(): void {
    saveTimer?.cancel()
    saveTimer = null
    for (const [messageId, turnId] of unsaved) {
      const message = thread.messages.find((candidate) => candidate.id === messageId)
      if (message !== undefined) options.save(turnId, message)
    }
    unsaved.clear()
  }

  function changed(messageId: string, turnId: string, atOnce: boolean): void {
    unsaved.set(messageId, turnId)
    if (atOnce) flush()
    else saveTimer ??= clock.after(SAVE_DELAY_MS, flush)
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
    const before = thread
    thread = foldChunk(thread, shown)
    if (thread !== before) changed(placed.messageId, turnId, !STREAMED.has(chunk.type))
    if (chunk.type === 'finish' && placed.role === 'assistant') options.saveEnd?.(placed.messageId)
    outside.chunk(placed)
    emit('stream.chunk', { conversationId, turnId, messageId: placed.messageId, role: placed.role, seq: seq++, chunk: { ...shown.chunk } })
  }

  return {
    publish(placed) {
      for (const one of placed) publishOne(one)
    },
    answer(turnId, messageId, approvalId, approved, reason) {
      thread = foldAnswer(thread, { messageId, approvalId, approved, reason })
      changed(messageId, turnId, true)
      emit('stream.answer', { conversationId, messageId, seq: seq++, approvalId, approved, reason })
      outside.answer({ messageId, approvalId, approved })
    },
    thread: () => thread,
    nextSeq: () => seq,
    flush,
  }
}
