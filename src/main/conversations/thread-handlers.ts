import { attachmentsOf } from '../../shared/attachments/attachment-part'
import type { CallReply } from '../../shared/ipc/contract'
import { CallError, type Handlers } from '../../shared/ipc/router'
import { EARLIER_MESSAGES, NEWEST_MESSAGES, type threadCalls } from '../../shared/ipc/thread-calls'
import type { UIMessage } from '../../shared/protocol/ui-message'
import type { Store } from '../storage/database/store'
import type { CallSummaries } from '../tool-calls/call-summaries'
import type { ConversationRegistry } from './conversation-registry'

/** The handlers of the calls that read and fork a thread. */
export type ThreadHandlers = Pick<Handlers, keyof typeof threadCalls>

export interface ThreadHandlersOptions {
  readonly registry: ConversationRegistry
  readonly summaries: CallSummaries
  readonly store: Pick<Store, 'branches'>
  /** Ends the talk in progress. */
  stopTalk(): void
}

/**
 * One handler per call. When the shown branch changes, everything in progress is stopped, approvals are withdrawn, and the next
 * session starts with the new branch alone. Effects of past calls are never repeated: their results are history.
 */
export function createThreadHandlers({ registry, summaries, store, stopTalk }: ThreadHandlersOptions): ThreadHandlers {
  const { branches } = store

  function opened(conversationId: string): CallReply<'conversation.open'> {
    const conversation = registry.open(conversationId)
    const { messages, earlier } = conversation.newest(NEWEST_MESSAGES)
    return {
      summary: registry.summary(conversationId),
      status: conversation.status(),
      messages: copied(messages),
      earlier,
      nextSeq: conversation.nextSeq(),
      calls: [...summaries.ofConversation(conversationId)],
      forks: [...branches.forks(conversationId)],
    }
  }

  /** Changes the branch while the conversation is stopped. */
  async function changed(conversationId: string, change: () => boolean): Promise<CallReply<'conversation.open'>> {
    if (registry.currentId() === conversationId) stopTalk()
    await registry.renew(conversationId, () => {
      if (!change()) throw unknown()
    })
    return opened(conversationId)
  }

  return {
    'conversation.open': ({ conversationId }) => opened(conversationId),
    'conversation.earlier': ({ conversationId, messageId }) => {
      const messages = registry.get(conversationId).messages()
      const end = messages.findIndex(({ id }) => id === messageId)
      if (end === -1) throw unknown()
      return piece(messages, end, EARLIER_MESSAGES)
    },
    'branch.show': ({ conversationId, branch }) => changed(conversationId, () => branches.show(conversationId, branch)),
    'branch.find': ({ conversationId, messageId }) => changed(conversationId, () => branches.showMessage(conversationId, messageId)),
    'branch.begin': ({ conversationId, messageId }) => changed(conversationId, () => branches.forkAfter(conversationId, messageId)),
    'answer.readAloud': ({ conversationId, messageId }) => {
      if (!registry.readAloud(conversationId, messageId)) throw unknown()
      return null
    },
    'speech.play': ({ conversationId, messageId }) => {
      if (!registry.playSpeech(conversationId, messageId)) throw unknown()
      return null
    },
    async 'branch.edit'({ conversationId, messageId, text }) {
      const edited = registry
        .get(conversationId)
        .messages()
        .find(({ id }) => id === messageId)
      const files = attachmentsOf(edited?.parts ?? []).map(({ attachmentId }) => attachmentId)
      const reply = await changed(conversationId, () => branches.forkBefore(conversationId, messageId))
      await registry.sendText(conversationId, text, files)
      return reply
    },
    async 'branch.again'({ conversationId, messageId }) {
      const reply = await changed(conversationId, () => branches.forkBefore(conversationId, messageId))
      registry.get(conversationId).askAgain()
      return reply
    },
  }
}

/** Up to `most` messages before `end`, and how many precede them. */
function piece(messages: readonly UIMessage[], end: number, most: number): Pick<CallReply<'conversation.open'>, 'messages' | 'earlier'> {
  const earlier = Math.max(0, end - most)
  return {
    messages: copied(messages.slice(earlier, end)),
    earlier,
  }
}

function copied(messages: readonly UIMessage[]): CallReply<'conversation.open'>['messages'] {
  return messages.map((message) => ({ ...message, parts: message.parts.map((part) => ({ ...part })) }))
}

function unknown(): CallError {
  return new CallError('message-unknown', 'This message does not exist any more. Open the conversation again.')
}
