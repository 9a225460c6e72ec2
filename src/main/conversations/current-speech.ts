import type { ConversationRegistry } from './conversation-registry-types'
import type { Conversation } from './conversation-types'

/** What the user says, for the conversation that was on the screen when they began. */
export interface CurrentSpeech {
  readonly calls: Pick<ConversationRegistry, 'prepareSpeech' | 'beginSpeech' | 'audio' | 'endSpeech' | 'cancelSpeech'>
  belongsTo(conversation: Conversation): boolean
  /** The conversation is there no more: what else is said goes nowhere. */
  leave(conversation: Conversation): void
}

/** What it needs. */
export interface CurrentSpeechParts {
  current(): Conversation
  /** The talk key went down for this conversation. */
  onPrepare(conversationId: string): void
  /** Something was said to its end. */
  onEnd(conversationId: string): void
}

/** Nothing is said yet. */
export function createCurrentSpeech({ current, onPrepare, onEnd }: CurrentSpeechParts): CurrentSpeech {
  let speaking: Conversation | null = null
  return {
    calls: {
      prepareSpeech() {
        speaking = current()
        onPrepare(speaking.conversationId)
        speaking.prepareSpeech()
      },
      beginSpeech: () => speaking?.beginSpeech(),
      audio: (pcm) => speaking?.audio(pcm),
      endSpeech() {
        speaking?.endSpeech()
        if (speaking !== null) onEnd(speaking.conversationId)
      },
      cancelSpeech: () => speaking?.cancelSpeech(),
    },
    belongsTo: (conversation) => speaking === conversation,
    leave(conversation) {
      if (speaking === conversation) speaking = null
    },
  }
}
