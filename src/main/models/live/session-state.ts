import type { SessionFailureCause, SessionState } from '../../../shared/ipc/schemas'
import { assertNever } from '../../../shared/lib/assert-never'
import type { LiveClose } from './classify-close'
import type { FrameFacts } from './frame-facts'
import { emptyOutbox, type Outbox, type Outgoing } from './outbox'

/** Who is spoken to: a handle of one endpoint is not shown to another. */
export interface LiveEndpoint {
  readonly baseUrl: string | null
  readonly model: string
}

/** A server-made handle; good where it was given, until it grows old. `at`: ms since the epoch. */
export interface ResumptionHandle {
  readonly handle: string
  readonly endpoint: LiveEndpoint
  readonly at: number
}

/** A call the model made in this lineage of connections. A cancelled one is never answered. */
export interface SeenCall {
  readonly id: string | null
  readonly name: string
  /** `waiting`: the model was told that the end of the call is still to come. */
  readonly status: 'open' | 'waiting' | 'answered' | 'cancelled'
}

/** What outlives a connection. */
export interface SessionMemory {
  /** Number of the current connection, or of the last one; 0 before the first. */
  readonly generation: number
  readonly handle: ResumptionHandle | null
  /** Said by the user or owed to the model, not sent yet. */
  readonly outbox: Outbox
  /** Sent, and the model hasn't begun to answer: said again when the connection is lost now. */
  readonly unanswered: Outbox
  /** Sent while an answer ran: that answer is none to it, and may be broken off by it. */
  readonly interjected: Outbox
  /** What the user said last and the model took: can be asked once more. */
  readonly asked: Outbox
  /** The outbox begins with things that were sent once before. */
  readonly repeats: boolean
  /** A loss cut off an answer that the user wants to the end: the model is asked to go on with it. */
  readonly brokenOff: boolean
  /** Between activity-start and activity-end, as the user gave them. */
  readonly speaking: boolean
  /** Failed tries since the last connection that proved itself. */
  readonly attempt: number
  /** Tries that the last failure allows. */
  readonly tries: number
  /** Optional setup fields are left out, because the server refused one. */
  readonly minimalSetup: boolean
  /** Resumed connections in a row that ended before the model answered, as far as that tells against the handle. */
  readonly resumeFailures: number
  /** A new session was begun because the old one ended for a bad argument. */
  readonly begunAnew: boolean
  readonly calls: readonly SeenCall[]
  /**
   * What was done about the model's silence in this turn: the model was asked once more, then the connection was made anew.
   * Each happens once; after both the session fails.
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
        /** The connection goes on with an earlier session. */
        readonly resumed: boolean
        /** It is a new session that was told what had been said before. */
        readonly reseeded: boolean
        readonly nonBlockingTools: readonly string[]
        /** The model has answered on this connection. */
        readonly proven: boolean
        readonly turnOpen: boolean
        /** The running turn was cut off; its turnComplete says nothing about what the user said since. */
        readonly cut: boolean
        /** The server will close soon: leave at the next quiet moment. */
        readonly leaving: boolean
        readonly thinksLong: boolean
        /** This server says by a status when it is idle: an end of a turn without one is none. */
        readonly tellsStatus: boolean
        /** The last turn was completed with more to come: the next end of a turn may still be its own. */
        readonly promised: boolean
        /** An answer has begun, and was neither completed nor interrupted. */
        readonly begun: boolean
        /** An answer has begun and neither its generation nor its turn has ended. */
        readonly answering: boolean
        /** The user does not want the rest of the answer that runs. */
        readonly unwanted: boolean
        /** An open turn was interrupted, and the server has said nothing since. */
        readonly frozen: boolean
        /** The stall timer runs. */
        readonly watched: boolean
        /** All that has come of the answer are thoughts. */
        readonly thinking: boolean
        /** When the model was asked once more because it was silent; null since it has spoken. */
        readonly stalledAt: number | null
      }
    | { readonly phase: 'reconnecting'; readonly nextTryAt: number }
    | { readonly phase: 'failed'; readonly cause: SessionFailureCause; readonly detail: string }
  )

export type ReadyState = Extract<MachineState, { phase: 'ready' }>

/** `connect`: setup not answered in time; `retry`: wait over; `swap`: last moment before the announced close; `stall`: silence too long; `go-on`: time for a resumed session to go on by itself. */
export type TimerName = 'connect' | 'retry' | 'swap' | 'stall' | 'go-on'

/** What happens to a session. Events of a connection carry its generation; those of an older one change nothing. */
export type SessionEvent =
  | { readonly type: 'start' }
  | { readonly type: 'retry' }
  | { readonly type: 'stop' }
  /** Another server, or another key, is to be spoken to from now on: what was not answered is kept for it. */
  | { readonly type: 'leave' }
  /** The setup has changed: a new connection takes it over, at the next quiet moment. */
  | { readonly type: 'renew' }
  /** The running session was told other tools. */
  | { readonly type: 'context-updated'; readonly generation: number; readonly nonBlockingTools: readonly string[] }
  | {
      readonly type: 'opened'
      readonly generation: number
      /** The connection goes on with the session of the handle; otherwise the model remembers nothing. */
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
  /** The user takes back what is being said. */
  | { readonly type: 'take-back' }
  /** The user does not want the rest of the answer. */
  | { readonly type: 'give-up' }
  /** The user wants the last question answered once more. */
  | { readonly type: 'ask-again' }

/** What the shell has to do, in this order. */
export type SessionAction =
  | {
      readonly type: 'connect'
      readonly generation: number
      readonly handle: ResumptionHandle | null
      readonly minimalSetup: boolean
      /** A new session is told less of what was said before: the service refused the longer one. */
      readonly trimmed: boolean
    }
  | { readonly type: 'close'; readonly generation: number }
  | { readonly type: 'send'; readonly generation: number; readonly item: Outgoing }
  /** Asks the model to go on with the answer that was cut off. */
  | { readonly type: 'ask-to-go-on'; readonly generation: number }
  | { readonly type: 'deliver'; readonly frame: unknown }
  | { readonly type: 'start-timer'; readonly name: TimerName; readonly generation: number; readonly delayMs: number }
  | { readonly type: 'cancel-timer'; readonly name: TimerName }
  | { readonly type: 'handle'; readonly handle: ResumptionHandle | null }
  /**
   * What follows was sent once already, to a connection that was lost before the model answered, or is several questions at
   * once. One entry for each question in it: the turn of the thread that it was spoken in; null where it was not spoken.
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

/** The part of any state that outlives its phase. */
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

/** What the user interface is told of a state. That the connection `chosen` had to be told what was said before is no news to it. */
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
