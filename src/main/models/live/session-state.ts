import type { SessionFailureCause, SessionState } from '../../../shared/ipc/schemas'
import { assertNever } from '../../../shared/lib/assert-never'
import type { LiveClose } from './classify-close'
import type { FrameFacts } from './frame-facts'
import { emptyOutbox, type Outbox, type Outgoing } from './outbox'

/** The endpoint of a connection: handles are not sent to another endpoint. */
export interface LiveEndpoint {
  readonly baseUrl: string | null
  readonly model: string
}

/** A handle created by the server; valid at its endpoint until it expires. `at`: ms since the epoch. */
export interface ResumptionHandle {
  readonly handle: string
  readonly endpoint: LiveEndpoint
  readonly at: number
}

/** A call of the model in this lineage of connections. A cancelled one is never answered. */
export interface SeenCall {
  readonly id: string | null
  readonly name: string
  /** `waiting`: the model was informed that the end of the call is still to come. */
  readonly status: 'open' | 'waiting' | 'answered' | 'cancelled'
}

/** State that outlives a connection. */
export interface SessionMemory {
  /** Number of the current or latest connection; 0 before the first. */
  readonly generation: number
  readonly handle: ResumptionHandle | null
  /** User input and responses not sent yet. */
  readonly outbox: Outbox
  /** Sent, but the model has not begun to answer: sent again if the connection is lost. */
  readonly unanswered: Outbox
  /** Sent while an answer ran: that answer does not answer it, and may be interrupted by it. */
  readonly interjected: Outbox
  /** The last user input that the model received: it can be repeated. */
  readonly asked: Outbox
  /** The outbox begins with items that were sent before. */
  readonly repeats: boolean
  /** A loss cut off an answer that the user wants in full: the model is asked to continue it. */
  readonly brokenOff: boolean
  /** Between activity-start and activity-end, as the user gave them. */
  readonly speaking: boolean
  /** Failed tries since the last proven connection. */
  readonly attempt: number
  /** Tries allowed by the last failure. */
  readonly tries: number
  /** Optional setup fields are omitted, because the server refused one. */
  readonly minimalSetup: boolean
  /** Consecutive resumed connections that ended before the model answered, weighted by how much they count against the handle. */
  readonly resumeFailures: number
  /** A new session was started because the old one ended for a bad argument. */
  readonly begunAnew: boolean
  readonly calls: readonly SeenCall[]
  /**
   * The steps taken against the model's silence in this turn: it was asked again, then reconnected. Each happens once; after both the
   * session fails.
   */
  readonly silence: 'none' | 'asked-again' | 'reconnected'
  /** The user stopped the wait for an answer to what was said so far: that none comes is no fault any more. */
  readonly waitStopped: boolean
}

/** State of the machine: `since` and `nextTryAt` are ms since the epoch. */
export type MachineState = SessionMemory &
  (
    | { readonly phase: 'off' }
    | { readonly phase: 'connecting'; readonly since: number }
    | {
        readonly phase: 'ready'
        readonly since: number
        /** The connection resumed an earlier session. */
        readonly resumed: boolean
        /** It is a new session that received the history. */
        readonly reseeded: boolean
        readonly nonBlockingTools: readonly string[]
        /** The model has answered on this connection. */
        readonly proven: boolean
        readonly turnOpen: boolean
        /** The running turn was cut off; its turnComplete does not cover later input. */
        readonly cut: boolean
        /** The server will close soon: reconnect at the next quiet moment. */
        readonly leaving: boolean
        readonly thinksLong: boolean
        /** This server reports by a status when it is idle: an end of a turn without one does not count. */
        readonly reportsStatus: boolean
        /** The last turn was completed with more to come: the next end of a turn may still belong to it. */
        readonly promised: boolean
        /** An answer has begun, and was neither completed nor interrupted. */
        readonly begun: boolean
        /** An answer has begun and neither its generation nor its turn has ended. */
        readonly answering: boolean
        /** The user does not want the rest of the running answer. */
        readonly unwanted: boolean
        /** An open turn was interrupted, and the server has been silent since. */
        readonly frozen: boolean
        /** The stall timer runs. */
        readonly watched: boolean
        /** Only thoughts of the answer have arrived. */
        readonly thinking: boolean
        /** When the silent model was asked again; null since it last spoke. */
        readonly stalledAt: number | null
      }
    | { readonly phase: 'reconnecting'; readonly nextTryAt: number }
    | { readonly phase: 'failed'; readonly cause: SessionFailureCause; readonly detail: string }
  )

export type ReadyState = Extract<MachineState, { phase: 'ready' }>

/**
 * `connect`: setup not answered in time; `retry`: wait over; `swap`: last moment before the announced close; `stall`: silence too
 * long; `go-on`: time for a resumed session to continue by itself.
 */
export type TimerName = 'connect' | 'retry' | 'swap' | 'stall' | 'go-on'

/** Events of a session. Events of a connection carry its generation; those of an older one change nothing. */
export type SessionEvent =
  | { readonly type: 'start' }
  | { readonly type: 'retry' }
  | { readonly type: 'stop' }
  /** Another server or key is used from now on: unanswered input is kept for it. */
  | { readonly type: 'leave' }
  /** The setup changed: a new connection applies it at the next quiet moment. */
  | { readonly type: 'renew' }
  /** The tools of the running session were updated. */
  | { readonly type: 'context-updated'; readonly generation: number; readonly nonBlockingTools: readonly string[] }
  | {
      readonly type: 'opened'
      readonly generation: number
      /** The connection resumed the session of the handle; otherwise the model remembers nothing. */
      readonly resumed: boolean
      readonly reseeded: boolean
      readonly nonBlockingTools: readonly string[]
      readonly thinksLong: boolean
    }
  | {
      readonly type: 'frame'
      readonly generation: number
      readonly endpoint: LiveEndpoint
      readonly frame: unknown
      readonly facts: FrameFacts
    }
  | { readonly type: 'closed'; readonly generation: number; readonly close: LiveClose }
  | { readonly type: 'setup-failed'; readonly generation: number; readonly cause: SessionFailureCause; readonly detail: string }
  | { readonly type: 'timer'; readonly name: TimerName; readonly generation: number }
  | { readonly type: 'say'; readonly item: Outgoing }
  /** The user cancels the current speech. */
  | { readonly type: 'take-back' }
  /** The user does not want the rest of the answer. */
  | { readonly type: 'give-up' }
  /** The user wants the last question answered again. */
  | { readonly type: 'ask-again' }

/** Actions for the shell, in this order. */
export type SessionAction =
  | {
      readonly type: 'connect'
      readonly generation: number
      readonly handle: ResumptionHandle | null
      readonly minimalSetup: boolean
      /** A new session receives a shorter history: the service refused the longer one. */
      readonly trimmed: boolean
    }
  | { readonly type: 'close'; readonly generation: number }
  | { readonly type: 'send'; readonly generation: number; readonly item: Outgoing }
  /** Asks the model to continue the answer that was cut off. */
  | { readonly type: 'ask-to-go-on'; readonly generation: number }
  | { readonly type: 'deliver'; readonly frame: unknown }
  | { readonly type: 'start-timer'; readonly name: TimerName; readonly generation: number; readonly delayMs: number }
  | { readonly type: 'cancel-timer'; readonly name: TimerName }
  | { readonly type: 'handle'; readonly handle: ResumptionHandle | null }
  /**
   * The following items were already sent to a connection that was lost before the model answered, or contain several questions. One
   * entry for each question: the turn of the thread in which it was spoken; null if it was not spoken.
   */
  | { readonly type: 'repeating'; readonly turnIds: readonly (string | null)[] }

export interface Step {
  readonly state: MachineState
  readonly actions: readonly SessionAction[]
}

/** The machine before anything happened. */
export const offState: MachineState = {
  phase: 'off',
  generation: 0,
  handle: null,
  outbox: emptyOutbox,
  unanswered: emptyOutbox,
  interjected: emptyOutbox,
  asked: emptyOutbox,
  repeats: false,
  brokenOff: false,
  speaking: false,
  attempt: 0,
  tries: 0,
  minimalSetup: false,
  resumeFailures: 0,
  begunAnew: false,
  calls: [],
  silence: 'none',
  waitStopped: false,
}

/** The part of a state that outlives its phase. */
export function memoryOf(state: MachineState): SessionMemory {
  const {
    generation,
    handle,
    outbox,
    unanswered,
    interjected,
    asked,
    repeats,
    brokenOff,
    speaking,
    attempt,
    tries,
    minimalSetup,
    resumeFailures,
    begunAnew,
    calls,
    silence,
    waitStopped,
  } = state
  return {
    generation,
    handle,
    outbox,
    unanswered,
    interjected,
    asked,
    repeats,
    brokenOff,
    speaking,
    attempt,
    tries,
    minimalSetup,
    resumeFailures,
    begunAnew,
    calls,
    silence,
    waitStopped,
  }
}

/** The state for the user interface. The connection `chosen` had to receive the history; that is not reported. */
export function publicState(state: MachineState, chosen: number | null = null): SessionState {
  switch (state.phase) {
    case 'off':
      return { phase: 'off' }
    case 'connecting':
      return { phase: 'connecting', since: state.since, ...(state.attempt > 0 && { again: { attempt: state.attempt, of: state.tries } }) }
    case 'ready':
      return {
        phase: 'ready',
        since: state.since,
        ...(state.stalledAt !== null && { stalledAt: state.stalledAt }),
        ...(state.reseeded && state.generation !== chosen && { reseeded: true }),
      }
    case 'reconnecting':
      return { phase: 'reconnecting', attempt: state.attempt, of: state.tries, nextTryAt: state.nextTryAt }
    case 'failed':
      return { phase: 'failed', cause: state.cause, detail: state.detail }
    default:
      return assertNever(state, 'session phase')
  }
}
