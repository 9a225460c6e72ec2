import type { ConversationRegistry } from './conversation-registry-types'
import type { Conversation } from './conversation-types'

/** The user's speech, directed to the conversation that was on screen when they began. */
export interface CurrentSpeech {
  readonly calls: Pick<ConversationRegistry, 'prepareSpeech' | 'beginSpeech' | 'audio' | 'endSpeech' | 'cancelSpeech'>
  belongsTo(conversation: Conversation): boolean
  /** The conversation is gone: the rest of the speech is discarded. */
  leave(conversation: Conversation): void
}

export interface CurrentSpeechOptions {
  current(): Conversation
  /** The talk key was pressed for this conversation. */
  onPrepare(conversationId: string): void
  /** The user has finished speaking to it. */
  onEnd(conversationId: string): void
}

/** Creates the router; no speech is in progress. */
export function createCurrentSpeech({ current, onPrepare, onEnd }: CurrentSpeechOptions): CurrentSpeech {
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
        if (speaking === null) return
        onEnd(speaking.conversationId)
        speaking.endSpeech()
      },
      cancelSpeech: () => speaking?.cancelSpeech(),
    },
    belongsTo: (conversation) => speaking === conversation,
    leave(conversation) {
      if (speaking === conversation) speaking = null
    },
  }
}
