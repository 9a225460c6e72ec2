import type { ServerResponse } from 'node:http'
import type { GatewayClient } from '../../shared/gateway/gateway-client'
import type { Chunk } from '../../shared/protocol/chunks'
import { AI_SDK_HEADERS, aiSdkSse } from '../../shared/protocol/dialects/ai-sdk'
import type { UIMessage } from '../../shared/protocol/ui-message'
import {
  answeredCalls,
  answersOf,
  type ChatRequest,
  chatRequestSchema,
  continuedMessage,
  isBareYes,
  isEdit,
  lostCalls,
  textOfRequest,
} from './chat-request'
import { type ChatThread, createChatThread } from './chat-thread'
import type { ClientThread } from './client-thread'
import { openEventStream } from './event-stream'
import type { GatewayContext } from './gateway-context'
import { placeInThread } from './place-in-thread'
import { checked, HttpProblem, type Route, sendNothing, sentHead } from './routes'
import { askAgain, failureMessage, sendUserText } from './send-user-text'
import { createShownResults } from './shown-results'
import { readerLeft, stopAnswer } from './stop-answer'
import { clientFileAddress, storedTail } from './stored-tail'
import { type AnswerContract, isContractRequest } from './tanstack-routes'

interface Chat {
  readonly client: GatewayClient
  readonly thread: ClientThread
  readonly chat: ChatThread
  lastWordsId: string | null
}

/** The result of a request: a response (by its number), or what the client lacks of a message that does not continue. */
type Begun = { readonly kind: 'response'; readonly response: number } | { readonly kind: 'stored'; readonly chunks: readonly Chunk[] }

/** The chats of all clients, by conversation. */
interface Chats {
  /** Opens the client's chat of this id if it is known, or if it is to be made. */
  of(client: GatewayClient, chatId: string, make: boolean): Chat | null
}

function createChats(parts: GatewayContext): Chats {
  const { threads, answers, queue, clock, limits } = parts
  const chats = new Map<string, Chat>()

  parts.idle.keep({
    isBusy(conversationId) {
      const one = chats.get(conversationId)
      return one !== undefined && (one.chat.isRead() || one.chat.runningMessageId() !== null)
    },
    release(conversationId) {
      chats.get(conversationId)?.chat.close()
      chats.delete(conversationId)
    },
  })

  return {
    of(client, chatId, make) {
      const conversationId = make ? threads.open(client, 'chat', chatId) : threads.find(client, 'chat', chatId)
      if (conversationId === null) return null
      parts.idle.used(conversationId)
      const known = chats.get(conversationId)
      if (known?.client.clientId === client.clientId) return known
      const thread = parts.bridge.thread(conversationId)
      const chat = createChatThread({
        thread,
        now: clock.now,
        takenUpFor: limits.abandoned,
        mayAnswer: (toolName) => answers.mayAnswer(client, toolName),
        shown: createShownResults(parts, client, conversationId),
        isAsked: (approvalId) => queue.get(approvalId)?.state === 'requested',
        callOf: (approvalId) => queue.get(approvalId)?.toolCallId ?? null,
      })
      const made: Chat = { client, thread, chat, lastWordsId: null }
      chats.set(conversationId, made)
      return made
    },
  }
}

/** Begins what a request asks for. */
type BeginChat = (chat: Chat, request: ChatRequest) => Promise<Begun>

function createBegin(parts: GatewayContext): BeginChat {
  const { registry, answers } = parts

  async function answerAgain(one: Chat, request: ChatRequest): Promise<Begun> {
    const { thread, chat } = one
    const { conversationId } = thread
    const answer = registry.get(conversationId).messages()[placeOf(one, request) + 1]
    if (answer?.role === 'assistant') await parts.rewind(conversationId, answer.id)
    const response = chat.nextResponse()
    await askAgain(parts, thread)
    return { kind: 'response', response }
  }

  const placeOf = ({ thread }: Chat, { messages }: ChatRequest): number =>
    placeInThread(messages, registry.get(thread.conversationId).messages())

  function goOn({ thread, chat, client }: Chat, request: ChatRequest): Begun {
    const message = continuedMessage(request)
    if (message === null) throw new HttpProblem(400, 'nothing-new', 'There are neither words nor answers in this request.')
    const pending = answers.pending(thread)
    const open = new Set(pending.map(({ toolCallId }) => toolCallId))
    const fresh = answeredCalls(message)
    const given = answersOf(message).filter(({ answer }) => open.has(answer.toolCallId) || fresh.has(answer.toolCallId))
    const running = chat.runningMessageId() !== null
    const response = running ? chat.nextResponse() - 1 : chat.nextResponse()
    const { taken, problems } = answers.take(client, thread, given)
    if (taken > 0) {
      if (pending.some((call) => thread.runs(call.toolName) && isBareYes(given, call.toolCallId)))
        throw new HttpProblem(409, 'output-missing', 'The yes was taken. Run the tool, then send its output.')
      return { kind: 'response', response }
    }
    const unread = chat.unread()
    if (unread !== null && running) return { kind: 'response', response: unread }
    const stored = registry
      .get(thread.conversationId)
      .messages()
      .find(({ id }) => id === message.id)
    const chunks = stored === undefined ? null : tailOf(client, thread, stored, new Set([...fresh, ...lostCalls(message, stored.parts)]))
    if (chunks === null) throw new HttpProblem(409, 'nothing-counts', problems[0] ?? 'Nothing in this request is waited for.')
    return { kind: 'stored', chunks }
  }

  function tailOf(
    client: GatewayClient,
    { conversationId }: ClientThread,
    stored: UIMessage,
    toolCallIds: ReadonlySet<string>,
  ): readonly Chunk[] | null {
    const shown = createShownResults(parts, client, conversationId).message(stored)
    return storedTail(shown, toolCallIds, (file) => clientFileAddress(parts.attachments, conversationId, file))
  }

  return async (one, request) => {
    const { thread, chat } = one
    const { conversationId } = thread
    const words = textOfRequest(request)
    if (request.trigger === 'regenerate-message') return answerAgain(one, request)
    if (words === null) return goOn(one, request)
    if (words.problem !== null) throw new HttpProblem(415, 'files', words.problem)
    const edited = isEdit(request) ? registry.get(conversationId).messages()[placeOf(one, request)] : undefined
    if (edited !== undefined) await parts.rewind(conversationId, edited.id)
    const unread = edited === undefined ? chat.unread() : null
    // sent again because its answer did not arrive
    if (words.messageId === one.lastWordsId && unread !== null) return { kind: 'response', response: unread }
    const response = chat.nextResponse()
    one.lastWordsId = words.messageId
    try {
      await sendUserText(parts, thread, words.text, words.files)
    } catch (error) {
      one.lastWordsId = null
      throw error
    }
    return { kind: 'response', response }
  }
}

/** Streams what is read to the response. An answer that nobody reads any more is interrupted after a while. */
function stream(
  context: GatewayContext,
  one: Chat,
  response: ServerResponse,
  read: (chat: ChatThread, reader: Parameters<ChatThread['read']>[1]) => () => void,
): void {
  const { clock, limits, streams } = context
  const { chat, thread } = one
  const events = openEventStream(response, AI_SDK_HEADERS, { clock, limits })
  let began = false
  events.write(aiSdkSse({ type: 'open', messageId: null }))
  const leave = read(chat, {
    onChunk(chunk) {
      began = true
      events.write(aiSdkSse({ type: 'chunk', chunk }))
    },
    onDone() {
      events.write(aiSdkSse({ type: 'done' }))
      events.end()
    },
  })
  events.caughtUp()
  const unlisten = thread.listen({
    onStatus({ session }) {
      if (began || session.phase !== 'failed') return
      events.write(aiSdkSse({ type: 'chunk', chunk: { type: 'error', errorText: failureMessage(session) } }))
      events.write(aiSdkSse({ type: 'done' }))
      events.end()
    },
  })
  const release = streams.taken(one.client.clientId, () => events.cut())
  events.onClose((whole) => {
    release()
    unlisten()
    leave()
    if (!whole) readerLeft(context, response, thread.conversationId, () => !chat.isRead() && chat.runningMessageId() !== null)
  })
}

/** `POST /api/chat` and its resumption: the AI SDK's UI message stream, as `useChat` of `@ai-sdk/react` reads it. */
export function chatRoutes(parts: GatewayContext, answerContract: AnswerContract): readonly Route[] {
  const { registry, streams } = parts
  const chats = createChats(parts)
  const begin = createBegin(parts)

  return [
    {
      method: 'POST',
      path: '/api/chat',
      scope: 'chat',
      async handle(asked) {
        const { client, response, body } = asked
        const sent = await body()
        if (isContractRequest(sent)) return answerContract(asked, sent)
        const request = checked(chatRequestSchema, sent)
        streams.check(client.clientId)
        const one = chats.of(client, request.id, true)
        if (one === null) throw new HttpProblem(404, 'unknown-chat', 'There is no such chat.')
        one.thread.clientRuns(request.clientTools === undefined ? null : new Set(request.clientTools))
        const begun = await begin(one, request)
        if (begun.kind === 'response') stream(parts, one, response, (chat, reader) => chat.read(begun.response, reader))
        else
          stream(parts, one, response, (_, reader) => {
            for (const chunk of begun.chunks) reader.onChunk(chunk)
            reader.onDone()
            return () => undefined
          })
      },
    },
    {
      method: 'GET',
      path: '/api/chat/{id}/stream',
      scope: 'chat',
      handle({ client, request, response, id }) {
        streams.check(client.clientId)
        const one = chats.of(client, id, false)
        const unread = one?.chat.unread() ?? null
        if (one === null || unread === null) sendNothing(response)
        else if (!sentHead(request, response, AI_SDK_HEADERS))
          stream(parts, one, response, (chat, reader) => chat.readWhole(unread, reader))
      },
    },
    {
      method: 'POST',
      path: '/api/chat/{id}/stop',
      scope: 'chat',
      handle({ client, response, id }) {
        const one = chats.of(client, id, false)
        if (one?.chat.runningMessageId() === null) registry.get(one.thread.conversationId).interrupt()
        else if (one !== null) stopAnswer(parts, one.thread.conversationId)
        sendNothing(response)
      },
    },
  ]
}
