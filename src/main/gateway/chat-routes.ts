import type { ServerResponse } from 'node:http'
import { AI_SDK_HEADERS, aiSdkSse } from '../../shared/protocol/dialects/ai-sdk'
import { chatRequestSchema } from './chat-request'
import { createBegin, createContinuation, type ReadResponse } from './chat-turns'
import { type Chat, createChats } from './chats'
import { openEventStream } from './event-stream'
import type { GatewayContext } from './gateway-context'
import { answerReceived, type CallsAtEnd, callsAtEnd, missedAnswer, outdatedMessages } from './missed-answer'
import { checked, HttpProblem, type Route, sendNothing, sentHead } from './routes'
import { failureMessage } from './send-user-text'
import { readerLeft, stopAnswer } from './stop-answer'
import { type AnswerContract, isContractRequest } from './tanstack-routes'

/** Streams what is read to the response. An answer that nobody reads any more is interrupted after a while. */
function stream(context: GatewayContext, one: Chat, response: ServerResponse, read: ReadResponse): void {
  const { clock, limits, streams } = context
  const { chat, thread } = one
  const events = openEventStream(response, AI_SDK_HEADERS, { clock, limits })
  let began = false
  let messageId: string | null = null
  events.write(aiSdkSse({ type: 'open', messageId: null }))
  let calls: CallsAtEnd = { ended: 0, isOpen: false }
  let arrived = (): void => undefined
  const leave = read({
    onChunk(chunk) {
      began = true
      if (chunk.type === 'start') messageId = chunk.messageId
      events.write(aiSdkSse({ type: 'chunk', chunk }))
    },
    onDone(whenArrived) {
      arrived = whenArrived
      // by the time that it has arrived, more may have ended
      if (messageId !== null) calls = callsAtEnd(context, one, messageId)
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
    if (whole) {
      arrived()
      if (messageId !== null) answerReceived(context, one, messageId, calls)
    } else readerLeft(context, response, thread.conversationId, () => !chat.isRead() && chat.running() !== null)
  })
}

/** `POST /api/chat` and its resumption: the AI SDK's UI message stream, as `useChat` of `@ai-sdk/react` reads it. */
export function chatRoutes(context: GatewayContext, answerContract: AnswerContract): readonly Route[] {
  const { registry, streams } = context
  const chats = createChats(context)
  const goOn = createContinuation(context)
  const begin = createBegin(context, goOn)

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
        one.outdated = outdatedMessages(context, one, request)
        stream(context, one, response, await begin(one, request))
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
        // an answer that runs comes first
        const [outdated] = one === null || one.chat.running() !== null ? [] : one.outdated
        const missed = one === null ? null : (outdated ?? missedAnswer(context, one, unread))
        if (one === null || (unread === null && missed === null)) {
          sendNothing(response)
          return
        }
        if (sentHead(request, response, AI_SDK_HEADERS)) return
        one.outdated = one.outdated.filter((messageId) => messageId !== missed)
        if (missed !== null) stream(context, one, response, goOn.bring(one, missed))
        else if (unread !== null) stream(context, one, response, (reader) => one.chat.readWhole(unread, reader))
      },
    },
    {
      method: 'POST',
      path: '/api/chat/{id}/stop',
      scope: 'chat',
      handle({ client, response, id }) {
        const one = chats.of(client, id, false)
        if (one?.chat.running() === null) registry.get(one.thread.conversationId).interrupt()
        else if (one !== null) stopAnswer(context, one.thread.conversationId)
        sendNothing(response)
      },
    },
  ]
}
