import { CallError } from '../../shared/ipc/router'
import type { ConversationRegistry } from '../conversations/conversation-registry'
import type { Conversation } from '../conversations/conversation-types'

/** Does something with a conversation as it is now. */
export type WithConversation = (act: (conversation: Conversation) => void) => void

/**
 * A conversation is another object once a branch of it was begun, and none once the user deleted it: then nothing happens, and
 * `gone` hears why.
 */
export function createWithConversation(
  registry: Pick<ConversationRegistry, 'get'>,
  conversationId: string,
  gone: (message: string) => void,
): WithConversation {
  return (act) => {
    try {
      act(registry.get(conversationId))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      gone(error.message)
    }
  }
}
