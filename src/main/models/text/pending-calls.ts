import type { UIMessage } from '../../../shared/protocol/ui-message'
import { isSettled } from './call-response'
import { callsOf, stepsOfMessage } from './steps-of-message'

/**
 * What the end of a call asks for. `wait`: others of its step are still open. `continue`: the answer can go on, with all of
 * them together. `late`: the user has said something else since, so that its end is news. `nothing`: the thread doesn't know it.
 */
export type CallEnd = 'wait' | 'continue' | 'late' | 'nothing'

/** Decides by the thread, in which the call is already settled. */
export function afterCall(messages: readonly UIMessage[], toolCallId: string): CallEnd {
  const place = messages.findIndex(({ parts }) => parts.some((part) => part.type === 'dynamic-tool' && part.toolCallId === toolCallId))
  const message = messages[place]
  if (message === undefined) return 'nothing'
  if (messages.slice(place + 1).some(({ role }) => role === 'user')) return 'late'
  const step = stepsOfMessage(message).find((parts) => callsOf(parts).some((call) => call.toolCallId === toolCallId)) ?? []
  return callsOf(step).every(isSettled) ? 'continue' : 'wait'
}
