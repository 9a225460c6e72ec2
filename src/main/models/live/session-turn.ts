import type { FrameFacts } from './frame-facts'
import { append, emptyOutbox, endsInActivity, isApproval, type Outbox, type Outgoing } from './outbox'
import { andThen, flush, noteCalls, stillWanted } from './session-output'
import { closeCurrent, connect, handleChange, retainUnanswered, type StepContext } from './session-reconnect'
import type { MachineState, ReadyState, SeenCall, SessionAction, SessionEvent, Step } from './session-state'

/** Handles a server message: stores its handle, passes it on, and updates the state of the turn. */
export function frameArrived(state: MachineState, event: Extract<SessionEvent, { type: 'frame' }>, context: StepContext): Step {
  const { facts } = event
  const handle = facts.handle === null ? state.handle : { handle: facts.handle, endpoint: event.endpoint, at: context.now }
  const delivered: Step = {
    state: { ...state, handle },
    actions: [...(facts.handle === null ? [] : [{ type: 'handle', handle } as const]), { type: 'deliver', frame: event.frame }],
  }
  return andThen(delivered, (now) => (now.phase === 'ready' ? turnMoved(now, facts, context) : { state: now, actions: [] }))
}

/** Leaves a connection that will close anyway for a new one that resumes its session. */
export function swap(state: ReadyState, context: StepContext): Step {
  const kept = retainUnanswered(state, context.limits)
  return andThen({ state: kept, actions: [...closeCurrent(state), ...handleChange(state, kept.handle)] }, (now) => connect(now, context))
}

function turnMoved(state: ReadyState, facts: FrameFacts, context: StepContext): Step {
  const next = afterFrame(state, facts)
  return andThen(
    andThen({ state: next, actions: swapTimer(state, facts, context) }, () => flush(next, context.limits)),
    (now) => (now.phase === 'ready' ? leaveWhenQuiet(now, context) : { state: now, actions: [] }),
  )
}

/** Leaves a connection marked for leaving, unless somebody speaks or something is still expected. */
export function leaveWhenQuiet(state: ReadyState, context: StepContext): Step {
  return state.leaving && quiet(state) ? swap(state, context) : { state, actions: [] }
}

function afterFrame(state: ReadyState, facts: FrameFacts): ReadyState {
  const reportsStatus = state.reportsStatus || facts.status !== null
  const idle = facts.status === null ? facts.turnComplete && !reportsStatus : facts.status === 'idle'
  const over = idle || facts.waitsForInput
  // The note to a silent model ends the turn it is working in: such an end answers nothing.
  const stalledAt = facts.says || facts.waitsForInput ? null : state.stalledAt
  const ended = facts.turnComplete && !state.cut && !facts.interrupted && stalledAt === null
  const completesAnswer = (ended && !state.promised) || facts.waitsForInput
  const calls = noteCalls(state.calls, facts.calls, facts.cancelledIds)
  const { answered, left } = answeredBy(withoutCancelled(state, calls), facts, completesAnswer)
  const words = answered.filter(({ type }) => type !== 'tool-responses')
  const ends = facts.turnComplete || facts.interrupted || over
  const stops = facts.turnComplete || facts.generated || facts.interrupted || over
  return {
    ...state,
    reportsStatus,
    proven: state.proven || facts.answers,
    turnOpen: over ? false : state.turnOpen || facts.answers,
    cut: !facts.turnComplete && (state.cut || facts.interrupted),
    promised: (state.promised && !facts.answers && !over && !facts.interrupted) || (facts.turnComplete && facts.status === 'working'),
    begun: !ends && (state.begun || (facts.answers && !state.cut)),
    answering: !stops && ((state.answering && !takesBackLast(state.calls, calls)) || facts.answers),
    unwanted: state.unwanted && !ends,
    brokenOff: state.brokenOff && !facts.answers && !(facts.turnComplete && state.answering),
    frozen: frozenAfter(state, facts, over),
    thinking: !stops && (facts.says ? facts.thinks : state.thinking),
    stalledAt,
    silence: completesAnswer ? 'none' : state.silence,
    leaving: state.leaving || facts.goAway !== null,
    unanswered: outboxOf(state.unanswered, ends ? [...left, ...state.interjected.items] : left),
    interjected: ends ? emptyOutbox : state.interjected,
    asked: words.length > 0 ? outboxOf(state.asked, words) : state.asked,
    calls,
  }
}

/** Whether the model has just cancelled its last open call: nothing more of that answer needs to arrive. */
function takesBackLast(before: readonly SeenCall[], calls: readonly SeenCall[]): boolean {
  const isOpen = ({ status }: SeenCall): boolean => status === 'open' || status === 'waiting'
  const cancelled = (seen: readonly SeenCall[]): number => seen.filter(({ status }) => status === 'cancelled').length
  return cancelled(calls) > cancelled(before) && !calls.some(isOpen)
}

/** The state without results whose calls were cancelled after they were sent: nobody waits for them. */
function withoutCancelled(state: ReadyState, calls: readonly SeenCall[]): ReadyState {
  if (calls === state.calls) return state
  const items = state.unanswered.items.flatMap((item) => stillWanted(item, calls))
  return { ...state, unanswered: outboxOf(state.unanswered, items) }
}

/**
 * Which of the sent items this frame answers. The start of an answer covers only the first question, because the next one, sent right
 * after it, interrupts the answer. A turn completed without an answer covers everything sent before it.
 */
function answeredBy(
  state: ReadyState,
  facts: FrameFacts,
  completesAnswer: boolean,
): { answered: readonly Outgoing[]; left: readonly Outgoing[] } {
  const { items } = state.unanswered
  // Frames that arrive while the user speaks belong to the previous turn.
  if (endsInActivity(state.unanswered)) return { answered: [], left: items }
  if (completesAnswer) return { answered: items, left: [] }
  // Remains of a turn that was cut off answer nothing, unless the server was asked again meanwhile.
  const answers = state.stalledAt === null ? facts.answers : facts.says
  if (!answers || facts.interrupted || (state.cut && state.stalledAt === null)) return { answered: [], left: items }
  if (state.begun) return { answered: items.filter(isResponse), left: items.filter((item) => !isResponse(item)) }
  const end = firstQuestionEnd(items)
  return { answered: items.slice(0, end), left: items.slice(end) }
}

/** The number of items up to the first question; items said during speech separate nothing. */
function firstQuestionEnd(items: readonly Outgoing[]): number {
  let speaking = false
  const asked = items.findIndex((item) => {
    speaking = item.type === 'activity-start' || (speaking && item.type !== 'activity-end')
    return !speaking && isApproval(item)
  })
  return asked < 0 ? items.length : asked + 1
}

/** An outbox of items that were within the limit before. */
function outboxOf(before: Outbox, items: readonly Outgoing[]): Outbox {
  const same = items.length === before.items.length && items.every((item, index) => item === before.items[index])
  return same ? before : append(emptyOutbox, items, Number.POSITIVE_INFINITY)
}

function isResponse({ type }: Outgoing): boolean {
  return type === 'tool-responses'
}

/** An interrupted turn must still be ended, unless it was over when it was interrupted (only its sound still played). */
function frozenAfter(state: ReadyState, facts: FrameFacts, over: boolean): boolean {
  if (over || facts.turnComplete) return false
  // If the model was asked again, that caused the interruption.
  if (facts.interrupted) return state.stalledAt === null ? state.turnOpen : state.frozen
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
