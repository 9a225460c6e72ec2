import type { Chunk } from '../../shared/protocol/chunks'
import { type AiSdkChunk, createAiSdkWriter } from '../../shared/protocol/dialects/ai-sdk'
import { createResponseRecorder, type ResponseRecorder } from '../../shared/protocol/dialects/response-recorder'
import { createClientFilter, unseenDenial } from './client-filter'
import type { ClientThread } from './client-thread'
import type { ShownResults } from './shown-results'

/** Reads a response of a chat. */
export interface ChatReader {
  onChunk(chunk: AiSdkChunk): void
  onDone(): void
}

/** One conversation as an AI SDK client follows it: its responses, kept so that they can be resumed. */
export interface ChatThread {
  /** Number of the next response. */
  nextResponse(): number
  /** Reads a response from its beginning, or a future one. Returns a function that stops reading. */
  read(response: number, reader: ChatReader): () => void
  /**
   * The number of the response that is running, that nobody has read to its end, or that ended recently: data written to a broken
   * connection may not have arrived. Null if there is none.
   */
  unread(): number | null
  /** The message of the running response. */
  runningMessageId(): string | null
  /** Reads the whole message of a response from its beginning, as a resuming client expects. */
  readWhole(response: number, reader: ChatReader): () => void
  /** Whether anybody is reading. */
  isRead(): boolean
  close(): void
}

interface Response {
  readonly messageId: string | null
  readonly recorder: ResponseRecorder<AiSdkChunk>
  read: boolean
  endedAt: number | null
}

/** Responses of older messages are forgotten; numbering continues. */
const MOST_RESPONSES = 64

/** Dependencies of the chat of one client. */
export interface ChatThreadOptions {
  readonly thread: ClientThread
  /** The client may answer questions about calls of this tool. */
  mayAnswer(toolName: string): boolean
  /** What it is shown of results. */
  readonly shown: ShownResults
  /** Whether this approval still waits for an answer. */
  isAsked(approvalId: string): boolean
  now(): number
  /** How long after its end a response can be resumed, in ms. */
  readonly takenUpFor: number
  /** The call that an approval is about. */
  callOf(approvalId: string): string | null
}

export function createChatThread({ thread, mayAnswer, shown, isAsked, callOf, now, takenUpFor }: ChatThreadOptions): ChatThread {
  const filter = createClientFilter({ mayAnswer, runs: thread.runs, shown })
  const writer = createAiSdkWriter()
  let first = 0
  const responses: Response[] = []
  const waiting = new Map<number, Set<(response: Response) => void>>()
  let readers = 0

  const unlisten = thread.listen({
    onChunk(placed, ours) {
      if (ours || placed.chunk.type === 'data-pcm') return
      for (const told of filter.push(placed)) for (const event of writer.push(told)) hear(event)
    },
    onAnswer({ approvalId, approved }) {
      const toolCallId = callOf(approvalId)
      if (approved === true && toolCallId !== null)
        for (const told of filter.approved(toolCallId)) for (const event of writer.push(told)) hear(event)
    },
  })

  function hear(event: ReturnType<typeof writer.push>[number]): void {
    const open = responses.at(-1)
    if (event.type === 'open') {
      const begun: Response = { messageId: event.messageId, recorder: createResponseRecorder<AiSdkChunk>(), read: false, endedAt: null }
      responses.push(begun)
      forgetOld()
      const number = first + responses.length - 1
      for (const found of waiting.get(number) ?? []) found(begun)
      waiting.delete(number)
    } else if (event.type === 'chunk') open?.recorder.record(event.chunk)
    else if (open !== undefined) {
      open.endedAt = now()
      open.recorder.finish()
    }
  }

  function forgetOld(): void {
    const newest = responses.at(-1)
    while (
      responses.length > MOST_RESPONSES ||
      (responses.length > 1 && responses[0]?.messageId !== newest?.messageId && responses[0]?.read === true)
    ) {
      responses.shift()
      first += 1
    }
  }

  function kept({ recorder }: Response): readonly AiSdkChunk[] {
    const chunks: AiSdkChunk[] = []
    recorder.follow(0, { onEvent: ({ event }) => void chunks.push(event), onDone: () => undefined })()
    return chunks
  }

  /** Follows a response; a reader that receives all of it marks it as read. */
  function follow(response: Response, reader: ChatReader): () => void {
    readers += 1
    let gone = false
    const leave = (): void => {
      if (!gone) readers -= 1
      gone = true
    }
    const unfollow = response.recorder.follow(0, {
      onEvent: ({ event }) => reader.onChunk(event),
      onDone() {
        response.read = true
        leave()
        reader.onDone()
      },
    })
    return () => {
      unfollow()
      leave()
    }
  }

  function read(number: number, reader: ChatReader): () => void {
    const known = responses[number - first]
    if (known !== undefined) return follow(known, reader)
    const waiters = waiting.get(number) ?? new Set()
    waiting.set(number, waiters)
    readers += 1
    let leave = (): void => {
      waiters.delete(found)
      readers -= 1
    }
    const found = (response: Response): void => {
      readers -= 1
      leave = follow(response, reader)
    }
    waiters.add(found)
    return () => leave()
  }

  function wholeReader(prefix: readonly AiSdkChunk[], reader: ChatReader): ChatReader {
    const unseen = new Set<string>()
    const tell = (chunk: AiSdkChunk): void => {
      if (chunk.type === 'tool-approval-request' && !isAsked(chunk.approvalId)) unseen.add(chunk.toolCallId)
      else if (chunk.type === 'tool-output-denied' && unseen.has(chunk.toolCallId)) reader.onChunk(unseenDenial(chunk.toolCallId))
      else reader.onChunk(chunk)
    }
    let begun = prefix.length > 0
    for (const chunk of prefix) tell(chunk)
    return {
      onChunk(chunk) {
        if (chunk.type !== 'start' || !begun) tell(chunk)
        begun = true
      },
      onDone: reader.onDone,
    }
  }

  return {
    nextResponse: () => first + responses.length,
    read,
    unread() {
      const last = responses.at(-1)
      if (last === undefined) return null
      const over = last.read && last.endedAt !== null && now() - last.endedAt >= takenUpFor
      return over ? null : first + responses.length - 1
    },
    runningMessageId() {
      const last = responses.at(-1)
      return last === undefined || last.recorder.isDone ? null : last.messageId
    },
    readWhole(number, reader) {
      const last = responses[number - first]
      if (last === undefined) return read(number, reader)
      const earlier = responses.slice(0, number - first).filter(({ messageId }) => messageId === last.messageId && messageId !== null)
      const prefix = earlier.flatMap((response, index) => kept(response).filter((chunk) => belongs(chunk, index)))
      return follow(last, wholeReader(prefix, reader))
    },
    isRead: () => readers > 0,
    close() {
      unlisten()
      for (const event of writer.end()) hear(event)
    },
  }
}

/** A stream of several responses has one start and one finish. */
function belongs(chunk: Chunk, index: number): boolean {
  return chunk.type !== 'finish' && (chunk.type !== 'start' || index === 0)
}
