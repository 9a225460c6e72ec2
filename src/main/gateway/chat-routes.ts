import type { ServerResponse } from 'node:http'
import { AI_SDK_HEADERS, aiSdkSse } from '../../shared/protocol/dialects/ai-sdk'
import { chatRequestSchema } from './chat-request'
import { createBegin, type ReadResponse } from './chat-turns'
import { type Chat, createChats } from './chats'
import { openEventStream } from './event-stream'
import type { GatewayContext } from './gateway-context'
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
  events.write(aiSdkSse({ type: 'open', messageId: null }))
  let arrived = (): void => undefined
  const leave = read({
    onChunk(chunk) {
      began = true
      events.write(aiSdkSse({ type: 'chunk', chunk }))
    },
    onDone(whenArrived) {
      arrived = whenArrived
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
    if (whole) arrived()
    else readerLeft(context, response, thread.conversationId, () => !chat.isRead() && chat.running() !== null)
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
        stream(parts, one, response, await begin(one, request))
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
        else if (!sentHead(request, response, AI_SDK_HEADERS)) stream(parts, one, response, (reader) => one.chat.readWhole(unread, reader))
      },
    },
    {
      method: 'POST',
      path: '/api/chat/{id}/stop',
      scope: 'chat',
      handle({ client, response, id }) {
        const one = chats.of(client, id, false)
        if (one?.chat.running() === null) registry.get(one.thread.conversationId).interrupt()
        else if (one !== null) stopAnswer(parts, one.thread.conversationId)
        sendNothing(response)
      },
    },
  ]
}
