import type { GatewayClient } from '../../shared/gateway/gateway-client'
import type { UIMessage } from '../../shared/protocol/ui-message'
import { type AwaitedResponse, type ChatThread, createChatThread } from './chat-thread'
import type { ClientThread } from './client-thread'
import type { GatewayContext } from './gateway-context'
import { createShownResults } from './shown-results'

/** What a client said last, and the response that answers it: the same words again get the same answer. */
interface SaidWords {
  readonly messageId: string
  /** Text and files. */
  readonly content: string
  readonly answer: AwaitedResponse
}

/** One chat of a client. */
export interface Chat {
  readonly client: GatewayClient
  readonly thread: ClientThread
  readonly chat: ChatThread
  lastWords: SaidWords | null
}

/** The chats of all clients, by conversation. */
export interface Chats {
  /** Opens the client's chat of this id if it is known, or if it is to be made. */
  of(client: GatewayClient, chatId: string, make: boolean): Chat | null
}

/** Creates the chats; each follows its conversation from its first request on. */
export function createChats(parts: GatewayContext): Chats {
  const { threads, answers, queue, clock } = parts
  const chats = new Map<string, Chat>()

  parts.idle.keep({
    isBusy(conversationId) {
      const one = chats.get(conversationId)
      return one !== undefined && (one.chat.isRead() || one.chat.running() !== null)
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
        mayAnswer: (toolName) => answers.mayAnswer(client, toolName),
        shown: createShownResults(parts, client, conversationId),
        isAsked: (approvalId) => queue.get(approvalId)?.state === 'requested',
        callOf: (approvalId) => queue.get(approvalId)?.toolCallId ?? null,
        partsOf: (messageId) => storedMessage(parts, conversationId, messageId)?.parts.length ?? 0,
      })
      const made: Chat = { client, thread, chat, lastWords: null }
      chats.set(conversationId, made)
      return made
    },
  }
}

/** A stored message of a conversation. */
export function storedMessage(
  { registry }: Pick<GatewayContext, 'registry'>,
  conversationId: string,
  messageId: string,
): UIMessage | undefined {
  return registry
    .get(conversationId)
    .messages()
    .find(({ id }) => id === messageId)
}
