import type { SessionState } from '../../../shared/ipc/schemas'
import type { Timer } from '../../../shared/lib/clock'
import type { UIMessage } from '../../../shared/protocol/ui-message'
import type { ToolAnswer } from '../live/outbox'
import { isSettled } from './call-response'
import { callsOf, stepsOfMessage } from './message-contents'
import { createSessionReport } from './session-report'
import { type TextLimits, textLimits } from './text-limits'
import { createTextRequests, type Wanted } from './text-requests'
import type { TextSessionOptions } from './text-session-options'
import { createTextTurn } from './text-turn'

/**
 * The reaction to the end of a call. `wait`: other calls of its step are still open. `continue`: the answer can continue with all
 * results. `late`: the user has said something since, so the result is news. `nothing`: the thread does not know the call.
 */
type CallEnd = 'wait' | 'continue' | 'late' | 'nothing'

/** Decides by the thread, in which the call is already settled. */
export function afterCall(messages: readonly UIMessage[], toolCallId: string): CallEnd {
  const place = messages.findIndex(({ parts }) => parts.some((part) => part.type === 'dynamic-tool' && part.toolCallId === toolCallId))
  const message = messages[place]
  if (message === undefined) return 'nothing'
  if (messages.slice(place + 1).some(({ role }) => role === 'user')) return 'late'
  const step = stepsOfMessage(message).find((parts) => callsOf(parts).some((call) => call.toolCallId === toolCallId)) ?? []
  return callsOf(step).every(isSettled) ? 'continue' : 'wait'
}

/**
 * A conversation's session with a text model: like a Live session, but without a connection. Every request contains the conversation.
 * Input must be in the thread before the session is notified.
 */
export interface TextSession {
  /** From off to ready; otherwise does nothing. */
  start(): void
  /** Retries now if failed or waiting for the next try. */
  retry(): void
  /** Stops the current answer and the session. */
  stop(): Promise<void>
  /** The same, because another server or key takes over: unanswered input is sent there at a retry. */
  leave(): Promise<void>
  /** Whether input is still unanswered. */
  owesAnswer(): boolean
  /** The user has typed a message. A current answer is stopped. */
  sendText(): void
  /** Generates another answer to the user's last input. False if there is none. */
  askAgain(): boolean
  /** Ends of calls, by Parley's ids. When all calls of a step have ended, the answer continues once. */
  sendToolResponses(responses: readonly ToolAnswer[]): void
  /** Stops the current or pending answer. False if there is none. */
  interrupt(): boolean
  state(): SessionState
}

/** So long the news of a call that ended late wait for that of others. */
const NEWS_DELAY_MS = 100

/** The text session: answers the user's input and the ends of calls. Starts off. */
export function createTextSession(options: TextSessionOptions): TextSession {
  const limits: TextLimits = { ...textLimits, ...options.limits }
  const report = createSessionReport(options)
  const requests = createTextRequests(options, limits, report)
  const turn = createTextTurn(options, limits, report, requests, sendNews)
  let wanted: Wanted = 'answer'
  let newsWaits = false
  let newsTimer: Timer | null = null
  let owed = false

  function stopNewsTimer(): void {
    newsTimer?.cancel()
    newsTimer = null
  }

  function begin(next: Wanted, isFirstStep: boolean): void {
    owed = false
    wanted = next
    stopNewsTimer()
    if (next === 'news') newsWaits = false
    turn.begin(next, isFirstStep)
  }

  /** Calls that end together, for example because their time is over, are reported together. */
  function sendNews(): void {
    if (!newsWaits || turn.isWorking()) return
    newsTimer ??= options.clock.after(NEWS_DELAY_MS, () => begin('news', true))
  }

  function callEnded({ toolCallId, response, picture }: ToolAnswer): void {
    if (toolCallId === undefined) return
    requests.addAnswer(toolCallId, { response, picture })
    const next = afterCall(options.history().messages, toolCallId)
    if (next === 'continue' && !turn.isWorking()) begin('answer', false)
    if (next === 'late') newsWaits = true
    if (report.state().phase !== 'failed') sendNews()
  }

  function again(): boolean {
    if (!options.history().messages.some(({ role }) => role === 'user')) return false
    begin(wanted, true)
    return true
  }

  function leave(): Promise<void> {
    owed = turn.isWorking() || report.state().phase === 'failed'
    stopNewsTimer()
    turn.halt()
    turn.disconnect()
    report.show({ phase: 'off' })
    return Promise.resolve()
  }

  return {
    start() {
      if (report.state().phase === 'off') report.ready()
    },
    retry() {
      const { phase } = report.state()
      if (owed || phase === 'failed' || phase === 'reconnecting') again()
      else if (phase === 'off') report.ready()
      sendNews()
    },
    stop() {
      const left = leave()
      owed = false
      return left
    },
    leave,
    owesAnswer: () => owed,
    sendText: () => begin('answer', true),
    askAgain() {
      wanted = 'answer'
      return again()
    },
    sendToolResponses: (responses) => responses.forEach(callEnded),
    interrupt() {
      if (!turn.halt()) return false
      report.ready()
      return true
    },
    state: report.state,
  }
}
