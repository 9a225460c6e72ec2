import type { LiveLimits } from './backoff'
import { stallVerdict, unansweredVerdict } from './classify-close'
import { isApproval, type Outgoing, withoutTakenBack } from './outbox'
import { andThen } from './session-output'
import { lost, type StepContext } from './session-reconnect'
import type { MachineState, ReadyState, SessionEvent, Step } from './session-state'

/** The note to a silent model. It is in no thread, because the user said nothing. */
export const nudgeText =
  'No answer has come. Answer now what was said last. Do not call a function again that was called already, and do not mention this note.'

/**
 * Whether the next move is the server's: it owes an answer, is in the middle of one, has promised one, or has broken one off
 * without ending its turn (live-spec §4 rows 28, 29). While the user speaks, or a call is open, or where the user has stopped
 * the wait, silence is no stall.
 */
export function owesMove(state: ReadyState): boolean {
  if (state.speaking || state.waitStopped || state.outbox.items.length > 0) return false
  if (state.calls.some(({ status }) => status === 'open' || status === 'waiting')) return false
  if (state.answering || state.frozen || state.promised || state.stalledAt !== null) return true
  return [...state.unanswered.items, ...state.interjected.items].some(isApproval)
}

/** Whether something that was said, or is being said, is still to be answered, on this connection or on the next. */
export function owesAnswer(state: MachineState): boolean {
  const { speaking, brokenOff, outbox, unanswered, interjected, waitStopped } = state
  if (waitStopped) return false
  if (speaking || brokenOff || (state.phase === 'ready' && state.stalledAt !== null)) return true
  return withoutTakenBack([...unanswered.items, ...interjected.items, ...outbox.items]).some(isApproval)
}

/** Whether this item is new input from the user. */
export function beginsTurn({ type }: Outgoing): boolean {
  return type === 'activity-start' || type === 'text'
}

/** The state of a turn in which nothing was done about silence yet. */
export function withoutSilence(state: MachineState): MachineState {
  const fresh: MachineState = { ...state, silence: 'none', waitStopped: false }
  return fresh.phase === 'ready' ? { ...fresh, stalledAt: null } : fresh
}

/** Whether part of this turn is still unsent or unanswered. */
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
  const delayMs = longestSilence(state, limits)
  const waitsAnew = isSignOfLife(before, event) || (before.phase === 'ready' && longestSilence(before, limits) !== delayMs)
  if (state.watched && (!waitsAnew || before === state)) return step
  return {
    state: { ...state, watched: true },
    actions: [...step.actions, { type: 'start-timer', name: 'stall', generation: state.generation, delayMs }],
  }
}

/**
 * Whether this event ends the silence. The note to a silent model interrupts its work, so an interruption, or an end of the turn
 * without output, does not count.
 */
function isSignOfLife(before: MachineState, event: SessionEvent): boolean {
  switch (event.type) {
    case 'frame':
      if (before.phase === 'ready' && before.stalledAt !== null) return event.facts.says || event.facts.status === 'working'
      return event.facts.moves
    case 'opened':
    case 'say':
    case 'take-back':
    case 'ask-again':
    case 'timer':
      return true
    default:
      return false
  }
}

/** The longest allowed silence now, in ms. Before an answer begins it is much longer than in the middle of it. */
function longestSilence({ answering, thinking, frozen, promised, thinksLong }: ReadyState, limits: LiveLimits): number {
  const midAnswer = (answering && !thinking) || frozen
  return (midAnswer ? limits.stallMs : limits.firstAnswerMs) * (thinksLong || promised ? limits.longThoughtFactor : 1)
}

/** The silence was too long: asks the model again, then moves the question to a new connection, then fails. */
export function stalled(state: ReadyState, context: StepContext): Step {
  if (!owesMove(state)) return { state, actions: [] }
  const { generation, silence } = state
  if (silence === 'none') {
    return {
      state: { ...state, stalledAt: context.now, silence: 'asked-again' },
      actions: [{ type: 'send', generation, item: { type: 'text', text: nudgeText } }],
    }
  }
  const verdict = silence === 'asked-again' ? stallVerdict : unansweredVerdict
  const detail = 'the connection is open, but the model says nothing'
  const left: Step = { state: { ...state, silence: 'reconnected' }, actions: [{ type: 'close', generation }] }
  return andThen(left, (now) => lost(now, verdict, detail, context))
}
