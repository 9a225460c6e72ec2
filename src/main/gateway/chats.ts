import type { GatewayClient } from '../../shared/gateway/gateway-client'
import type { Chunk } from '../../shared/protocol/chunks'
import type { ToolPart, UIMessage, UIPart } from '../../shared/protocol/ui-message'
import { type AwaitedResponse, type ChatReader, type ChatThread, createChatThread } from './chat-thread'
import type { ClientThread } from './client-thread'
import type { GatewayContext } from './gateway-context'
import { createShownResults } from './shown-results'
import { clientFileAddress, storedTail } from './stored-tail'

/** What a client said last, and the response that answers it: the same words again get the same answer. */
interface SaidWords {
  readonly messageId: string
  /** Text and files. */
  readonly content: string
  readonly answer: AwaitedResponse
}

/** The latest request: the same one may come again before it has begun, or while its answer is being read. */
interface LatestRequest {
  readonly key: string
  readonly read: Promise<(reader: ChatReader) => () => void>
  isBeginning: boolean
}

/** One chat of a client. */
export interface Chat {
  readonly client: GatewayClient
  readonly thread: ClientThread
  readonly chat: ChatThread
  lastWords: SaidWords | null
  latest: LatestRequest | null
  /** Messages with calls that ended otherwise than the client believes. Only a resumed stream can bring them. */
  outdated: readonly string[]
}

/** The chats of all clients, by conversation. */
export interface Chats {
  /** Opens the client's chat of this id if it is known, or if it is to be made. */
  of(client: GatewayClient, chatId: string, make: boolean): Chat | null
}

/** Creates the chats; each follows its conversation from its first request on, or from the start where a question of it is open. */
export function createChats(context: GatewayContext): Chats {
  const { threads, answers, queue, clock } = context
  const chats = new Map<string, Chat>()

  context.idle.keep({
    isBusy(conversationId) {
      const one = chats.get(conversationId)
      return one !== undefined && (one.chat.isRead() || one.chat.running() !== null)
    },
    release(conversationId) {
      chats.get(conversationId)?.chat.close()
      chats.delete(conversationId)
    },
  })

  function follow(client: GatewayClient, conversationId: string): Chat {
    const known = chats.get(conversationId)
    if (known?.client.clientId === client.clientId) return known
    const thread = context.bridge.thread(conversationId)
    const chat = createChatThread({
      thread,
      now: clock.now,
      mayAnswer: (toolName) => answers.mayAnswer(client, toolName),
      shown: createShownResults(context, client, conversationId),
      isAsked: (approvalId) => queue.get(approvalId)?.state === 'requested',
      callOf: (approvalId) => queue.get(approvalId)?.toolCallId ?? null,
      positionOf: (messageId) =>
        context.registry
          .get(conversationId)
          .messages()
          .findIndex(({ id }) => id === messageId),
      partsOf: (messageId) => storedMessage(context, conversationId, messageId)?.parts.length ?? 0,
      storedParts: (messageId, count, settledLater) => storedParts(context, client, conversationId, messageId, count, settledLater),
    })
    const made: Chat = { client, thread, chat, lastWords: null, latest: null, outdated: [] }
    chats.set(conversationId, made)
    return made
  }

  // an answer to a question of before a restart goes on without its client, which may come for it later
  context.whenOpen(() => {
    for (const { conversationId } of queue.open()) {
      const client = context.clientOf(conversationId)
      if (client === null) continue
      // the client was asked: what it reads ends where only it is waited for
      follow(client, conversationId).thread.takesUp()
    }
  })

  return {
    of(client, chatId, make) {
      const conversationId = make ? threads.open(client, 'chat', chatId) : threads.find(client, 'chat', chatId)
      if (conversationId === null) return null
      context.idle.used(conversationId)
      return follow(client, conversationId)
    },
  }
}

/** The first parts of a stored message, for a client that has nothing of it. */
function storedParts(
  context: GatewayContext,
  client: GatewayClient,
  conversationId: string,
  messageId: string,
  count: number,
  settledLater: ReadonlySet<string>,
): readonly Chunk[] {
  const message = storedMessage(context, conversationId, messageId)
  if (message === undefined) return []
  const asThen = message.parts.slice(0, count).map((part): UIPart => {
    if (part.type !== 'dynamic-tool' || part.input === undefined || !settledLater.has(part.toolCallId)) return part
    const { type, toolName, toolCallId, input } = part
    return { type, toolName, toolCallId, input, state: 'input-available' }
  })
  const asks = ({ state, toolName }: ToolPart): boolean => state === 'approval-requested' && context.answers.mayAnswer(client, toolName)
  const known = { calls: new Map(), steps: 0 }
  const shown = createShownResults(context, client, conversationId).message({ ...message, parts: asThen })
  return storedTail(shown, known, {
    addressOf: (file) => clientFileAddress(context.attachments, conversationId, file),
    asks,
    hides: () => false,
  }).rest
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
