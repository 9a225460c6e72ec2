import { createHash } from 'node:crypto'
import { type DisplayText, messageOf } from '../../shared/messages/message'
import type { Chunk } from '../../shared/protocol/chunks'
import type { AiSdkChunk } from '../../shared/protocol/dialects/ai-sdk'
import type { PendingCall } from '../../shared/protocol/dialects/pending-calls'
import type { ToolPart, UIMessage } from '../../shared/protocol/ui-message'
import {
  answersOf,
  type ChatRequest,
  continuedMessage,
  isBareYes,
  isEdit,
  namesAnswer,
  textOfRequest,
  type UserMessageText,
} from './chat-request'
import type { AwaitedResponse, ChatReader, ChatThread, RunningResponse } from './chat-thread'
import { type Chat, storedMessage } from './chats'
import type { ReceivedAnswer } from './client-answers'
import type { GatewayContext } from './gateway-context'
import { chunksFor, isFinal, type KnownMessage, knownMessage, stepsOf } from './known-message'
import { placeInThread } from './place-in-thread'
import { HttpProblem } from './routes'
import { askAgain, sendUserText } from './send-user-text'
import { createShownResults } from './shown-results'
import { clientFileAddress, type StoredTail, storedTail } from './stored-tail'

/** Reads the response to a request. Returns a function that stops reading. */
export type ReadResponse = (reader: ChatReader) => () => void

/** Begins what a request asks for: words, a continuation, or the same words once more. */
export type BeginChat = (chat: Chat, request: ChatRequest) => Promise<ReadResponse>

/** Creates the beginning of requests. */
export function createBegin(context: GatewayContext, goOn: Pick<Continuation, 'answered' | 'bring'>): BeginChat {
  async function begin(one: Chat, request: ChatRequest): Promise<ReadResponse> {
    // a client that names an answer puts the response into it, whatever was said since
    const words = namesAnswer(request) ? null : textOfRequest(request)
    const isKnown = placeOf(context, one, request) >= 0
    // what never arrived is said now, not answered again
    if (request.trigger === 'regenerate-message' && (words === null || (isKnown && !isAwaited(one, words, 0))))
      return answerAgain(context, one, request)
    if (words === null) return goOn.answered(one, request)
    if (words.problem !== null) throw new HttpProblem(415, 'files', words.problem)
    const answer = awaitedAnswer(context, one, request, words)
    const before = answer === null ? answerBefore(context, one, request, words) : null
    // an answer that was cut off before its first content is no answer
    if (before !== null && stepsOf(before.parts).length === 0) return answerAgain(context, one, request)
    const answerId = answer === null ? before?.id : one.chat.forgotten(answer)
    if (typeof answerId === 'string') return goOn.bring(one, answerId)
    return answer === null ? say(context, one, request, words) : (reader) => one.chat.read(answer, reader)
  }

  return (one, request) => {
    const { latest, chat } = one
    const key = keyOf(request)
    const isAnswered = latest?.isBeginning === true || chat.isRead()
    if (latest?.key === key && isAnswered && textOfRequest(request) !== null) return latest.read
    const now = { key, read: begin(one, request), isBeginning: true }
    one.latest = now
    return now.read.finally(() => {
      now.isBeginning = false
    })
  }
}

/** The same for the same request, and short: a message may have megabytes of files. */
function keyOf({ trigger, messageId, messages }: ChatRequest): string {
  const facts = JSON.stringify([trigger, messageId ?? null, messages.length, messages.at(-1)])
  return createHash('sha256').update(facts).digest('base64')
}

function placeOf({ registry }: GatewayContext, { thread }: Chat, { messages }: ChatRequest): number {
  return placeInThread(messages, registry.get(thread.conversationId).messages())
}

/**
 * The answer to these words where they stand last in the thread already: they were sent again after a restart, which forgets what was
 * said last. Null if they are new.
 */
function answerBefore({ registry }: GatewayContext, one: Chat, request: ChatRequest, words: UserMessageText): UIMessage | null {
  if (one.lastWords !== null) return null
  const messages = registry.get(one.thread.conversationId).messages()
  const place = placeInThread(request.messages, messages)
  const [said, answer, ...more] = place < 0 ? [] : messages.slice(place)
  const text = said?.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  const isSame = text === words.text && words.files.length === 0 && said?.parts.length === 1
  return isSame && answer?.role === 'assistant' && more.length === 0 ? answer : null
}

async function answerAgain(context: GatewayContext, one: Chat, request: ChatRequest): Promise<ReadResponse> {
  const { thread, chat } = one
  const { conversationId } = thread
  const messages = context.registry.get(conversationId).messages()
  const answer = messages[placeOf(context, one, request) + 1]
  if (answer?.role === 'assistant') await context.rewind(conversationId, answer.id)
  const awaited = newMessage(chat, messages)
  await askAgain(context, thread)
  return (reader) => chat.read(awaited, reader)
}

/** The next response that belongs to none of these messages. */
function newMessage(chat: ChatThread, messages: readonly UIMessage[]): AwaitedResponse {
  const known = new Set(messages.map(({ id }) => id))
  return { from: chat.nextResponse(), fits: ({ messageId }) => messageId !== null && !known.has(messageId) }
}

const contentOf = ({ text, files }: UserMessageText): string =>
  JSON.stringify([text, files.map(({ facts, content }) => [facts.fileName, content.byteLength])])

/** Whether these words were said last and their answer is still to arrive, or arrived less than `after` ms ago. */
function isAwaited({ chat, lastWords }: Chat, words: UserMessageText, after: number): boolean {
  return lastWords?.messageId === words.messageId && lastWords.content === contentOf(words) && !chat.hasArrived(lastWords.answer, after)
}

/** The answer to words that were sent again because it did not arrive. A marked edit may mean the same words, so it only joins what is not sent yet. */
function awaitedAnswer({ limits }: GatewayContext, one: Chat, request: ChatRequest, words: UserMessageText): AwaitedResponse | null {
  const isSame = isAwaited(one, words, isEdit(request) ? 0 : limits.abandoned)
  return one.lastWords !== null && isSame ? one.lastWords.answer : null
}

async function say(context: GatewayContext, one: Chat, request: ChatRequest, words: UserMessageText): Promise<ReadResponse> {
  const { thread, chat } = one
  const { conversationId } = thread
  const messages = context.registry.get(conversationId).messages()
  const edited = isEdit(request) ? messages[placeOf(context, one, request)] : undefined
  if (edited !== undefined) await context.rewind(conversationId, edited.id)
  else takeEarlierAnswers(context, one, request)
  const unknown = newMessage(chat, messages)
  const before = chat.saidTurn()
  let turnId: string | null = null
  const answer: AwaitedResponse = {
    from: unknown.from,
    fits: (response) => (turnId === null ? unknown.fits(response) : response.turnId === turnId),
    isOver: (response) => turnId !== null && response.turnId !== null && chat.isLaterTurn(response.turnId, turnId),
  }
  one.lastWords = { messageId: words.messageId, content: contentOf(words), answer }
  try {
    await sendUserText(context, thread, words.text, words.files)
  } catch (error) {
    one.lastWords = null
    throw error
  }
  const said = chat.saidTurn()
  if (said !== before) turnId = said
  return (reader) => chat.read(answer, reader)
}

/** Answers in earlier messages count too: the user answered, and said something before they were sent. */
function takeEarlierAnswers({ answers }: GatewayContext, { client, thread }: Chat, { messages }: ChatRequest): void {
  const open = new Set(answers.pending(thread).map(({ toolCallId }) => toolCallId))
  if (open.size === 0) return
  const given = messages.filter(({ role }) => role === 'assistant').flatMap(answersOf)
  answers.take(
    client,
    thread,
    given.filter(({ answer }) => open.has(answer.toolCallId)),
  )
}

/** A message that a client continues, as it was before its answers were taken. */
interface Continued {
  readonly messageId: string
  readonly known: KnownMessage
  readonly stored: UIMessage | undefined
  readonly given: readonly ReceivedAnswer[]
  /** The client's own calls that it has allowed, and that wait for its output. */
  readonly allowed: readonly PendingCall[]
}

/** Goes on with messages that were written before. */
export interface Continuation {
  /** Takes the answers in a message of the client; the response goes on with it. */
  answered(one: Chat, request: ChatRequest): ReadResponse
  /** Brings a whole message to a client that has nothing of it. */
  bring(one: Chat, messageId: string): ReadResponse
}

/** What the client lacks of the stored message before the response that goes on with it. */
function tailOf(context: GatewayContext, one: Chat, { known, stored }: Continued, response: RunningResponse | null): StoredTail {
  if (stored === undefined) return { settled: [], rest: [] }
  const { client, thread } = one
  const { answers } = context
  const { conversationId } = thread
  const before = response === null ? stored : { ...stored, parts: stored.parts.slice(0, response.partsBefore) }
  const asks = ({ state, toolName }: ToolPart): boolean => state === 'approval-requested' && answers.mayAnswer(client, toolName)
  const { settled, rest } = storedTail(createShownResults(context, client, conversationId).message(before), known, {
    addressOf: (file) => clientFileAddress(context.attachments, conversationId, file),
    asks,
    hides: (call) => call.state === 'approval-requested' && !asks(call) && thread.runs(call.toolName),
  })
  return { settled: settled.filter(({ toolCallId }) => response?.settled.has(toolCallId) !== true), rest }
}

/** What waits for the client now; the run of a call that was allowed just now may still have to begin. */
function waiting(context: GatewayContext, { thread }: Chat, { messageId, allowed }: Continued): readonly PendingCall[] {
  const pending = context.answers.pending(thread)
  const isAsked = (id: string): boolean => pending.some(({ toolCallId, approvalId }) => toolCallId === id && approvalId !== null)
  const shown = storedMessage(context, thread.conversationId, messageId)?.parts ?? []
  const isOver = (id: string): boolean =>
    shown.some((part) => part.type === 'dynamic-tool' && part.toolCallId === id && isFinal(part.state))
  const begun = allowed
    .filter(({ toolCallId }) => !isAsked(toolCallId) && !isOver(toolCallId))
    .map((call) => ({ ...call, approvalId: null }))
  return [...pending.filter(({ toolCallId }) => begun.every((call) => call.toolCallId !== toolCallId)), ...begun]
}

export function createContinuation(context: GatewayContext): Continuation {
  const { answers } = context

  function continued({ thread }: Chat, request: ChatRequest): Continued {
    const message = continuedMessage(request)
    if (message === null) throw new HttpProblem(400, 'nothing-new', 'There are neither words nor answers in this request.')
    const pending = answers.pending(thread)
    const open = new Set(pending.map(({ toolCallId }) => toolCallId))
    const known = knownMessage(message)
    const isNew = (toolCallId: string): boolean => open.has(toolCallId) || known.calls.get(toolCallId)?.state === 'approval-responded'
    const given = answersOf(message).filter(({ answer }) => isNew(answer.toolCallId))
    const allowed = pending.filter(({ toolCallId, toolName }) => thread.runs(toolName) && isBareYes(given, toolCallId))
    return { messageId: message.id, known, stored: storedMessage(context, thread.conversationId, message.id), given, allowed }
  }

  /**
   * Calls that wait for the client although it believes to have answered them: a question whose answer did not count is asked again, and
   * a call of its own that was allowed is handed to it.
   */
  function reopened(one: Chat, going: Continued): readonly Chunk[] {
    const { client } = one
    return waiting(context, one, going).flatMap(({ toolCallId, toolName, input, approvalId }): readonly Chunk[] => {
      const call = going.known.calls.get(toolCallId)
      if (call === undefined || call.approved === 'open') return []
      if (approvalId === null)
        return call.state === 'input-available' ? [] : [{ type: 'tool-input-available', toolCallId, toolName, input, dynamic: true }]
      if (!answers.mayAnswer(client, toolName)) return []
      // the input is streamed: a reader would run a call whose input it gets at once
      return [
        { type: 'tool-input-start', toolCallId, toolName, dynamic: true },
        { type: 'tool-input-delta', toolCallId, inputTextDelta: JSON.stringify(input) },
        { type: 'tool-approval-request', toolCallId, approvalId },
      ]
    })
  }

  function readerFor(one: Chat, going: Continued, tail: StoredTail, reader: ChatReader): ChatReader {
    // the SDK's rule never sends an output beside a denied call, so a denial is settled with the output that is still to come
    const isEarly = ({ type }: AiSdkChunk): boolean => type === 'tool-output-denied' && going.allowed.length > 0
    const pass = (chunk: AiSdkChunk): void => {
      for (const shown of chunksFor(going.known, chunk, (toolCallId) => reasonOf(context, toolCallId)))
        if (!isEarly(shown)) reader.onChunk(shown)
    }
    return {
      onChunk(chunk) {
        if (chunk.type === 'finish' && chunk.finishReason === 'tool-calls') reopened(one, going).forEach(pass)
        pass(chunk)
        if (chunk.type === 'start') [...tail.settled, ...tail.rest].forEach(pass)
      },
      onDone: reader.onDone,
    }
  }

  /** Reads what is stored of a message. */
  function readStored(one: Chat, going: Continued, tail: StoredTail): ReadResponse {
    return (reader) => {
      const told = readerFor(one, going, tail, reader)
      for (const chunk of closed(going, tail)) told.onChunk(chunk)
      reader.onDone(() => undefined)
      return () => undefined
    }
  }

  /**
   * Reads the response that settles what was answered. Its calls may end without one: the turn was over, and what follows is a message
   * of its own. Then the client gets what is stored.
   */
  function readSettled(one: Chat, going: Continued, tail: StoredTail, from: number): ReadResponse {
    const { conversationId } = one.thread
    const stored = () => storedMessage(context, conversationId, going.messageId)
    const awaited: AwaitedResponse = { from, fits: isOfMessage(going.messageId), isOver: () => isEnded(stored(), going.given) }
    return (reader) => {
      const told = readerFor(one, going, tail, reader)
      let began = false
      return one.chat.read(awaited, {
        onChunk(chunk) {
          began = true
          told.onChunk(chunk)
        },
        onDone(arrived) {
          const now = { ...going, stored: stored() }
          if (began) reader.onDone(arrived)
          else readStored(one, now, tailOf(context, one, now, null))(reader)
        },
      })
    }
  }

  return {
    answered(one, request) {
      const { chat, client, thread } = one
      const going = continued(one, request)
      const current = currentOf(one, going)
      const from = current?.number ?? chat.nextResponse()
      const tail = tailOf(context, one, going, current)
      const { calls, problems } = answers.take(client, thread, going.given)
      if (current !== null || goesOn(context, one, going, calls)) return readSettled(one, going, tail, from)
      if (calls.size === 0 && !isExplained(going, tail, reopened(one, going)))
        throw new HttpProblem(409, 'nothing-counts', problems[0] ?? 'Nothing in this request is waited for.')
      return readStored(one, going, tail)
    },
    bring(one, messageId) {
      const stored = storedMessage(context, one.thread.conversationId, messageId)
      const going: Continued = { messageId, known: { calls: new Map(), steps: 0 }, stored, given: [], allowed: [] }
      const current = currentOf(one, going)
      const tail = tailOf(context, one, going, current)
      if (current === null) return readStored(one, going, tail)
      return (reader) => one.chat.read({ from: current.number, fits: isOfMessage(messageId) }, readerFor(one, going, tail, reader))
    },
  }
}

/** Whether a response settles something of this: more than a yes that waits for the client's own output. */
function goesOn(context: GatewayContext, { thread }: Chat, { given, allowed }: Continued, taken: ReadonlySet<string>): boolean {
  const waits = new Set([...allowed, ...thread.given()].map(({ toolCallId }) => toolCallId))
  return given.some(({ answer: { toolCallId } }) => !waits.has(toolCallId) && (taken.has(toolCallId) || isUnderWay(context, toolCallId)))
}

/** Whether all of these calls have ended in the stored message. */
function isEnded(stored: UIMessage | undefined, given: readonly ReceivedAnswer[]): boolean {
  const ended = new Set(stored?.parts.flatMap((part) => (part.type === 'dynamic-tool' && isFinal(part.state) ? [part.toolCallId] : [])))
  return given.every(({ answer }) => ended.has(answer.toolCallId))
}

function currentOf({ chat }: Chat, { messageId }: Continued): RunningResponse | null {
  const running = chat.running()
  return running?.messageId === messageId ? running : null
}

function isOfMessage(wanted: string): AwaitedResponse['fits'] {
  return ({ messageId }) => messageId === wanted
}

/** Whether the call was allowed and runs in Parley now, or is asked about there once more. */
function isUnderWay({ queue }: GatewayContext, toolCallId: string): boolean {
  const approval = queue.ofCall(toolCallId)
  if (approval === null) return false
  const { state, step } = approval
  return state === 'approved' || state === 'executing' || (state === 'requested' && step.index > 1)
}

/** Why a call was denied, or null. */
function reasonOf({ queue }: GatewayContext, toolCallId: string): DisplayText | null {
  const approval = queue.ofCall(toolCallId)
  return approval?.state === 'expired' ? messageOf('no-answer-in-time') : (approval?.reason ?? null)
}

/** Whether the stored message answers a request in which nothing counted. */
function isExplained({ known, stored }: Continued, { settled, rest }: StoredTail, asked: readonly Chunk[]): boolean {
  const ended = new Map(stored?.parts.flatMap((part) => (part.type === 'dynamic-tool' ? [[part.toolCallId, isFinal(part.state)]] : [])))
  if ([...known.calls.keys()].some((toolCallId) => !ended.has(toolCallId))) return false
  return settled.length + rest.length + asked.length > 0 || [...known.calls.keys()].every((toolCallId) => ended.get(toolCallId) === true)
}

/** A response that only brings what was stored before. */
function closed({ messageId, stored }: Continued, { rest }: StoredTail): readonly Chunk[] {
  const start: Chunk = { type: 'start', messageId }
  if (stored?.parts.some((part) => part.type === 'dynamic-tool' && !isFinal(part.state)) === true)
    return [start, { type: 'finish', finishReason: 'tool-calls' }]
  if (rest.length > 0 && stored?.parts.at(-1)?.type !== 'dynamic-tool') return [start, { type: 'finish', finishReason: 'other' }]
  // a step after ended calls keeps the client from sending them again; its page only sees the step with metadata behind it
  const step: readonly Chunk[] = [{ type: 'start-step' }, { type: 'finish-step' }]
  return [start, ...step, { type: 'finish', finishReason: 'other', messageMetadata: {} }]
}
