import type { FrameFacts } from './frame-facts'
import { append, emptyOutbox, endsInActivity } from './outbox'
import { closeCurrent, connect, keepUnanswered, type StepContext } from './session-loss'
import { andThen, flush, noteCalls } from './session-output'
import type { MachineState, ReadyState, SessionAction, SessionEvent, Step } from './session-state'

/** A message of the server: kept as a handle, given on, and read for what it says about the turn. */
export function frameArrived(state: MachineState, event: Extract<SessionEvent, { type: 'frame' }>, context: StepContext): Step {
  const { facts } = event
  const handle = facts.handle === null ? state.handle : { handle: facts.handle, endpoint: event.endpoint, at: context.now }
  const delivered: Step = {
    state: { ...state, handle },
    actions: [...(facts.handle === null ? [] : [{ type: 'handle', handle } as const]), { type: 'deliver', frame: event.frame }],
  }
  return andThen(delivered, (now) => (now.phase === 'ready' ? turnMoved(now, facts, context) : { state: now, actions: [] }))
}

/** Leaves a connection that will be closed anyway, for a new one that goes on with its session. */
export function swap(state: ReadyState, context: StepContext): Step {
  return andThen({ state: keepUnanswered(state, context.limits), actions: closeCurrent(state) }, (now) => connect(now, context))
}

function turnMoved(state: ReadyState, facts: FrameFacts, context: StepContext): Step {
  const next = afterFrame(state, facts)
  return andThen(
    andThen({ state: next, actions: swapTimer(state, facts, context) }, () => flush(next, context.limits)),
    (now) => (now.phase === 'ready' ? leaveWhenQuiet(now, context) : { state: now, actions: [] }),
  )
}

/** Leaves a connection that is to be left, unless somebody speaks or something is still on its way. */
export function leaveWhenQuiet(state: ReadyState, context: StepContext): Step {
  return state.leaving && quiet(state) ? swap(state, context) : { state, actions: [] }
}

function afterFrame(state: ReadyState, facts: FrameFacts): ReadyState {
  const tellsStatus = state.tellsStatus || facts.status !== null
  const idle = facts.status === null ? facts.turnComplete && !tellsStatus : facts.status === 'idle'
  const over = idle || facts.waitsForInput
  const completesAnswer = (facts.turnComplete && !state.cut && !facts.interrupted) || facts.waitsForInput
  // What comes while the user speaks still belongs to the turn before.
  const answered = (facts.answers || completesAnswer) && !endsInActivity(state.unanswered)
  const words = state.unanswered.items.filter(({ type }) => type !== 'tool-responses')
  const stops = facts.turnComplete || facts.generated || facts.interrupted || over
  return {
    ...state,
    tellsStatus,
    proven: state.proven || facts.answers,
    turnOpen: over ? false : state.turnOpen || facts.answers,
    cut: !facts.turnComplete && (state.cut || facts.interrupted),
    answering: !stops && (state.answering || facts.answers),
    frozen: frozenAfter(state, facts, over),
    stalledAt: facts.answers || over ? null : state.stalledAt,
    nudged: state.nudged && !facts.turnComplete && !over,
    leaving: state.leaving || facts.goAway !== null,
    unanswered: answered ? emptyOutbox : state.unanswered,
    asked: answered && words.length > 0 ? append(emptyOutbox, words, Number.POSITIVE_INFINITY) : state.asked,
    calls: noteCalls(state.calls, facts.calls, facts.cancelledIds),
  }
}

/** An interrupted turn must still be ended; one that was over when it was interrupted (its sound still played) is. */
function frozenAfter(state: ReadyState, facts: FrameFacts, over: boolean): boolean {
  if (over || facts.turnComplete) return false
  if (facts.interrupted) return state.turnOpen
  return state.frozen && !facts.answers
}

function swapTimer({ generation }: ReadyState, { goAway }: FrameFacts, { limits }: StepContext): readonly SessionAction[] {
  if (goAway === null) return []
  const delayMs = Math.max(0, (goAway.timeLeftMs ?? 2 * limits.swapMarginMs) - limits.swapMarginMs)
  return [{ type: 'start-timer', name: 'swap', generation, delayMs }]
}

function quiet(state: ReadyState): boolean {
  return !state.speaking && !state.turnOpen && state.outbox.items.length === 0
}
