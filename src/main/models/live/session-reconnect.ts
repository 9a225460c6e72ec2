import { backoffDelay, type LiveLimits } from './backoff'
import type { CloseVerdict } from './classify-close'
import { append, emptyOutbox, endsInActivity, isApproval, type Outbox } from './outbox'
import { andThen, withoutSound } from './session-output'
import { type MachineState, memoryOf, type ReadyState, type ResumptionHandle, type SessionAction, type Step } from './session-state'

/** Inputs of one step: the time, a number from 0 to 1, and the limits. */
export interface StepContext {
  readonly now: number
  readonly random: number
  readonly limits: LiveLimits
}

/** No timer outlives the phase it was started in. */
export const cancelTimers: readonly SessionAction[] = [
  { type: 'cancel-timer', name: 'connect' },
  { type: 'cancel-timer', name: 'retry' },
  { type: 'cancel-timer', name: 'swap' },
  { type: 'cancel-timer', name: 'stall' },
  { type: 'cancel-timer', name: 'go-on' },
]

/** Whether there is a connection, open or opening. */
export function connected(state: MachineState): boolean {
  return state.phase === 'connecting' || state.phase === 'ready'
}

/** The action that ends the current connection, if there is one. */
export function closeCurrent(state: MachineState): readonly SessionAction[] {
  return connected(state) ? [{ type: 'close', generation: state.generation }] : []
}

/** Starts the next connection, with the handle while it is fresh. */
export function connect(state: MachineState, { now, limits }: StepContext): Step {
  const memory = memoryOf(state)
  const generation = memory.generation + 1
  const handle = memory.handle !== null && now - memory.handle.at <= limits.handleLifeMs ? memory.handle : null
  return {
    state: { ...memory, generation, handle, phase: 'connecting', since: now },
    actions: [
      ...cancelTimers,
      { type: 'start-timer', name: 'connect', generation, delayMs: limits.connectTimeoutMs },
      ...(handle === memory.handle ? [] : [{ type: 'handle', handle } as const]),
      { type: 'connect', generation, handle, minimalSetup: memory.minimalSetup, trimmed: memory.begunAnew },
    ],
  }
}

/** The handle, unless it belongs to a new session that has not answered yet: that one may not have received the whole history. */
export function sureHandle(state: MachineState): ResumptionHandle | null {
  return state.phase === 'ready' && state.reseeded && !state.proven ? null : state.handle
}

/** Reports a handle that differs from the state's. */
export function handleChange(state: MachineState, handle: ResumptionHandle | null): readonly SessionAction[] {
  return handle === state.handle ? [] : [{ type: 'handle', handle }]
}

/** Moves unanswered items back to the front of the outbox, to be sent again. */
export function retainUnanswered(state: MachineState, limits: LiveLimits): MachineState {
  const sent = [...state.unanswered.items, ...state.interjected.items]
  const repeated = sent.some(({ type }) => type !== 'tool-responses')
  const outbox = append(emptyOutbox, [...sent, ...state.outbox.items], limits.bufferedAudioBytes)
  return {
    ...state,
    handle: sureHandle(state),
    outbox,
    brokenOff: (state.brokenOff || isMidAnswer(state)) && !asksSomething(outbox),
    unanswered: emptyOutbox,
    interjected: emptyOutbox,
    repeats: state.repeats || repeated,
  }
}

/** Handles a lost connection: waits for the next try as the verdict says, or gives up. */
export function lost(state: MachineState, verdict: CloseVerdict, detail: string, context: StepContext): Step {
  const { now, random, limits } = context
  const proven = provesItself(state, context)
  const kept = retainUnanswered(proven ? { ...state, attempt: 0, resumeFailures: 0, begunAnew: false } : state, limits)
  const givenUp = (): Step => andThen({ state: kept, actions: handleChange(state, kept.handle) }, (now) => fail(now, verdict.cause, detail))
  if (verdict.action === 'fail') return givenUp()
  const attempt = kept.attempt + 1
  const tries = verdict.tries ?? limits.tries
  const minimalSetup = verdict.minimalSetup === 'last' ? kept.begunAnew : verdict.minimalSetup
  const refusedAnew = verdict.resumption === 'once' && kept.begunAnew && !minimalSetup
  const exhausted = attempt > tries || (minimalSetup && kept.minimalSetup) || refusedAnew
  if (exhausted) return givenUp()
  const delayMs = backoffDelay(attempt, random, limits)
  const { generation } = kept
  const resumeFailures = kept.resumeFailures + (proven || !usesHandle(state) ? 0 : weightOf(verdict.againstHandle, limits))
  const handle = verdict.resumption === 'keep' && resumeFailures < limits.resumeTries ? kept.handle : null
  return {
    state: {
      ...memoryOf(kept),
      ...(verdict.answersAsWords && { outbox: { ...kept.outbox, items: kept.outbox.items.flatMap(withoutSound) } }),
      attempt,
      tries,
      handle,
      resumeFailures: handle === null ? 0 : resumeFailures,
      minimalSetup: kept.minimalSetup || minimalSetup,
      begunAnew: kept.begunAnew || verdict.resumption === 'once',
      phase: 'reconnecting',
      nextTryAt: now + delayMs,
    },
    actions: [...cancelTimers, ...handleChange(state, handle), { type: 'start-timer', name: 'retry', generation, delayMs }],
  }
}

/** Ends the connection for another server or key, which then receives all unanswered input. */
export function leave(state: MachineState, limits: LiveLimits): Step {
  const kept = retainUnanswered(state, limits)
  return {
    state: { ...memoryOf(kept), attempt: 0, resumeFailures: 0, minimalSetup: false, begunAnew: false, silence: 'none', phase: 'off' },
    actions: [...cancelTimers, ...closeCurrent(state), ...handleChange(state, kept.handle)],
  }
}

/** Fails until the user acts; input is kept for that. */
export function fail(state: MachineState, cause: Extract<MachineState, { phase: 'failed' }>['cause'], detail: string): Step {
  return {
    state: { ...memoryOf(state), phase: 'failed', cause, detail },
    actions: [...cancelTimers, ...closeCurrent(state)],
  }
}

function usesHandle(state: MachineState): boolean {
  return state.phase === 'ready' ? state.resumed : state.phase === 'connecting' && state.handle !== null
}

function weightOf(against: 'nothing' | 'something' | 'enough', { resumeTries }: LiveLimits): number {
  if (against === 'nothing') return 0
  return against === 'something' ? 1 : resumeTries
}

/** A connection that answered restores all tries; so does one that lasted, unless it was silent. */
function provesItself(state: MachineState, { now, limits }: StepContext): boolean {
  if (state.phase !== 'ready') return false
  return state.proven || (state.silence === 'none' && now - state.since >= limits.provenAfterMs)
}

/** The beginning of the note below. */
export const continueText =
  'The connection broke off while you were answering. Go on exactly where you stopped, as if nothing had happened: do not repeat what was said, do not mention this note, and do not call a function again that was called already.'

/**
 * The note that asks the model to continue an answer that a lost connection cut off. It is in no thread, because the user said
 * nothing. `lastUserText`: the last text of the answer that arrived.
 */
export function goOnNote(lastUserText: string): string {
  return lastUserText === '' ? continueText : `${continueText} The last words that arrived were: “${lastUserText}”`
}

/** Whether an answer is incomplete and the user wants the rest. An open call continues with its result instead. */
export function isMidAnswer(state: MachineState): boolean {
  if (state.phase !== 'ready') return false
  const callsGoOn = state.calls.some(({ status }) => status === 'open' || status === 'waiting')
  return state.answering && !state.cut && !state.unwanted && !callsGoOn
}

/** Whether an item is waiting that will be answered anyway. */
export function asksSomething(outbox: Outbox): boolean {
  return outbox.items.some(isApproval) || endsInActivity(outbox)
}

/** The user does not want the rest of the answer that runs, or that was cut off. */
export function giveUpAnswer(state: MachineState): Step {
  const given: MachineState = { ...state, brokenOff: false, waitStopped: true }
  return { state: given.phase === 'ready' && given.answering ? { ...given, unwanted: true } : given, actions: [] }
}

/**
 * Handles a reopened connection. A new session is asked at once to continue; a resumed one may continue by itself, and is asked if it
 * does not.
 */
export function goOnAfterOpening(state: ReadyState, context: StepContext): Step {
  if (!state.brokenOff) return { state, actions: [] }
  if (!state.resumed) return askToGoOn(state)
  const { generation } = state
  return { state, actions: [{ type: 'start-timer', name: 'go-on', generation, delayMs: context.limits.goOnMs }] }
}

/** Asks the model to continue, unless it has done so or something else was said meanwhile. */
export function askToGoOn(state: ReadyState): Step {
  if (!state.brokenOff) return { state, actions: [] }
  return {
    state: { ...state, answering: true, turnOpen: true },
    actions: [{ type: 'ask-to-go-on', generation: state.generation }],
  }
}
