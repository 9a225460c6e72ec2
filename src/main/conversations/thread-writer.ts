import type { EventName, EventPayload } from '../../shared/ipc/contract'
import type { Clock, Timer } from '../../shared/lib/clock'
import type { Chunk, PlacedChunk } from '../../shared/protocol/chunks'
import { foldAnswer, foldChunk, type Thread } from '../../shared/protocol/fold'
import type { UIMessage } from '../../shared/protocol/ui-message'
import { noEars, type OutsideEars } from './outside-ears'

/** Sends one event of the contract to the page. */
export type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void

type FileChunk = Extract<Chunk, { readonly type: 'file' }>

/** What a thread writer needs of the world. */
export interface ThreadWriterOptions {
  readonly conversationId: string
  readonly thread: Thread
  readonly clock: Clock
  readonly emit: Emit
  readonly outside?: OutsideEars | undefined
  /** Takes the bytes out of a file that a model made, and keeps them; another file stays as it is. */
  keepFile(chunk: FileChunk): FileChunk
  /** Stores one message of a turn; called at most every 250 ms while a message streams, and at once when it ends. */
  save(turnId: string, message: UIMessage): void
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

/** Makes the writer of one conversation, going on from the stored `thread`. */
export function createThreadWriter(options: ThreadWriterOptions): ThreadWriter {
  const { conversationId, clock, emit, outside = noEars } = options
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

  function changed(messageId: string, turnId: string, ended: boolean): void {
    unsaved.set(messageId, turnId)
    if (ended) flush()
    else saveTimer ??= clock.after(SAVE_DELAY_MS, flush)
  }

  function publishOne(placed: PlacedChunk): void {
    const { chunk, turnId } = placed
    outside.chunk(placed)
    if (chunk.type === 'file') {
      show({ ...placed, chunk: options.keepFile(chunk) })
      return
    }
    if (chunk.type === 'data-pcm') {
      if (outside.takesSound()) return
      const pcm = new Uint8Array(Buffer.from(chunk.data.chunk, 'base64'))
      emit('playback.pcm', { conversationId, turnId, sampleRate: chunk.data.sampleRate, startSample: chunk.data.startSample, pcm })
      return
    }
    show(placed)
  }

  function show(placed: PlacedChunk): void {
    const { chunk, turnId, messageId, role } = placed
    thread = foldChunk(thread, placed)
    emit('stream.chunk', { conversationId, turnId, messageId, role, seq: seq++, chunk: { ...chunk } })
    changed(messageId, turnId, chunk.type === 'finish' || chunk.type === 'tool-approval-request')
  }

  return {
    publish(placed) {
      for (const one of placed) publishOne(one)
    },
    answer(turnId, messageId, approvalId, approved, reason) {
      thread = foldAnswer(thread, { messageId, approvalId, approved, reason })
      emit('stream.answer', { conversationId, messageId, seq: seq++, approvalId, approved, reason })
      changed(messageId, turnId, true)
      outside.answer({ messageId, approvalId, approved })
    },
    thread: () => thread,
    nextSeq: () => seq,
    flush,
  }
}
