import type { SessionState } from '../../../shared/ipc/schemas'
import { assertNever } from '../../../shared/lib/assert-never'
import type { Clock, Timer } from '../../../shared/lib/clock'
import type { FileOf } from '../../storage/attachments/attached-file'
import { type LiveLimits, liveLimits } from './backoff'
import type { LiveCapabilities } from './capabilities'
import type { LiveConnector, Shown } from './live-connector'
import { type LiveContext, type LiveSetup, LiveSetupError } from './live-setup'
import type { Outgoing, ToolAnswer } from './outbox'
import { createListeners, createLiveConnections, createSessionConnector, describeError } from './session-connector'
import { stepSession } from './session-machine'
import { isClear } from './session-output'
import { goOnNote } from './session-reconnect'
import {
  type MachineState,
  offState,
  publicState,
  type ResumptionHandle,
  type SessionAction,
  type SessionEvent,
  type TimerName,
} from './session-state'
import { owesAnswer, owesTurn } from './session-watch'
import type { HistoryTurn } from './trim-history'

/** Dependencies and listeners of a live session. */
export interface LiveSessionOptions {
  readonly connector: LiveConnector
  readonly clock: Clock
  /** A number from 0 (included) to 1 (excluded). */
  random(): number
  /** Called before every connection, for the current key and model. Throws `LiveSetupError` to say why there is none. */
  setup(): Promise<LiveSetup>
  /**
   * The model's current context, to update a running session if its model supports that; null: a new connection is needed. Calling it
   * implies that the session will be updated.
   */
  context?(): LiveContext | null
  /** One server message of the current connection, in order. */
  onFrame(frame: unknown): void
  /** A frame was skipped because it could not be read. */
  onMalformed(): void
  onState(state: SessionState): void
  /** `onFrame` threw: the message is lost, the session continues. `detail` is redacted. */
  onFrameFault?(detail: string): void
  /** A handle of an earlier run to resume. */
  readonly handle?: ResumptionHandle | null
  /**
   * The history, oldest first, for a session without memory. It leaves out the user's input in the turns of `without`, which is still
   * unsent.
   */
  history?(without: ReadonlySet<string>): readonly HistoryTurn[]
  /** Finds the files named by addresses in the history and in sent items; without it they are left out. */
  readonly fileOf?: FileOf
  /** The user switched to this session from another model: its fresh start is no loss and is not reported. */
  readonly chosen?: boolean
  /** The last text of the interrupted answer, for the note that asks the model to continue it. */
  lastUserText?(): string
  /** A new resumption handle, or null if there is none any more. */
  onHandle?(handle: ResumptionHandle | null): void
  /**
   * The user's last input is sent again because the connection was lost before the model began to answer, or several waiting questions
   * are sent together. One entry for each: the turn of the thread in which it was spoken; null if it was not spoken.
   */
  onRepeat?(turnIds: readonly (string | null)[]): void
  /** Whether a connection opens without tools, because the service refused a setup field: called before each connection that has tools. */
  onToolsOff?(off: boolean): void
  readonly limits?: Partial<LiveLimits>
}

/** One conversation's session with the model, over as many connections as needed. */
export interface LiveSession {
  /** Connects if off; otherwise does nothing. */
  start(): void
  /** Connects now if off, failed, or waiting for the next try. */
  retry(): void
  /** Ends the session and drops unsent input; resolves when the last socket is gone. */
  stop(): Promise<void>
  /**
   * Prepares for another server or key: ends the connection and keeps unanswered input for `retry` or `start`. Resolves when the last
   * socket is gone.
   */
  leave(): Promise<void>
  /** Whether input is unanswered or in progress. */
  owesAnswer(): boolean
  /** Whether speech of this turn is unsent or unanswered. */
  owesTurn(turnId: string): boolean
  /**
   * The setup changed. If only instruction and tools differ and the model supports it, the session is updated at once; otherwise it
   * resumes with the new setup as soon as nobody speaks.
   */
  renew(): void
  /** The user begins to speak. Allowed in any state: speech before the connection opens is sent afterwards. */
  activityStart(turnId?: string): void
  /** s16le mono 16 kHz. Outside an activity it is dropped. */
  sendAudio(pcm: Uint8Array): void
  activityEnd(): void
  /** The user cancels the current speech: it ends and is never sent again. */
  takeBack(): void
  /** Typed text: a user turn that the model answers at once. `files`: addresses of its attachments. */
  sendText(text: string, turnId?: string, files?: readonly string[]): void
  /** A picture shown while the user speaks, by its address. */
  sendPicture(url: string): void
  /**
   * Sends what is visible now, as JPEG, or a fact that asks for no answer. Neither is ever kept or repeated. False, and nothing is sent: there
   * is no connection, something said before still waits, or the model takes no such thing.
   */
  show(shown: Shown): boolean
  /** The user does not want the rest of the running or interrupted answer: the model is not asked to continue it. */
  giveUpAnswer(): void
  /** Repeats the user's last input that the model received. False if there is none. */
  askAgain(): boolean
  /**
   * Sends the responses to calls. Responses to cancelled calls are dropped; calls that a new session does not know are answered as
   * text.
   */
  sendToolResponses(responses: readonly ToolAnswer[]): void
  state(): SessionState
  /** Capabilities of the latest connection's model; null before the first. */
  capabilities(): LiveCapabilities | null
}

/** The state machine at work: events are handled one after another, each with its actions. */
export interface SessionRun {
  dispatch(event: SessionEvent): void
  machine(): MachineState
  /** The state as it was last shown. */
  shown(): SessionState
}

/** `act` performs an action of the machine; `show` receives each state that differs from the one before. */
function createSessionRun(
  options: LiveSessionOptions,
  limits: LiveLimits,
  act: (action: SessionAction) => void,
  first: () => number | null,
  show: (state: SessionState) => void,
): SessionRun {
  const queue: SessionEvent[] = []
  let running = false
  let machine: MachineState = { ...offState, handle: options.handle ?? null }
  let shown = publicState(machine)

  function handle(event: SessionEvent): void {
    const step = stepSession(machine, event, { now: options.clock.now(), random: options.random(), limits })
    machine = step.state
    for (const action of step.actions) act(action)
    const state = publicState(machine, options.chosen === true ? first() : null)
    if (JSON.stringify(state) === JSON.stringify(shown)) return
    shown = state
    show(state)
  }

  return {
    /** Events caused by actions are handled after those actions, never in between. */
    dispatch(event) {
      queue.push(event)
      if (running) return
      running = true
      try {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) handle(next)
      } finally {
        running = false
      }
    },
    machine: () => machine,
    shown: () => shown,
  }
}

/** Timers of the machine, by name. */
interface SessionTimers {
  start(action: Extract<SessionAction, { type: 'start-timer' }>): void
  cancel(name: TimerName): void
}

function createSessionTimers(clock: Clock, dispatch: (event: SessionEvent) => void): SessionTimers {
  const timers = new Map<TimerName, Timer>()
  return {
    start({ name, generation, delayMs }) {
      timers.get(name)?.cancel()
      const timer = clock.after(delayMs, () => {
        timers.delete(name)
        dispatch({ type: 'timer', name, generation })
      })
      timers.set(name, timer)
    },
    cancel(name) {
      timers.get(name)?.cancel()
      timers.delete(name)
    },
  }
}

/** The session shell: runs the state machine with clock, connector and random numbers. Starts off. */
export function createLiveSession(options: LiveSessionOptions): LiveSession {
  const limits: LiveLimits = { ...liveLimits, ...options.limits }
  const connections = createLiveConnections()
  const listeners = createListeners(options)
  const connector = createSessionConnector(options, limits, connections, listeners, () => run)
  const timers = createSessionTimers(options.clock, (event) => dispatch(event))
  const run = createSessionRun(options, limits, act, connector.first, (state) => listeners.notify(() => options.onState(state)))
  const { dispatch, machine } = run

  function act(action: SessionAction): void {
    switch (action.type) {
      case 'connect':
        connector.connect(action).catch((error: unknown) => {
          const cause = error instanceof LiveSetupError ? error.failureCause : 'internal'
          dispatch({ type: 'setup-failed', generation: action.generation, cause, detail: describeError(error) })
        })
        break
      case 'close':
        connections.get(action.generation)?.close()
        break
      case 'send':
        connections.get(action.generation)?.send(action.item)
        break
      case 'ask-to-go-on':
        connections.get(action.generation)?.send({ type: 'text', text: goOnNote(options.lastUserText?.() ?? '') })
        break
      case 'start-timer':
        timers.start(action)
        break
      case 'cancel-timer':
        timers.cancel(action.name)
        break
      case 'deliver':
        listeners.notify(() => options.onFrame(action.frame))
        break
      case 'handle':
        listeners.notify(() => options.onHandle?.(action.handle))
        break
      case 'repeating':
        listeners.notify(() => options.onRepeat?.(action.turnIds))
        break
      default:
        assertNever(action, 'session action')
    }
  }

  return {
    start: () => dispatch({ type: 'start' }),
    retry: () => dispatch({ type: 'retry' }),
    stop: () => {
      dispatch({ type: 'stop' })
      return connections.allGone()
    },
    leave: () => {
      dispatch({ type: 'leave' })
      return connections.allGone()
    },
    owesAnswer: () => owesAnswer(machine()),
    owesTurn: (turnId) => owesTurn(machine(), turnId),
    renew: connector.renew,
    ...createSessionInput(dispatch),
    show: (shown) => isClear(machine()) && connections.get(machine().generation)?.show(shown) === true,
    takeBack: () => dispatch({ type: 'take-back' }),
    giveUpAnswer: () => dispatch({ type: 'give-up' }),
    askAgain() {
      const { asked, speaking } = machine()
      if (speaking || asked.items.length === 0) return false
      dispatch({ type: 'ask-again' })
      return true
    },
    state: run.shown,
    capabilities: connector.capabilities,
  }
}

/** Creates the part that says things to the model. */
function createSessionInput(
  dispatch: (event: SessionEvent) => void,
): Pick<LiveSession, 'activityStart' | 'sendAudio' | 'activityEnd' | 'sendText' | 'sendPicture' | 'sendToolResponses'> {
  const say = (item: Outgoing): void => dispatch({ type: 'say', item })
  return {
    activityStart: (turnId) => say({ type: 'activity-start', ...(turnId !== undefined && { turnId }) }),
    // A copy, because the caller may reuse its buffer.
    sendAudio: (pcm) => say({ type: 'audio', pcm: pcm.slice() }),
    activityEnd: () => say({ type: 'activity-end' }),
    sendText: (text, turnId, files = []) =>
      say({ type: 'text', text, ...(turnId !== undefined && { turnId }), ...(files.length > 0 && { files }) }),
    sendPicture: (url) => say({ type: 'picture', url }),
    sendToolResponses: (responses) => say({ type: 'tool-responses', responses }),
  }
}
