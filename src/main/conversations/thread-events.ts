import type { ConversationOptions } from './conversation-options'
import type { ConversationPlayback } from './conversation-playback'
import type { StatusTracker } from './conversation-status'
import type { ConversationThread, ConversationThreadEvents } from './conversation-thread'
import { nameConversation } from './conversation-title'
import { isAskedAgain } from './model-output'
import type { SwitchedSession } from './model-switch'
import { type SpokenInput, withVoice } from './spoken-input'
import type { UntranscribedSpeech } from './unanswered-speech/untranscribed-speech'
import type { UsageTotals } from './usage-totals'
import { withCost } from './with-cost'

/** Dependencies of the thread events. */
export interface ThreadEventsOptions extends Pick<ConversationOptions, 'conversationId' | 'store' | 'writtenBy' | 'onChanged'> {
  readonly thread: ConversationThread
  readonly session: SwitchedSession
  readonly status: StatusTracker
  readonly usage: UsageTotals
  readonly playback: ConversationPlayback
  readonly speech: Pick<SpokenInput, 'voice' | 'forgetVoice'>
  readonly untranscribed: Pick<UntranscribedSpeech, 'passes'>
}

/** Completes the chunks of a conversation with costs and voices; its sound, status and title follow them. */
export function createThreadEvents(options: ThreadEventsOptions): ConversationThreadEvents {
  const { conversationId, store, thread, session, status, usage, playback, speech } = options

  /** Whether the message has the sketch of its sound. */
  function hasSketch(messageId: string): boolean {
    return thread.message(messageId)?.metadata?.voice !== undefined
  }

  function userMessageEnded(messageId: string): void {
    nameConversation(store.conversations, conversationId, thread.message(messageId))
    store.conversations.touch(conversationId, hasSketch(messageId))
    speech.forgetVoice()
    options.onChanged()
  }

  /** Another model may have been chosen since the answer was requested. */
  const answeredBy = (): string => (session.isWritten() ? options.writtenBy() : null) ?? status.current().model

  return {
    onChunk(found) {
      const placed = withCost(found, answeredBy())
      const { chunk, role, turnId, messageId } = placed
      if (chunk.type === 'data-pcm' && !playback.answerSounds(turnId, chunk.data)) return null
      options.untranscribed.passes(placed)
      const voice = role === 'user' && chunk.type === 'finish' && !hasSketch(messageId) ? speech.voice() : null
      return voice === null ? placed : withVoice(placed, voice)
    },
    isOfTextModel: session.isWritten,
    onPublished({ chunk, role, turnId, messageId }) {
      // where Gemini listens for the user it is the first to know of it
      if (chunk.type === 'data-interrupted') playback.cutAnswer()
      if (chunk.type !== 'finish') return
      if (role === 'user') {
        userMessageEnded(messageId)
        return
      }
      playback.end(turnId)
      if (chunk.finishReason === 'tool-calls') return
      if (!isAskedAgain(session.state())) status.turnEnded()
      if (usage.finished({ turnId, messageId }, chunk.messageMetadata, answeredBy())) status.usage(usage)
    },
  }
}
