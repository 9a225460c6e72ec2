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

type WriterEvent = ReturnType<ReturnType<typeof createAiSdkWriter>['push']>[number]

/** The responses of one chat, with who reads them. */
interface Responses {
  /** Adds what the writer gives to the responses. */
  add(event: WriterEvent): void
  /** Number of the next response. */
  next(): number
  last(): Response | undefined
  /** Those of the message that the response of this number belongs to, up to it; empty if it is not known. */
  ofMessage(number: number): readonly Response[]
  /** As in `ChatThread`. */
  read(number: number, reader: ChatReader): () => void
  /** Follows a response; a reader that receives all of it marks it as read. */
  follow(response: Response, reader: ChatReader): () => void
  isRead(): boolean
}

function createResponses(now: () => number): Responses {
  let first = 0
  const responses: Response[] = []
  const waiting = new Map<number, Set<(response: Response) => void>>()
  let readers = 0

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

  return {
    add(event) {
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
    },
    next: () => first + responses.length,
    last: () => responses.at(-1),
    ofMessage(number) {
      const last = responses[number - first]
      if (last === undefined) return []
      const earlier = responses.slice(0, number - first).filter(({ messageId }) => messageId === last.messageId && messageId !== null)
      return [...earlier, last]
    },
    read,
    follow,
    isRead: () => readers > 0,
  }
}

/** What a response has recorded. */
function chunksOf({ recorder }: Response): readonly AiSdkChunk[] {
  const chunks: AiSdkChunk[] = []
  recorder.follow(0, { onEvent: ({ event }) => void chunks.push(event), onDone: () => undefined })()
  return chunks
}

/** A reader of the whole message, which was given `prefix` of earlier responses. It does not see approvals that nobody waits for any more. */
function wholeReader(prefix: readonly AiSdkChunk[], reader: ChatReader, isAsked: ChatThreadOptions['isAsked']): ChatReader {
  const unseen = new Set<string>()
  const pass = (chunk: AiSdkChunk): void => {
    if (chunk.type === 'tool-approval-request' && !isAsked(chunk.approvalId)) unseen.add(chunk.toolCallId)
    else if (chunk.type === 'tool-output-denied' && unseen.has(chunk.toolCallId)) reader.onChunk(unseenDenial(chunk.toolCallId))
    else reader.onChunk(chunk)
  }
  let begun = prefix.length > 0
  for (const chunk of prefix) pass(chunk)
  return {
    onChunk(chunk) {
      if (chunk.type !== 'start' || !begun) pass(chunk)
      begun = true
    },
    onDone: reader.onDone,
  }
}

/** Creates the chat of one client; it follows the thread from now on. */
export function createChatThread({ thread, mayAnswer, shown, isAsked, callOf, now, takenUpFor }: ChatThreadOptions): ChatThread {
  const filter = createClientFilter({ mayAnswer, runs: thread.runs, shown })
  const writer = createAiSdkWriter()
  const responses = createResponses(now)

  const unlisten = thread.listen({
    onChunk(placed, ours) {
      if (ours || placed.chunk.type === 'data-pcm') return
      for (const visible of filter.push(placed)) writer.push(visible).forEach(responses.add)
    },
    onAnswer({ approvalId, approved }) {
      const toolCallId = callOf(approvalId)
      if (approved === true && toolCallId !== null)
        for (const visible of filter.approved(toolCallId)) writer.push(visible).forEach(responses.add)
    },
  })

  return {
    nextResponse: responses.next,
    read: responses.read,
    unread() {
      const last = responses.last()
      if (last === undefined) return null
      const over = last.read && last.endedAt !== null && now() - last.endedAt >= takenUpFor
      return over ? null : responses.next() - 1
    },
    runningMessageId() {
      const last = responses.last()
      return last === undefined || last.recorder.isDone ? null : last.messageId
    },
    readWhole(number, reader) {
      const all = responses.ofMessage(number)
      const last = all.at(-1)
      if (last === undefined) return responses.read(number, reader)
      const prefix = all.slice(0, -1).flatMap((response, index) => chunksOf(response).filter((chunk) => belongs(chunk, index)))
      return responses.follow(last, wholeReader(prefix, reader, isAsked))
    },
    isRead: responses.isRead,
    close() {
      unlisten()
      writer.end().forEach(responses.add)
    },
  }
}

/** A stream of several responses has one start and one finish. */
function belongs(chunk: Chunk, index: number): boolean {
  return chunk.type !== 'finish' && (chunk.type !== 'start' || index === 0)
}
