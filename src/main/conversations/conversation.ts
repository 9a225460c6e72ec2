import { createConversationCalls } from './conversation-calls'
import type { ConversationOptions } from './conversation-options'
import { createConversationPlayback } from './conversation-playback'
import { createStatusTracker } from './conversation-status'
import { createConversationThread } from './conversation-thread'
import type { Conversation } from './conversation-types'
import { createDiscard, createModelOutput } from './model-output'
import type { SwitchedSession } from './model-switch'
import { createSessionClosing, createSessionEvents } from './session-lifecycle'
import { createSpokenInput } from './spoken-input'
import { createThreadEvents } from './thread-events'
import { createUnansweredSpeech } from './unanswered-speech/unanswered-speech'
import { createUntranscribedSpeech } from './unanswered-speech/untranscribed-speech'
import { createUsageTotals } from './usage-totals'
import { createUserInput } from './user-input'

/** Opens a conversation over its stored messages; connects at the first input. */
export function createConversation(options: ConversationOptions): Conversation {
  const { conversationId, store } = options
  const status = createStatusTracker(conversationId, options.clock, options.onStatus)
  const thread = createConversationThread(options)
  const { converter, writer, push } = thread
  const usage = createUsageTotals(store.messages.withUsage(conversationId), converter.usageOf)
  status.usage(usage)
  const answerPlayed = (turnId: string, samples: number) => push({ type: 'played', turnId, samples })
  const playback = createConversationPlayback({ ...options, status, usage, answerPlayed })
  const calls = createConversationCalls({ ...options, thread, status, session: currentSession, connect: () => connect('typing') })
  calls.countApprovals()
  const discard = createDiscard()
  const output = createModelOutput({
    ...{ converter, discard, usage, status, push },
    coordinator: calls.coordinator,
    calls: calls.tracker,
    endSound: playback.end,
    session: currentSession,
    countApprovals: calls.countApprovals,
    countedLate({ turnId, messageId, metadata }) {
      writer.amend(turnId, messageId, metadata)
      status.usage(usage)
    },
  })
  const unanswered = createUnansweredSpeech({
    conversationId,
    speechFiles: options.speechFiles,
    session: currentSession,
    onWaiting: status.unsentSpeech,
  })
  const untranscribed = createUntranscribedSpeech({
    ...{ conversationId, attachments: store.attachments, unanswered, newId: options.newId, standsIn: converter.standsIn },
    ...{ messages: thread.messages, push, publish: thread.publish },
    storedMessages: () => store.messages.ofAllBranches(conversationId),
  })
  const speech = createSpokenInput({ push, session: currentSession, turnId: converter.currentTurnId, unanswered })
  const closing = createSessionClosing(currentSession, cut, writer.flush, calls.coordinator.stopRuns)
  const parts = { thread, output, status, closing, discard, calls, speech, unanswered, untranscribed }
  const session = options.createSession(createSessionEvents({ ...options, ...parts, approvals: store.approvals, session: currentSession }))
  thread.follow(createThreadEvents({ ...options, ...parts, session, usage, playback }))
  /** The conversation was opened again, or is removed. */
  let ended = false
  const input = createUserInput({ ...parts, session, playback, connect, cut, isEnded: () => ended })

  function currentSession(): SwitchedSession {
    return session
  }

  function connect(kind: 'speech' | 'typing'): void {
    if (ended) return
    session.choose(kind)
    if (session.isWritten()) return
    if (session.state().phase === 'failed') session.retry()
    else session.start()
  }

  /** Stops the sound, if any, and with it the answer. */
  function cut(): boolean {
    if (playback.stopReading()) return true
    if (!playback.cutAnswer()) return false
    session.giveUpAnswer()
    push({ type: 'interrupted' })
    status.turnEnded()
    return true
  }

  untranscribed.showLeft()

  return {
    ...input,
    conversationId,
    status: status.current,
    messages: thread.messages,
    newest: writer.newest,
    nextSeq: writer.nextSeq,
    played: playback.played,
    stopReading: playback.stopReading,
    showSpeech: untranscribed.show,
    stopCall: calls.coordinator.stop,
    answersTaken: calls.coordinator.answersTaken,
    connect: () => connect('speech'),
    show: session.show,
    renewSession: session.renew,
    updateModel: status.model,
    settleStored: calls.stored.settle,
    resumeStored: calls.stored.resume,
    takeUp: calls.stored.takeUp,
    save: writer.flush,
    stopSession: closing.stop,
    end(approvals) {
      ended = true
      return closing.stop(approvals)
    },
    leaveSource: closing.leave,
  }
}
