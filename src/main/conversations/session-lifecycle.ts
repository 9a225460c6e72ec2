import type { SessionState } from '../../shared/ipc/schemas'
import { messageOf } from '../../shared/messages/message'
import type { ConverterInput } from '../../shared/protocol/converter-input'
import type { LiveSession } from '../models/live/live-session'
import type { ConversationOptions } from './conversation-options'
import type { StatusTracker } from './conversation-status'
import type { Discard } from './model-output'
import type { SwitchedSession } from './model-switch'
import type { SpokenInput } from './spoken-input'
import type { ToolCallCoordinator } from './tool-call-coordinator'
import type { UnansweredSpeech } from './unanswered-speech/unanswered-speech'
import type { UntranscribedSpeech } from './unanswered-speech/untranscribed-speech'

/** How the line to the model is ended, and what becomes of what is still under way then. */
interface SessionClosing {
  /** Open approvals wait for the next start of the app. */
  keepsApprovals(): boolean
  /** Unanswered input is kept for another server or key. */
  keepsWords(): boolean
  stop(questions: 'withdraw' | 'keep'): Promise<void>
  /** Another server or key will answer from now on. True if input must be sent to it at once. */
  leave(): Promise<boolean>
}

/** `cut` stops the sound first, `flush` stores the latest messages, `stopRuns` ends running calls. */
export function createSessionClosing(
  session: () => LiveSession,
  cut: () => void,
  flush: () => void,
  stopRuns: (leavesOutside: boolean) => void,
): SessionClosing {
  let keepsApprovals = false
  let keepsWords = false

  return {
    keepsApprovals: () => keepsApprovals,
    keepsWords: () => keepsWords,
    async stop(questions) {
      cut()
      flush()
      keepsApprovals = questions === 'keep'
      await session().stop()
      // also when no connection was open
      stopRuns(keepsApprovals)
      keepsApprovals = false
      flush()
    },
    async leave() {
      cut()
      keepsWords = true
      await session().leave()
      keepsWords = false
      flush()
      return session().owesAnswer()
    },
  }
}

/** What a session change affects in its conversation. */
export interface FollowSessionOptions {
  session(): SwitchedSession
  readonly status: StatusTracker
  readonly closing: SessionClosing
  readonly discard: Discard
  readonly coordinator: ToolCallCoordinator
  readonly speech: SpokenInput
  readonly kept: UnansweredSpeech
  readonly untranscribed: Pick<UntranscribedSpeech, 'show'>
  push(input: ConverterInput): void
  countApprovals(): void
}

/** Returns the listener for a session's states. */
export function followSession(
  options: Pick<ConversationOptions, 'conversationId' | 'queue' | 'onSessionState'>,
  parts: FollowSessionOptions,
): (state: SessionState) => void {
  const { status, closing, discard, coordinator, speech, kept, untranscribed, push, countApprovals } = parts
  return (state) => {
    const session = parts.session()
    status.session(state, session.isWritten())
    if (state.phase !== 'ready' && state.phase !== 'connecting') untranscribed.show()
    // the end of a written answer is told by itself
    if (state.phase !== 'ready' && !session.isWritten()) push({ type: 'end', forgets: state.phase === 'off' && !closing.keepsWords() })
    if (state.phase === 'reconnecting' || state.phase === 'connecting') discard.connectionLost()
    if (state.phase === 'off' || state.phase === 'failed') {
      if (closing.keepsWords()) discard.connectionLost()
      else discard.end()
      if (!closing.keepsApprovals()) options.queue.withdraw({ conversationId: options.conversationId }, messageOf('session-ended'))
      if (state.phase === 'off') coordinator.stopRuns(closing.keepsApprovals())
      if (state.phase === 'off' && !closing.keepsWords()) kept.forgotten()
      countApprovals()
    }
    if (state.phase === 'ready' && session.owesAnswer() && !speech.isUnderWay() && !status.isWorking()) status.userTurnEnded()
    options.onSessionState(state)
  }
}
