import type { Attachment } from '../../shared/attachments/attachment'
import { attachmentChunk } from '../../shared/attachments/attachment-part'
import { writtenText } from '../../shared/protocol/written-text'
import { repeatLastText } from '../models/thread-history'
import type { ConversationPlayback } from './conversation-playback'
import type { StatusTracker } from './conversation-status'
import type { ConversationThread } from './conversation-thread'
import type { Conversation } from './conversation-types'
import type { Discard } from './model-output'
import type { SwitchedSession } from './model-switch'
import { sayAgain } from './say-again'
import type { SpokenInput } from './spoken-input'
import type { UnansweredSpeech } from './unanswered-speech/unanswered-speech'
import type { UntranscribedSpeech } from './unanswered-speech/untranscribed-speech'

/** Dependencies of the user's input. */
export interface UserInputOptions {
  readonly session: SwitchedSession
  readonly thread: ConversationThread
  readonly status: StatusTracker
  readonly playback: ConversationPlayback
  readonly discard: Discard
  readonly speech: SpokenInput
  readonly unanswered: UnansweredSpeech
  readonly untranscribed: UntranscribedSpeech
  /** Opens the connection to the model that takes this input. */
  connect(input: 'speech' | 'typing'): void
  /** Stops the sound, if any, and with it the answer. */
  cut(): boolean
  /** Whether the conversation has ended for good: what is said is dropped. */
  isEnded(): boolean
}

/** What the user does in a conversation: speaks, writes, listens, asks again. */
export type UserInput = Pick<
  Conversation,
  | 'prepareSpeech'
  | 'beginSpeech'
  | 'audio'
  | 'showPicture'
  | 'endSpeech'
  | 'cancelSpeech'
  | 'dropSpeech'
  | 'retry'
  | 'sendText'
  | 'interrupt'
  | 'askAgain'
  | 'readAloud'
  | 'playSpeech'
>

type SpeechInput = Pick<
  UserInput,
  'prepareSpeech' | 'beginSpeech' | 'audio' | 'showPicture' | 'endSpeech' | 'cancelSpeech' | 'dropSpeech' | 'retry'
>

/** Creates the input of one conversation. */
export function createUserInput(options: UserInputOptions): UserInput {
  const { session, thread, status, playback, discard, speech, untranscribed, connect, cut, isEnded } = options

  function sendText(text: string, attached: readonly Attachment[] = []): void {
    if (isEnded()) return
    cut()
    speech.forgetVoice()
    discard.saidMore()
    session.stopWriting()
    session.choose('typing')
    const files = attached.map(attachmentChunk)
    thread.push({ type: 'user-text', text, files })
    connect('typing')
    const addresses = files.map(({ url }) => url)
    session.sendText(text, thread.converter.currentTurnId() ?? undefined, addresses)
    status.userTurnEnded()
  }

  return {
    ...createSpeechInput(options),
    sendText,
    interrupt() {
      if (playback.stopReading() || session.stopWriting() || cut() || !status.isWorking()) return
      status.turnEnded()
      untranscribed.show()
      session.giveUpAnswer()
      if (session.state().phase === 'ready') discard.begin('stopped')
      else void session.stop()
    },
    askAgain() {
      if (isEnded()) return
      cut()
      connect('typing')
      if (!session.askAgain()) repeatLastText(session, thread.messages())
      status.userTurnEnded()
    },
    readAloud(messageId) {
      const answer = thread.message(messageId)
      if (answer?.role !== 'assistant') return false
      if (speech.isUnderWay()) return true
      cut()
      playback.read(messageId, writtenText(answer))
      return true
    },
    playSpeech(messageId) {
      const sound = untranscribed.sound(messageId)
      if (sound === null) return false
      if (speech.isUnderWay()) return true
      cut()
      playback.play(messageId, sound)
      return true
    },
  }
}

function createSpeechInput(options: UserInputOptions): SpeechInput {
  const { session, thread, status, discard, speech, unanswered, untranscribed, connect, cut, isEnded } = options
  return {
    prepareSpeech() {
      cut()
      connect('speech')
    },
    beginSpeech() {
      if (isEnded()) return
      discard.saidMore()
      connect('speech')
      speech.begin()
    },
    audio: speech.audio,
    showPicture: speech.picture,
    endSpeech() {
      if (!speech.end()) return
      status.userTurnEnded()
      if (session.state().phase === 'failed') untranscribed.show()
    },
    cancelSpeech() {
      if (speech.cancel()) discard.begin('taken-back')
    },
    dropSpeech() {
      untranscribed.drop()
      unanswered.drop()
    },
    retry() {
      if (isEnded()) return
      const waits = unanswered.waiting().length > 0
      if (waits) connect('speech')
      else session.retry()
      const turnId = thread.converter.currentTurnId
      sayAgain({ unanswered, speech, push: thread.push, turnId, messages: thread.messages(), untranscribed })
      if (waits) status.userTurnEnded()
    },
  }
}
