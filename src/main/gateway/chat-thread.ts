import { RecentMap } from '../../shared/lib/recent-map'
import type { PlacedChunk } from '../../shared/protocol/chunks'
import { type AiSdkChunk, createAiSdkWriter } from '../../shared/protocol/dialects/ai-sdk'
import { createResponseRecorder, type ResponseRecorder } from '../../shared/protocol/dialects/response-recorder'
import { createClientFilter, unseenDenial } from './client-filter'
import type { ClientThread } from './client-thread'
import type { ShownResults } from './shown-results'

/** Reads a response of a chat. */
export interface ChatReader {
  onChunk(chunk: AiSdkChunk): void
  /** The response has ended. `arrived` is to be called once all of it was sent. */
  onDone(arrived: () => void): void
}

/** Which response a client waits for: the first that fits, from a number on. */
export interface AwaitedResponse {
  readonly from: number
  fits(response: { readonly messageId: string | null; readonly turnId: string | null }): boolean
  /** Whether this response shows that the awaited one never comes. */
  isOver?(response: { readonly turnId: string | null }): boolean
}

/** The response that is being written. */
export interface RunningResponse {
  readonly number: number
  readonly messageId: string | null
  /** How many parts its message had when it began. */
  readonly partsBefore: number
  /** The calls that it has settled so far. */
  readonly settled: ReadonlySet<string>
}

/** One conversation as an AI SDK client follows it: its responses, kept so that they can be resumed. */
export interface ChatThread {
  /** Number of the next response. */
  nextResponse(): number
  /** The turn of what the client said last; null before. */
  saidTurn(): string | null
  /** Whether this turn of the user's came after the other. */
  isLaterTurn(turnId: string, other: string): boolean
  /** Reads a response from its beginning, or a future one. Returns a function that stops reading. */
  read(awaited: AwaitedResponse, reader: ChatReader): () => void
  /** Whether this response has arrived: all of it was sent, and so long ago (in ms) that its client would have asked for it again. */
  hasArrived(awaited: AwaitedResponse, after: number): boolean
  /** The message of this response if it cannot be read any more, because newer ones have come since; null otherwise. */
  forgotten(awaited: AwaitedResponse): string | null
  /**
   * The number of the response that a client lacks next: nobody has received all of it, and nothing newer of the thread was received.
   * Null if there is none.
   */
  unread(): number | null
  /** Whether a response belongs to this message, since the chat is followed. */
  hasResponse(messageId: string): boolean
  /** The message of a response that can still be read. */
  messageOf(response: number): string | null
  running(): RunningResponse | null
  /** Reads the whole message of a response from its beginning, as a resuming client expects. */
  readWhole(response: number, reader: ChatReader): () => void
  /** Whether anybody is reading. */
  isRead(): boolean
  close(): void
}

interface Response {
  readonly messageId: string | null
  readonly turnId: string | null
  readonly partsBefore: number
  readonly recorder: ResponseRecorder<AiSdkChunk>
  read: boolean
  endedAt: number | null
}

/** What is known of a response that cannot be read any more. */
interface ForgottenResponse extends Pick<Response, 'messageId' | 'turnId' | 'read' | 'endedAt'> {
  readonly number: number
}

/** Responses of older messages are forgotten, but for which they were; numbering continues. */
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
  /** The call that an approval is about. */
  callOf(approvalId: string): string | null
  /** The position of a message in the thread; -1 if it is not in it. */
  positionOf(messageId: string): number
  /** How many parts a message has now. */
  partsOf(messageId: string): number
  /** The first parts of a stored message as chunks. Calls that are settled later are still open in it. */
  storedParts(messageId: string, count: number, settledLater: ReadonlySet<string>): readonly AiSdkChunk[]
}

type WriterEvent = ReturnType<ReturnType<typeof createAiSdkWriter>['push']>[number]

/** The responses of one chat, with who reads them. */
interface Responses {
  /** Adds what the writer gives to the responses. */
  add(event: WriterEvent): void
  /** Number of the next response. */
  next(): number
  last(): Response | undefined
  find(awaited: AwaitedResponse): Response | undefined
  /** This response if it was forgotten: nothing of it can be read any more. */
  forgotten(awaited: AwaitedResponse): ForgottenResponse | undefined
  /** As in `ChatThread`. */
  unread(positionOf: ChatThreadOptions['positionOf']): number | null
  /** Those of the message that the response of this number belongs to, up to it; empty if it is not known. */
  ofMessage(number: number): readonly Response[]
  /** As in `ChatThread`. */
  read(awaited: AwaitedResponse, reader: ChatReader): () => void
  /** Follows a response; a reader that receives all of it marks it as read. */
  follow(response: Response, reader: ChatReader): () => void
  isRead(): boolean
}

/** A response in its thread. */
interface PlacedResponse {
  readonly number: number
  /** Whether it can still be read. */
  readonly isKept: boolean
  readonly isReceived: boolean
  /** The position of its message in the thread; -1 if it is not in it. */
  readonly position: number
}

/** The number of the response that a client lacks next, in the order of the thread: the last one of its message. */
function lackedNext(responses: readonly PlacedResponse[]): number | null {
  const isLater = (one: PlacedResponse, other: PlacedResponse): boolean =>
    one.position === other.position ? one.number > other.number : one.position > other.position
  const received = responses.filter(({ isReceived }) => isReceived)
  const lacked = responses.filter(
    (one) => one.isKept && !one.isReceived && one.position >= 0 && received.every((other) => isLater(one, other)),
  )
  const next = Math.min(...lacked.map(({ position }) => position))
  return lacked.findLast(({ position }) => position === next)?.number ?? null
}

/** The facts of a response that begins. */
type BegunResponse = Pick<Response, 'turnId' | 'partsBefore'>

function createResponses(now: () => number, begun: (messageId: string | null) => BegunResponse): Responses {
  let first = 0
  const responses: Response[] = []
  const forgotten: ForgottenResponse[] = []
  const waiting = new Set<{ readonly awaited: AwaitedResponse; found(response: Response): void; over(): void }>()
  let readers = 0

  function forgetOld(): void {
    const newest = responses.at(-1)
    while (
      responses.length > MOST_RESPONSES ||
      (responses.length > 1 && responses[0]?.messageId !== newest?.messageId && responses[0]?.read === true)
    ) {
      const oldest = responses.shift()
      if (oldest !== undefined) {
        const { messageId, turnId, read, endedAt } = oldest
        forgotten.push({ messageId, turnId, read, endedAt, number: first })
      }
      if (forgotten.length > MOST_RESPONSES) forgotten.shift()
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
        leave()
        reader.onDone(() => {
          response.read = true
        })
      },
    })
    return () => {
      unfollow()
      leave()
    }
  }

  const find = ({ from, fits }: AwaitedResponse): Response | undefined => responses.slice(Math.max(0, from - first)).find(fits)

  function read(awaited: AwaitedResponse, reader: ChatReader): () => void {
    const known = find(awaited)
    if (known !== undefined) return follow(known, reader)
    readers += 1
    let leave = (): void => {
      if (waiting.delete(waiter)) readers -= 1
    }
    const waiter = {
      awaited,
      found(response: Response) {
        leave()
        leave = follow(response, reader)
      },
      over() {
        leave()
        reader.onDone(() => undefined)
      },
    }
    waiting.add(waiter)
    return () => leave()
  }

  function open(messageId: string | null): void {
    const recorder = createResponseRecorder<AiSdkChunk>()
    const response: Response = { messageId, ...begun(messageId), recorder, read: false, endedAt: null }
    responses.push(response)
    forgetOld()
    const number = first + responses.length - 1
    for (const waiter of [...waiting]) {
      if (number >= waiter.awaited.from && waiter.awaited.fits(response)) waiter.found(response)
      else if (waiter.awaited.isOver?.(response) === true) waiter.over()
    }
  }

  return {
    add(event) {
      const current = responses.at(-1)
      if (event.type === 'open') open(event.messageId)
      else if (event.type === 'chunk') current?.recorder.record(event.chunk)
      else if (current !== undefined) {
        current.endedAt = now()
        current.recorder.finish()
      }
    },
    next: () => first + responses.length,
    last: () => responses.at(-1),
    find,
    forgotten: ({ from, fits }) => forgotten.find((response) => response.number >= from && fits(response)),
    unread: (positionOf) =>
      lackedNext(
        [...forgotten, ...responses.map((response, index) => ({ ...response, number: first + index }))].map(
          ({ messageId, read, number }) => ({
            isKept: number >= first,
            isReceived: read,
            number,
            position: messageId === null ? Number.POSITIVE_INFINITY : positionOf(messageId),
          }),
        ),
      ),
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
  const asked = new Set<string>()
  const pass = (chunk: AiSdkChunk): void => {
    if (chunk.type === 'tool-output-denied' && !asked.has(chunk.toolCallId)) reader.onChunk(unseenDenial(chunk.toolCallId))
    else if (chunk.type !== 'tool-approval-request') reader.onChunk(chunk)
    else if (isAsked(chunk.approvalId)) {
      asked.add(chunk.toolCallId)
      reader.onChunk(chunk)
    }
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

/** The turns of a thread, as far as a client follows them. */
function createTurns({ partsOf }: Pick<ChatThreadOptions, 'partsOf'>) {
  /** the user's turns, the oldest first, with whether the client itself said it */
  const order = new RecentMap<number>(1000)
  const ofMessages = new RecentMap<string>(1000)
  /** how many parts a message had when each of its responses began that the writer has not opened yet */
  const starts = new RecentMap<readonly number[]>(1000)
  let said: string | null = null
  let count = 0

  return {
    said: () => said,
    isLater: (turnId: string, other: string): boolean => (order.get(turnId) ?? -1) > (order.get(other) ?? Number.POSITIVE_INFINITY),
    hear({ turnId, messageId, role, chunk }: PlacedChunk, ours: boolean): void {
      if (chunk.type !== 'start') return
      if (role === 'assistant') {
        ofMessages.set(messageId, turnId)
        return
      }
      count += 1
      order.set(turnId, count)
      if (ours) said = turnId
    },
    begins: (messageId: string) => starts.set(messageId, [...(starts.get(messageId) ?? []), partsOf(messageId)]),
    begun(messageId: string | null): BegunResponse {
      if (messageId === null) return { turnId: null, partsBefore: 0 }
      const [partsBefore = 0, ...later] = starts.get(messageId) ?? []
      starts.set(messageId, later)
      return { turnId: ofMessages.get(messageId) ?? null, partsBefore }
    },
  }
}

/** Creates the chat of one client; it follows the thread from now on. */
export function createChatThread(options: ChatThreadOptions): ChatThread {
  const { thread, mayAnswer, shown, isAsked, callOf, now } = options
  const filter = createClientFilter({ mayAnswer, runs: thread.runs, shown })
  const writer = createAiSdkWriter()
  const turns = createTurns(options)
  const responses = createResponses(now, turns.begun)

  function show(visible: PlacedChunk): void {
    if (visible.chunk.type === 'start' && visible.role === 'assistant') turns.begins(visible.messageId)
    writer.push(visible).forEach(responses.add)
  }

  const unlisten = thread.listen({
    onChunk(placed, ours) {
      turns.hear(placed, ours)
      if (ours || placed.chunk.type === 'data-pcm') return
      filter.push(placed).forEach(show)
    },
    onAnswer({ approvalId, approved }) {
      const toolCallId = callOf(approvalId)
      if (approved === true && toolCallId !== null) filter.approved(toolCallId).forEach(show)
    },
  })

  return {
    nextResponse: responses.next,
    saidTurn: turns.said,
    isLaterTurn: turns.isLater,
    read: responses.read,
    hasArrived(awaited, after) {
      const response = responses.forgotten(awaited) ?? responses.find(awaited)
      return response?.read === true && response.endedAt !== null && now() - response.endedAt >= after
    },
    forgotten: (awaited) => responses.forgotten(awaited)?.messageId ?? null,
    unread: () => responses.unread(options.positionOf),
    hasResponse(messageId) {
      const awaited: AwaitedResponse = { from: 0, fits: (response) => response.messageId === messageId }
      return responses.find(awaited) !== undefined || responses.forgotten(awaited) !== undefined
    },
    messageOf: (response) => responses.ofMessage(response).at(-1)?.messageId ?? null,
    running() {
      const last = responses.last()
      if (last === undefined || last.recorder.isDone) return null
      const { messageId, partsBefore } = last
      return { number: responses.next() - 1, messageId, partsBefore, settled: new Set(chunksOf(last).flatMap(settledBy)) }
    },
    readWhole(number, reader) {
      const all = responses.ofMessage(number)
      const last = all.at(-1)
      if (last === undefined) return responses.read({ from: number, fits: () => true }, reader)
      return responses.follow(last, wholeReader(prefixOf(all, options), reader, isAsked))
    },
    isRead: responses.isRead,
    close() {
      unlisten()
      writer.end().forEach(responses.add)
    },
  }
}

/** The call that a chunk settles, if any. */
function settledBy(chunk: AiSdkChunk): readonly string[] {
  switch (chunk.type) {
    case 'tool-output-available':
    case 'tool-output-error':
    case 'tool-output-denied':
      return [chunk.toolCallId]
    default:
      return []
  }
}

/** What comes before the last of these responses to one message: the others, and what was stored before the first, by an earlier run of the app. */
function prefixOf(all: readonly Response[], { storedParts }: Pick<ChatThreadOptions, 'storedParts'>): readonly AiSdkChunk[] {
  const [first] = all
  const earlier = all.slice(0, -1)
  if (first === undefined || first.messageId === null || first.partsBefore === 0)
    return earlier.flatMap((response, index) => chunksOf(response).filter((chunk) => belongs(chunk, index)))
  const { messageId, partsBefore } = first
  const later = all.flatMap(chunksOf)
  const stored = storedParts(messageId, partsBefore, new Set(later.flatMap(settledBy)))
  return [
    { type: 'start', messageId },
    ...stored,
    ...earlier.flatMap((response) => chunksOf(response).filter((chunk) => belongs(chunk, 1))),
  ]
}

/** A stream of several responses has one start and one finish. */
function belongs(chunk: AiSdkChunk, index: number): boolean {
  return chunk.type !== 'finish' && (chunk.type !== 'start' || index === 0)
}
