import type { Conversation } from '../../conversations/conversation-types'
import type { FlightRecorder } from './flight-recorder'

/** Wraps a conversation so that the flight recorder records what the user does in it. */
export function recordUserActions(flight: Pick<FlightRecorder, 'add'>, conversation: Conversation): Conversation {
  const { conversationId } = conversation
  return {
    ...conversation,
    beginSpeech() {
      flight.add(conversationId, { kind: 'user', act: 'speech' })
      conversation.beginSpeech()
    },
    cancelSpeech() {
      flight.add(conversationId, { kind: 'user', act: 'speech-taken-back' })
      conversation.cancelSpeech()
    },
    sendText(text, attached) {
      flight.add(conversationId, { kind: 'user', act: 'text' })
      conversation.sendText(text, attached)
    },
    interrupt() {
      flight.add(conversationId, { kind: 'user', act: 'interrupt' })
      conversation.interrupt()
    },
  }
}
