import { stallVerdict } from './classify-close'
import { withoutTakenBack } from './outbox'
import { isQuestion } from './outgoing'
import { lost, type StepContext } from './session-loss'
import { andThen } from './session-output'
import type { MachineState, ReadyState, SessionEvent, Step } from './session-state'

/** What a silent model is told. It stands in no thread: the user said nothing. */
export const nudgeWords =
  'No answer has come. Answer now what was said last. Do not call a function again that was called already, and do not mention this note.'

/**
 * Whether the next move is the server's: it owes an answer, is in the middle of one, or has broken one off without
 * ending its turn (live-spec §4 rows 28, 29). While the user speaks, or a call is open, silence is no stall.
 */
export function owesMove(state: ReadyState): boolean {
  if (state.speaking || state.outbox.items.length > 0) return false
  if (state.calls.some(({ status }) => status === 'open' || status === 'waiting')) return false
  return state.answering || state.frozen || [...state.unanswered.items, ...state.interjected.items].some(isQuestion)
}

/** Whether something that was said, or is being said, is still to be answered, on this connection or on the next. */
export function owesAnswer({ speaking, brokenOff, outbox, unanswered, interjected }: MachineState): boolean {
  return speaking || brokenOff || withoutTakenBack([...unanswered.items, ...interjected.items, ...outbox.items]).some(isQuestion)
}

/** Whether something of this turn is still to be sent, or to be answered. */
export function owesTurn({ outbox, unanswered, interjected }: MachineState, turnId: string): boolean {
  return [outbox, unanswered, interjected].some(({ items }) => items.some((item) => 'turnId' in item && item.turnId === turnId))
}

/** Starts, restarts or ends the stall timer after a step. */
export function withWatch(before: MachineState, event: SessionEvent, step: Step, { limits }: StepContext): Step {
  const { state } = step
  if (state.phase !== 'ready') return step
  if (!owesMove(state)) {
    if (!state.watched) return step
    return {
      state: { ...state, watched: false, stalledAt: null },
      actions: [...step.actions, { type: 'cancel-timer', name: 'stall' }],
    }
  }
  const moved =
    event.type === 'frame'
      ? event.facts.moves
      : event.type === 'opened' ||
        event.type === 'say' ||
        event.type === 'take-back' ||
        event.type === 'ask-again' ||
        event.type === 'timer'
  if (state.watched && (!moved || before === state)) return step
  const delayMs = limits.stallMs * (state.thinksLong ? limits.longThoughtFactor : 1)
  return {
    state: { ...state, watched: true },
    actions: [...step.actions, { type: 'start-timer', name: 'stall', generation: state.generation, delayMs }],
  }
}

/** The silence was too long: the model is asked once more; if that is not answered either, the connection is made anew. */
export function stalled(state: ReadyState, context: StepContext): Step {
  if (!owesMove(state)) return { state, actions: [] }
  const { generation } = state
  if (!state.nudged) {
    return {
      state: { ...state, stalledAt: context.now, nudged: true },
      actions: [{ type: 'send', generation, item: { type: 'text', text: nudgeWords } }],
    }
  }
  const detail = 'the connection is open, but the model says nothing'
  return andThen({ state, actions: [{ type: 'close', generation }] }, (now) => lost(now, stallVerdict, detail, context))
}
