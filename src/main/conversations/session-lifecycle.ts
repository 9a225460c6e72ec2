import type { SessionState } from '../../shared/ipc/schemas'
import { messageOf } from '../../shared/messages/message'
import type { LiveSession } from '../models/live/live-session'
import { lastModelText, threadHistory } from '../models/thread-history'
import type { Store } from '../storage/database/store'
import { editedInputOf } from '../tool-calls/call-summaries'
import type { ConversationCalls } from './conversation-calls'
import type { ConversationOptions } from './conversation-options'
import type { StatusTracker } from './conversation-status'
import type { ConversationThread } from './conversation-thread'
import type { SessionEvents } from './model-connection'
import type { Discard, ModelOutput } from './model-output'
import type { SwitchedSession } from './model-switch'
import type { SpokenInput } from './spoken-input'
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
  session: () => Pick<LiveSession, 'stop' | 'leave' | 'owesAnswer'>,
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
      try {
        await session().stop()
      } finally {
        // also when no connection was open
        stopRuns(keepsApprovals)
        keepsApprovals = false
        flush()
      }
    },
    async leave() {
      cut()
      keepsWords = true
      try {
        await session().leave()
      } finally {
        keepsWords = false
        flush()
      }
      return session().owesAnswer()
    },
  }
}

/** What the events of a session affect in its conversation. */
export interface SessionEventsOptions extends Pick<ConversationOptions, 'conversationId' | 'queue' | 'onSessionState' | 'onMalformed'> {
  readonly approvals: Store['approvals']
  session(): SwitchedSession
  readonly thread: ConversationThread
  readonly output: ModelOutput
  readonly status: StatusTracker
  readonly closing: SessionClosing
  readonly discard: Discard
  readonly calls: Pick<ConversationCalls, 'coordinator' | 'countApprovals'>
  readonly speech: SpokenInput
  readonly unanswered: UnansweredSpeech
  readonly untranscribed: Pick<UntranscribedSpeech, 'show'>
}

/** Returns the listeners of a session, and the history it is given. */
export function createSessionEvents(options: SessionEventsOptions): SessionEvents {
  const { thread, output, discard, unanswered, untranscribed } = options
  return {
    onFrame(frame) {
      output.frame(frame)
      unanswered.heard()
    },
    onMalformed() {
      thread.push({ type: 'malformed' })
      options.onMalformed()
    },
    onState: followSession(options),
    onSwitch() {
      untranscribed.show()
      output.switched()
      unanswered.forgotten()
    },
    onTextChunk: output.chunk,
    onTextCounts: output.counts,
    onTextEnd: output.end,
    textHistory: () => ({ messages: thread.messages(), contentsOf: thread.contents.ofText }),
    onRepeat(turnIds) {
      discard.wordsRepeated()
      thread.push({ type: 'user-speech-repeats', turnIds })
    },
    history(without) {
      const unsaid = new Set([...without].map((turnId) => thread.converter.standsIn(unanswered.firstTurnOf(turnId))))
      return threadHistory(thread.messages(), unsaid, (toolCallId) => editedInputOf(options.approvals, toolCallId))
    },
    lastUserText: () => lastModelText(thread.messages()),
  }
}

/** Returns the listener for a session's states. */
function followSession(options: SessionEventsOptions): (state: SessionState) => void {
  const { status, closing, discard, calls, speech, unanswered, untranscribed } = options
  return (state) => {
    const session = options.session()
    status.session(state, session.isWritten())
    if (state.phase !== 'ready' && state.phase !== 'connecting') untranscribed.show()
    // the end of a written answer is reported separately
    if (state.phase !== 'ready' && !session.isWritten())
      options.thread.push({ type: 'end', forgets: state.phase === 'off' && !closing.keepsWords() })
    if (state.phase === 'reconnecting' || state.phase === 'connecting') discard.connectionLost()
    if (state.phase === 'off' || state.phase === 'failed') {
      if (closing.keepsWords()) discard.connectionLost()
      else discard.end()
      if (!closing.keepsApprovals()) options.queue.withdraw({ conversationId: options.conversationId }, messageOf('session-ended'))
      if (state.phase === 'off') calls.coordinator.stopRuns(closing.keepsApprovals())
      if (state.phase === 'off' && !closing.keepsWords()) unanswered.forgotten()
      calls.countApprovals()
    }
    if (state.phase === 'ready' && session.owesAnswer() && !speech.isUnderWay() && !status.isWorking()) status.userTurnEnded()
    options.onSessionState(state)
  }
}
