import { assertNever } from '../../shared/lib/assert-never'
import { backoffDelay, type LiveLimits } from './backoff'
import { type CloseVerdict, classifyClose, describeClose, timeoutVerdict } from './classify-close'
import type { FrameFacts } from './frame-facts'
import { append, emptyOutbox, endsInActivity } from './outbox'
import type { Outgoing } from './outgoing'
import { andThen, answersAsText, flush, noteCalls, say } from './session-output'
import { type MachineState, memoryOf, type ReadyState, type SessionAction, type SessionEvent, type Step } from './session-state'

/** What the machine is lent by the world for one step: the time, a number from 0 to 1, and its limits. */
export interface StepContext {
  readonly now: number
  readonly random: number
  readonly limits: LiveLimits
}

/**
 * The life of a live session: an event in, the next state and the actions to take out. Pure and total: any event is
 * legal in any state, one that doesn't fit changes nothing, and events of older generations never do.
 */
export function stepSession(state: MachineState, event: SessionEvent, context: StepContext): Step {
  switch (event.type) {
    case 'start':
      return state.phase === 'off' ? connect(freshBudget(state), context) : unchanged(state)
    case 'retry':
      return state.phase === 'connecting' || state.phase === 'ready' ? unchanged(state) : connect(freshBudget(state), context)
    case 'stop':
      return stop(state)
    case 'say':
      return say(state, event.item, context.limits)
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

function connected(state: MachineState): boolean {
  return state.phase === 'connecting' || state.phase === 'ready'
}

function freshBudget(state: MachineState): MachineState {
  return { ...state, attempt: 0, minimalSetup: false, begunAnew: false }
}

function connect(state: MachineState, { now, limits }: StepContext): Step {
  const memory = memoryOf(state)
  const generation = memory.generation + 1
  const handle = memory.handle !== null && now - memory.handle.at <= limits.handleLifeMs ? memory.handle : null
  return {
    state: { ...memory, generation, handle, phase: 'connecting', since: now },
    actions: [
      ...cancelTimers,
      { type: 'start-timer', name: 'connect', generation, delayMs: limits.connectTimeoutMs },
      { type: 'connect', generation, handle, minimalSetup: memory.minimalSetup },
    ],
  }
}

const cancelTimers: readonly SessionAction[] = [
  { type: 'cancel-timer', name: 'connect' },
  { type: 'cancel-timer', name: 'retry' },
  { type: 'cancel-timer', name: 'swap' },
]

function closeCurrent(state: MachineState): readonly SessionAction[] {
  return connected(state) ? [{ type: 'close', generation: state.generation }] : []
}

/** Ends the connection and forgets what wasn't sent; the handle stays, so that a later start can go on from here. */
function stop(state: MachineState): Step {
  return {
    state: { ...memoryOf(state), phase: 'off', outbox: emptyOutbox, unanswered: emptyOutbox, repeats: false, speaking: false },
    actions: [...cancelTimers, ...closeCurrent(state)],
  }
}

function opened(state: MachineState, event: Extract<SessionEvent, { type: 'opened' }>, { now, limits }: StepContext): Step {
  const memory = memoryOf(state)
  const ready: ReadyState = {
    ...memory,
    // A session begun anew knows none of the earlier calls: what they came to is told in words.
    ...(!event.resumed && {
      calls: [],
      outbox: { ...memory.outbox, items: memory.outbox.items.flatMap(asWords) },
    }),
    phase: 'ready',
    since: now,
    nonBlockingTools: event.nonBlockingTools,
    proven: false,
    turnOpen: false,
    cut: false,
    leaving: false,
  }
  return andThen({ state: ready, actions: [{ type: 'cancel-timer', name: 'connect' }] }, () => flush(ready, limits))
}

function asWords(item: Outgoing): readonly Outgoing[] {
  if (item.type !== 'tool-responses') return [item]
  const final = item.responses.filter((answer) => answer.willContinue !== true)
  return final.length === 0 ? [] : [{ type: 'text', text: answersAsText(final) }]
}

function frameArrived(state: MachineState, event: Extract<SessionEvent, { type: 'frame' }>, context: StepContext): Step {
  const { facts } = event
  const handle = facts.handle === null ? state.handle : { handle: facts.handle, endpoint: event.endpoint, at: context.now }
  const delivered: Step = {
    state: { ...state, handle },
    actions: [...(facts.handle === null ? [] : [{ type: 'handle', handle } as const]), { type: 'deliver', frame: event.frame }],
  }
  return andThen(delivered, (now) => (now.phase === 'ready' ? turnMoved(now, facts, context) : unchanged(now)))
}

function turnMoved(state: ReadyState, facts: FrameFacts, context: StepContext): Step {
  const completesAnswer = facts.turnComplete && !state.cut && !facts.interrupted
  // What comes while the user speaks still belongs to the turn before.
  const answered = (facts.answers || completesAnswer) && !endsInActivity(state.unanswered)
  const next: ReadyState = {
    ...state,
    proven: state.proven || facts.answers,
    turnOpen: facts.idle ? false : state.turnOpen || facts.answers,
    cut: !facts.turnComplete && (state.cut || facts.interrupted),
    leaving: state.leaving || facts.goAway !== null,
    unanswered: answered ? emptyOutbox : state.unanswered,
    calls: noteCalls(state.calls, facts.calls, facts.cancelledIds),
  }
  const { generation } = state
  const timer: readonly SessionAction[] =
    facts.goAway === null
      ? []
      : [
          {
            type: 'start-timer',
            name: 'swap',
            generation,
            delayMs: Math.max(0, (facts.goAway.timeLeftMs ?? 2 * context.limits.swapMarginMs) - context.limits.swapMarginMs),
          },
        ]
  return andThen(
    andThen({ state: next, actions: timer }, () => flush(next, context.limits)),
    (now) => (now.phase === 'ready' && now.leaving && quiet(now) ? swap(now, context) : unchanged(now)),
  )
}

function quiet(state: ReadyState): boolean {
  return !state.speaking && !state.turnOpen && state.outbox.items.length === 0
}

/** Leaves a connection that will be closed anyway, for a new one that goes on with its session. */
function swap(state: ReadyState, context: StepContext): Step {
  return andThen({ state: keepUnanswered(state, context.limits), actions: closeCurrent(state) }, (now) => connect(now, context))
}

function timerFired(state: MachineState, name: Extract<SessionEvent, { type: 'timer' }>['name'], context: StepContext): Step {
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
    default:
      return assertNever(name, 'timer')
  }
}

/** What was sent and not answered is said again, before what wasn't sent yet. */
function keepUnanswered(state: MachineState, limits: LiveLimits): MachineState {
  const repeated = state.unanswered.items.length > 0
  return {
    ...state,
    outbox: append(state.unanswered, state.outbox.items, limits.bufferedAudioBytes),
    unanswered: emptyOutbox,
    repeats: state.repeats || repeated,
  }
}

function lost(state: MachineState, verdict: CloseVerdict, detail: string, context: StepContext): Step {
  const { now, random, limits } = context
  const proven = state.phase === 'ready' && (state.proven || now - state.since >= limits.provenAfterMs)
  const kept = keepUnanswered(proven ? { ...state, attempt: 0, begunAnew: false } : state, limits)
  if (verdict.action === 'fail') return fail(kept, verdict.cause, detail)
  const attempt = kept.attempt + 1
  const exhausted =
    attempt > (verdict.tries ?? limits.tries) ||
    (verdict.minimalSetup && kept.minimalSetup) ||
    (verdict.resumption === 'once' && kept.begunAnew)
  if (exhausted) return fail(kept, verdict.cause, detail)
  const delayMs = backoffDelay(attempt, random, limits)
  const { generation } = kept
  const handle = verdict.resumption === 'keep' ? kept.handle : null
  return {
    state: {
      ...memoryOf(kept),
      attempt,
      handle,
      minimalSetup: kept.minimalSetup || verdict.minimalSetup,
      begunAnew: kept.begunAnew || verdict.resumption === 'once',
      phase: 'reconnecting',
      nextTryAt: now + delayMs,
    },
    actions: [
      ...cancelTimers,
      ...(handle === kept.handle ? [] : [{ type: 'handle', handle } as const]),
      { type: 'start-timer', name: 'retry', generation, delayMs },
    ],
  }
}

/** Final until the user acts; what was said is kept for that. */
function fail(state: MachineState, cause: Extract<MachineState, { phase: 'failed' }>['cause'], detail: string): Step {
  return {
    state: { ...memoryOf(state), phase: 'failed', cause, detail },
    actions: [...cancelTimers, ...closeCurrent(state)],
  }
}
