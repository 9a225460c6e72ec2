import { assertNever } from '../../../shared/lib/assert-never'
import { classifyClose, describeClose, timeoutVerdict } from './classify-close'
import { emptyOutbox } from './outbox'
import { andThen, askAgain, flush, say, takeBack, withoutSound } from './session-output'
import {
  askToGoOn,
  cancelTimers,
  closeCurrent,
  connect,
  connected,
  fail,
  giveUpAnswer,
  goOnAfterOpening,
  handleChange,
  leave,
  lost,
  type StepContext,
  sureHandle,
} from './session-reconnect'
import { type MachineState, memoryOf, type ReadyState, type SessionEvent, type Step, type TimerName } from './session-state'
import { frameArrived, leaveWhenQuiet, swap } from './session-turn'
import { beginsTurn, stalled, withoutSilence, withWatch } from './session-watch'

export type { StepContext } from './session-reconnect'

/**
 * The state machine of a live session: takes an event, returns the next state and actions. Pure and total: any event is legal in any
 * state; one that does not fit, or that belongs to an older generation, changes nothing.
 */
export function stepSession(state: MachineState, event: SessionEvent, context: StepContext): Step {
  return withWatch(state, event, stepPhase(state, event, context), context)
}

function stepPhase(state: MachineState, event: SessionEvent, context: StepContext): Step {
  switch (event.type) {
    case 'start':
      return state.phase === 'off' ? connect(freshBudget(state), context) : unchanged(state)
    case 'retry':
      return state.phase === 'connecting' || state.phase === 'ready' ? unchanged(state) : connect(freshBudget(state), context)
    case 'stop':
      return stop(state)
    case 'leave':
      return leave(state, context.limits)
    case 'renew':
      return state.phase === 'ready' ? leaveWhenQuiet({ ...state, leaving: true }, context) : unchanged(state)
    case 'context-updated':
      return state.phase === 'ready' && state.generation === event.generation
        ? unchanged({ ...state, nonBlockingTools: event.nonBlockingTools })
        : unchanged(state)
    case 'say':
      return say(beginsTurn(event.item) ? withoutSilence(state) : state, event.item, context.limits)
    case 'take-back':
      return takeBack(state, context.limits)
    case 'give-up':
      return giveUpAnswer(withoutSilence(state))
    case 'ask-again':
      return askAgain(withoutSilence(state), context.limits)
    case 'opened':
      return state.phase === 'connecting' && state.generation === event.generation ? opened(state, event, context) : unchanged(state)
    case 'frame':
      return connected(state) && state.generation === event.generation ? frameArrived(state, event, context) : unchanged(state)
    case 'closed':
      return connected(state) && state.generation === event.generation
        ? lost(state, classifyClose(event.close), describeClose(event.close), context)
        : unchanged(state)
    case 'setup-failed':
      return state.phase === 'connecting' && state.generation === event.generation
        ? fail(state, event.cause, event.detail)
        : unchanged(state)
    case 'timer':
      return state.generation === event.generation ? timerFired(state, event.name, context) : unchanged(state)
    default:
      return assertNever(event, 'session event')
  }
}

function unchanged(state: MachineState): Step {
  return { state, actions: [] }
}

function freshBudget(state: MachineState): MachineState {
  return { ...state, attempt: 0, minimalSetup: false, begunAnew: false, silence: 'none', waitStopped: false }
}

/**
 * Ends the connection and drops unsent input. The handle stays, so that a later start can resume, unless the thread has input that the
 * session may not know: a new session then receives it with the history.
 */
function stop(state: MachineState): Step {
  const waiting = [state.outbox, state.unanswered, state.interjected].flatMap(({ items }) => items)
  const handle = waiting.some((item) => item.type === 'text' && item.turnId !== undefined) ? null : sureHandle(state)
  const forgotten = {
    outbox: emptyOutbox,
    unanswered: emptyOutbox,
    interjected: emptyOutbox,
    repeats: false,
    brokenOff: false,
    speaking: false,
    silence: 'none',
    waitStopped: false,
  } as const
  return {
    state: { ...memoryOf(state), ...forgotten, handle, phase: 'off' },
    actions: [...cancelTimers, ...closeCurrent(state), ...handleChange(state, handle)],
  }
}

function opened(state: MachineState, event: Extract<SessionEvent, { type: 'opened' }>, context: StepContext): Step {
  const memory = memoryOf(state)
  const ready: ReadyState = {
    ...memory,
    // A new session knows none of the earlier calls: it receives their results as text.
    ...(!event.resumed && {
      calls: [],
      outbox: { ...memory.outbox, items: memory.outbox.items.flatMap(withoutSound) },
    }),
    phase: 'ready',
    since: context.now,
    resumed: event.resumed,
    reseeded: event.reseeded,
    nonBlockingTools: event.nonBlockingTools,
    proven: false,
    turnOpen: false,
    cut: false,
    leaving: false,
    thinksLong: event.thinksLong,
    reportsStatus: false,
    promised: false,
    begun: false,
    answering: false,
    unwanted: false,
    frozen: false,
    watched: false,
    thinking: false,
    stalledAt: null,
  }
  return andThen(
    andThen({ state: ready, actions: [{ type: 'cancel-timer', name: 'connect' }] }, () => flush(ready, context.limits)),
    (now) => (now.phase === 'ready' ? goOnAfterOpening(now, context) : unchanged(now)),
  )
}

function timerFired(state: MachineState, name: TimerName, context: StepContext): Step {
  switch (name) {
    case 'connect':
      return state.phase === 'connecting'
        ? andThen({ state, actions: closeCurrent(state) }, () =>
            lost(state, timeoutVerdict, `no answer to the setup within ${context.limits.connectTimeoutMs / 1000} s`, context),
          )
        : unchanged(state)
    case 'retry':
      return state.phase === 'reconnecting' ? connect(state, context) : unchanged(state)
    case 'swap':
      return state.phase === 'ready' ? swap(state, context) : unchanged(state)
    case 'go-on':
      return state.phase === 'ready' ? askToGoOn(state) : unchanged(state)
    case 'stall':
      return state.phase === 'ready' ? stalled(state, context) : unchanged(state)
    default:
      return assertNever(name, 'timer')
  }
}
