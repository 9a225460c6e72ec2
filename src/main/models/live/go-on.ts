import { endsInActivity, type Outbox } from './outbox'
import { isQuestion } from './outgoing'
import type { StepContext } from './session-loss'
import type { MachineState, ReadyState, Step } from './session-state'

/** What begins the note below. */
export const goOnWords =
  'The connection broke off while you were answering. Go on exactly where you stopped, as if nothing had happened: do not repeat what was said, do not mention this note, and do not call a function again that was called already.'

/**
 * The note that asks the model to go on with an answer that a lost connection cut off. It stands in no thread: the user said
 * nothing. `lastWords`: what arrived of the answer last.
 */
export function goOnNote(lastWords: string): string {
  return lastWords === '' ? goOnWords : `${goOnWords} The last words that arrived were: “${lastWords}”`
}

/** Whether an answer is in the middle of its words, and the user wants to hear the rest. A call that is open goes on by its result. */
export function isMidAnswer(state: MachineState): boolean {
  if (state.phase !== 'ready') return false
  const callsGoOn = state.calls.some(({ status }) => status === 'open' || status === 'waiting')
  return state.answering && !state.cut && !state.unwanted && !callsGoOn
}

/** Whether something waits to be said that will be answered by itself. */
export function asksSomething(outbox: Outbox): boolean {
  return outbox.items.some(isQuestion) || endsInActivity(outbox)
}

/** The user does not want the rest of the answer that runs, or that was cut off. */
export function giveUpAnswer(state: MachineState): Step {
  const given: MachineState = { ...state, brokenOff: false }
  return { state: given.phase === 'ready' && given.answering ? { ...given, unwanted: true } : given, actions: [] }
}

/**
 * The connection is there again. A new session is asked at once to go on; one that goes on with the old session may do so by
 * itself, and is asked where it does not.
 */
export function goOnAfterOpening(state: ReadyState, context: StepContext): Step {
  if (!state.brokenOff) return { state, actions: [] }
  if (!state.resumed) return askToGoOn(state)
  const { generation } = state
  return { state, actions: [{ type: 'start-timer', name: 'go-on', generation, delayMs: context.limits.goOnMs }] }
}

/** Asks the model to go on, if it has not done so meanwhile and nobody has said anything else. */
export function askToGoOn(state: ReadyState): Step {
  if (!state.brokenOff) return { state, actions: [] }
  return {
    state: { ...state, answering: true, turnOpen: true },
    actions: [{ type: 'ask-to-go-on', generation: state.generation }],
  }
}
