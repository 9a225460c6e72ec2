import type { SessionState } from '../../../shared/ipc/schemas'
import { assertNever } from '../../../shared/lib/assert-never'
import type { Clock, Timer } from '../../../shared/lib/clock'
import { redact } from '../../../shared/text/redact'
import type { FileOf } from '../../storage/attachments/attached-file'
import { type LiveLimits, liveLimits } from './backoff'
import { type LiveCapabilities, liveCapabilities, withoutOptionalFields } from './capabilities'
import { frameFacts } from './frame-facts'
import { type HistoryTurn, trimHistory, turnsStillToSay } from './history'
import type { LiveConnection, LiveConnector } from './live-connector'
import { type LiveContext, type LiveSetup, LiveSetupError } from './live-setup'
import type { Outgoing, ToolAnswer } from './outbox'
import { goOnNote } from './session-loss'
import { stepSession } from './session-machine'
import {
  type LiveEndpoint,
  type MachineState,
  offState,
  publicState,
  type ResumptionHandle,
  type SessionAction,
  type SessionEvent,
  type TimerName,
} from './session-state'
import { owesAnswer, owesTurn } from './session-watch'
import { onlyContextDiffers } from './setup-differs'
import { nonBlockingTools } from './tool-behavior'

/** The connections of one session by generation, until their sockets are gone. */
interface LiveConnections {
  get(generation: number): LiveConnection | undefined
  add(generation: number, connection: LiveConnection): void
  /** Its socket is gone. */
  gone(generation: number): void
  /** Resolves when no socket is left. */
  allGone(): Promise<void>
}

function createLiveConnections(): LiveConnections {
  const connections = new Map<number, LiveConnection>()
  const waiting: (() => void)[] = []

  function settle(): void {
    if (connections.size > 0) return
    for (const resolve of waiting.splice(0)) resolve()
  }

  return {
    get: (generation) => connections.get(generation),
    add: (generation, connection) => void connections.set(generation, connection),
    gone(generation) {
      connections.delete(generation)
      settle()
    },
    allGone: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        settle()
      }),
  }
}

/** What a live session needs of the world, and what it tells of itself. */
export interface LiveSessionOptions {
  readonly connector: LiveConnector
  readonly clock: Clock
  /** A number from 0 (included) to 1 (excluded). */
  random(): number
  /** Asked before every connection, so that key and model are today's. Throw `LiveSetupError` to say why there is none. */
  setup(): Promise<LiveSetup>
  /**
   * What the model would be told now, to change a running session where its model takes that; null: a new connection must take
   * it over. Calling it means that the session will be told.
   */
  context?(): LiveContext | null
  /** One server message of the current connection, in order. */
  onFrame(frame: unknown): void
  /** A frame was skipped because it couldn't be read. */
  onMalformed(): void
  onState(state: SessionState): void
  /** `onFrame` threw: the message is lost, the session goes on. `detail` is redacted. */
  onFrameFault?(detail: string): void
  /** A handle of an earlier run, to go on from there. */
  readonly handle?: ResumptionHandle | null
  /**
   * What was said before, oldest first, for a session that has no memory of it, without the words of the user in the turns
   * of `without`: those are still to be said.
   */
  history?(without: ReadonlySet<string>): readonly HistoryTurn[]
  /** The files that addresses in the history and in what is sent name; without it they are left out. */
  readonly fileOf?: FileOf
  /** The user went over to this session from another model: that it begins anew is no loss, and is not told. */
  readonly chosen?: boolean
  /** What arrived last of the answer that was cut off, for the note that asks the model to go on with it. */
  lastUserText?(): string
  /** A newer way to resume, or none any more. */
  onHandle?(handle: ResumptionHandle | null): void
  /**
   * What the user said last, and the model hadn't begun to answer when the connection was lost, is now said again, or
   * several questions that had to wait are said together. One entry for each: the turn of the thread that it was spoken in;
   * null where it was not spoken.
   */
  onRepeat?(turnIds: readonly (string | null)[]): void
  /** Whether a connection is made without tools, because the service refused a field of the setup: told before each that has any. */
  onToolsOff?(off: boolean): void
  readonly limits?: Partial<LiveLimits>
}

/** One conversation's line to the model, over as many connections as it takes. */
export interface LiveSession {
  /** Connects when off; else does nothing. */
  start(): void
  /** Connects now: when off, failed, or waiting for the next try. */
  retry(): void
  /** Ends the session and forgets what wasn't sent; resolves when the last socket is gone. */
  stop(): Promise<void>
  /**
   * Another server, or another key, is to be spoken to: ends the connection and keeps what was not answered for `retry` or
   * `start`. Resolves when the last socket is gone.
   */
  leave(): Promise<void>
  /** Something was said that is not answered yet, or is being said. */
  owesAnswer(): boolean
  /** Speech of this turn is still to be sent, or to be answered. */
  owesTurn(turnId: string): boolean
  /**
   * The setup has changed. Where only instruction and tools differ and the model takes it, the session is told at once; else
   * what is connected goes on with the new one, by resuming, as soon as nobody speaks.
   */
  renew(): void
  /** The user begins to speak. May be called in any state: what is said before the connection is there is sent after. */
  activityStart(turnId?: string): void
  /** s16le mono 16 kHz. Outside an activity it is dropped. */
  sendAudio(pcm: Uint8Array): void
  activityEnd(): void
  /** The user takes back what is being said: it is ended, and never said again. */
  takeBack(): void
  /** Typed text: a user turn that the model answers at once. `files`: addresses of those that go with it. */
  sendText(text: string, turnId?: string, files?: readonly string[]): void
  /** What the user shows while they speak, by its address. */
  sendPicture(url: string): void
  /** The user does not want the rest of the answer that runs, or that was cut off: the model is not asked to go on with it. */
  giveUpAnswer(): void
  /** Says once more what the user said last and the model has taken. False, and nothing happens, where it knows of nothing. */
  askAgain(): boolean
  /** Answers of calls; those the server has cancelled are dropped, those the model forgot in a new session go as words. */
  sendToolResponses(responses: readonly ToolAnswer[]): void
  state(): SessionState
  /** What the model of the newest connection can do; null before the first. */
  capabilities(): LiveCapabilities | null
}

/** The session shell: runs the state machine against clock, connector and chance. Starts off. */
export function createLiveSession(options: LiveSessionOptions): LiveSession {
  const limits: LiveLimits = { ...liveLimits, ...options.limits }
  const connections = createLiveConnections()
  const timers = new Map<TimerName, Timer>()
  const queue: SessionEvent[] = []
  let running = false
  let machine: MachineState = { ...offState, handle: options.handle ?? null }
  let shown = publicState(machine)
  let capabilities: LiveCapabilities | null = null
  let renewing = false
  /** What the connected model was told. */
  let inUse: LiveContext | null = null
  /** The first connection that was opened. */
  let first: number | null = null

  /** Events that actions cause are handled after those actions, never in between. */
  function dispatch(event: SessionEvent): void {
    queue.push(event)
    if (running) return
    running = true
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) handle(next)
    } finally {
      running = false
    }
  }

  function handle(event: SessionEvent): void {
    const step = stepSession(machine, event, { now: options.clock.now(), random: options.random(), limits })
    machine = step.state
    for (const action of step.actions) act(action)
    const state = publicState(machine, options.chosen === true ? first : null)
    if (JSON.stringify(state) !== JSON.stringify(shown)) {
      shown = state
      tell(() => options.onState(state))
    }
  }

  function act(action: SessionAction): void {
    switch (action.type) {
      case 'connect':
        connect(action).catch((error: unknown) => {
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
        startTimer(action)
        break
      case 'cancel-timer':
        timers.get(action.name)?.cancel()
        timers.delete(action.name)
        break
      case 'deliver':
        tell(() => options.onFrame(action.frame))
        break
      case 'handle':
        tell(() => options.onHandle?.(action.handle))
        break
      case 'repeating':
        tell(() => options.onRepeat?.(action.turnIds))
        break
      default:
        assertNever(action, 'session action')
    }
  }

  function startTimer({ name, generation, delayMs }: Extract<SessionAction, { type: 'start-timer' }>): void {
    timers.get(name)?.cancel()
    const timer = options.clock.after(delayMs, () => {
      timers.delete(name)
      dispatch({ type: 'timer', name, generation })
    })
    timers.set(name, timer)
  }

  /** A listener that throws must not break the session, which is in the middle of a step here. */
  function tell(listener: () => void): void {
    try {
      listener()
    } catch (error) {
      frameFault(describeError(error))
    }
  }

  function frameFault(detail: string): void {
    if (options.onFrameFault === undefined) options.onMalformed()
    else options.onFrameFault(detail)
  }

  async function connect({ generation, handle, minimalSetup, trimmed }: Extract<SessionAction, { type: 'connect' }>): Promise<void> {
    renewing = false
    const wanted = await options.setup()
    // The service takes no handle of a session that is still open.
    await connections.allGone()
    if (machine.generation !== generation || machine.phase !== 'connecting') return
    const setup = minimalSetup ? { ...wanted, tools: [] } : wanted
    const { apiKey, baseUrl, model } = setup
    const endpoint: LiveEndpoint = { baseUrl, model }
    if (apiKey === null || apiKey.trim() === '') throw new LiveSetupError('key-missing', 'no API key is set')
    const modelCapabilities = liveCapabilities(model, setup.described)
    const used = minimalSetup ? withoutOptionalFields(modelCapabilities) : modelCapabilities
    capabilities = used
    if (wanted.tools.length > 0) tell(() => options.onToolsOff?.(minimalSetup))
    inUse = setup
    const usedHandle = used.sessionResumption && handle !== null && sameEndpoint(handle.endpoint, endpoint) ? handle.handle : null
    const history = usedHandle === null ? historyFor(trimmed) : []
    const connection = options.connector.connect(
      {
        setup: { ...setup, apiKey: apiKey.trim() },
        capabilities: used,
        handle: usedHandle,
        history,
        ...(options.fileOf !== undefined && { fileOf: options.fileOf }),
      },
      {
        onOpen() {
          first ??= generation
          dispatch({
            type: 'opened',
            generation,
            resumed: usedHandle !== null,
            reseeded: history.length > 0,
            nonBlockingTools: nonBlockingTools(setup.tools, used),
            thinksLong: used.thinksLong || (setup.choices.thinking === 'high' && used.thinkingLevels.includes('high')),
          })
          if (renewing) dispatch({ type: 'renew' })
          renewing = false
        },
        onFrame: (frame) => dispatch({ type: 'frame', generation, endpoint, frame, facts: frameFacts(frame) }),
        onMalformed: () => {
          if (machine.generation === generation) options.onMalformed()
        },
        onFrameFault: frameFault,
        onClose: (close) => {
          connections.gone(generation)
          dispatch({ type: 'closed', generation, close })
        },
      },
    )
    connections.add(generation, connection)
  }

  /** Tells a running session its new instruction and tools. False where its model does not take that, or more has changed. */
  function updateContext(): boolean {
    if (machine.phase !== 'ready' || inUse === null || capabilities === null) return false
    if (!capabilities.contextUpdate || capabilities.history === 'instruction') return false
    const next = options.context?.() ?? null
    if (next === null || !onlyContextDiffers(inUse.choices, next.choices)) return false
    const { generation } = machine
    inUse = next
    connections.get(generation)?.updateContext(next)
    dispatch({ type: 'context-updated', generation, nonBlockingTools: nonBlockingTools(next.tools, capabilities) })
    return true
  }

  function historyFor(trimmed: boolean): readonly HistoryTurn[] {
    const turns = options.history?.(turnsStillToSay(machine.outbox.items)) ?? []
    return trimHistory(turns, trimmed ? limits.trimmedHistoryCharacters : limits.historyCharacters)
  }

  function say(item: Outgoing): void {
    dispatch({ type: 'say', item })
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
    owesAnswer: () => owesAnswer(machine),
    owesTurn: (turnId) => owesTurn(machine, turnId),
    renew() {
      if (machine.phase === 'connecting') renewing = true
      else if (!updateContext()) dispatch({ type: 'renew' })
    },
    activityStart: (turnId) => say({ type: 'activity-start', ...(turnId !== undefined && { turnId }) }),
    // A copy: what is kept must not change when the caller uses its buffer again.
    sendAudio: (pcm) => say({ type: 'audio', pcm: pcm.slice() }),
    activityEnd: () => say({ type: 'activity-end' }),
    takeBack: () => dispatch({ type: 'take-back' }),
    sendText: (text, turnId, files = []) =>
      say({ type: 'text', text, ...(turnId !== undefined && { turnId }), ...(files.length > 0 && { files }) }),
    sendPicture: (url) => say({ type: 'picture', url }),
    giveUpAnswer: () => dispatch({ type: 'give-up' }),
    askAgain() {
      const { asked, speaking } = machine
      if (speaking || asked.items.length === 0) return false
      dispatch({ type: 'ask-again' })
      return true
    },
    sendToolResponses: (responses) => say({ type: 'tool-responses', responses }),
    state: () => shown,
    capabilities: () => capabilities,
  }
}

function describeError(error: unknown): string {
  return redact(error instanceof Error ? error.message : String(error))
}

function sameEndpoint(one: LiveEndpoint, other: LiveEndpoint): boolean {
  return one.baseUrl === other.baseUrl && one.model === other.model
}
