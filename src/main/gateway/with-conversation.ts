import { CallError } from '../../shared/ipc/router'
import type { ConversationRegistry } from '../conversations/conversation-registry'
import type { Conversation } from '../conversations/conversation-types'

/** Runs an action on the conversation as it is now. */
export type WithConversation = (act: (conversation: Conversation) => void) => void

/**
 * A conversation becomes another object when a branch is started, and none when the user deletes it: then nothing happens, and `gone`
 * receives the reason.
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
