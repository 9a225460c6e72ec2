import { type LiveLimits, liveLimits } from '../../src/main/models/live/backoff'
import type { LiveClose } from '../../src/main/models/live/classify-close'
import { frameFacts } from '../../src/main/models/live/frame-facts'
import type { Outgoing } from '../../src/main/models/live/outbox'
import { stepSession } from '../../src/main/models/live/session-machine'
import {
  type MachineState,
  offState,
  type ResumptionHandle,
  type SessionAction,
  type SessionEvent,
  type TimerName,
} from '../../src/main/models/live/session-state'

/** The traffic of one connection of the machine. */
export interface WireLog {
  readonly handle: string | null
  readonly minimalSetup: boolean
  readonly trimmed: boolean
  readonly sent: readonly Outgoing[]
  readonly status: 'connecting' | 'open' | 'closed'
}

/**
 * The world around the pure state machine: it has the time, timers and connections that the machine asks for, and
 * refuses invalid actions.
 */
export class SessionWorld {
  state: MachineState = offState
  now = 1_000_000
  random = 0.5
  readonly delivered: unknown[] = []
  repeats = 0
  askedToGoOn = 0
  /** The last repeated questions, as reported by the machine. */
  repeated: readonly (string | null)[] = []
  /** the handle that the session would leave to the next start */
  kept: ResumptionHandle | null = null
  readonly #wires = new Map<
    number,
    { handle: string | null; minimalSetup: boolean; trimmed: boolean; sent: Outgoing[]; status: WireLog['status'] }
  >()
  readonly #timers = new Map<TimerName, { at: number; generation: number }>()
  readonly #limits: LiveLimits

  constructor(limits: Partial<LiveLimits> = {}) {
    this.#limits = { ...liveLimits, ...limits }
  }

  get wires(): readonly WireLog[] {
    return [...this.#wires.values()]
  }

  /** What was sent on the newest connection. */
  get lastSent(): readonly Outgoing[] {
    return this.wires.at(-1)?.sent ?? []
  }

  get timers(): readonly TimerName[] {
    return [...this.#timers.keys()]
  }

  delayOf(name: TimerName): number | null {
    const timer = this.#timers.get(name)
    return timer === undefined ? null : timer.at - this.now
  }

  dispatch(event: SessionEvent): void {
    const step = stepSession(this.state, event, { now: this.now, random: this.random, limits: this.#limits })
    this.state = step.state
    for (const action of step.actions) this.#act(action)
  }

  say(item: Outgoing): void {
    this.dispatch({ type: 'say', item })
  }

  /** The newest connection's setup is answered. */
  open(nonBlockingTools: readonly string[] = [], { generation = this.state.generation, thinksLong = false, reseeded = false } = {}): void {
    const wire = this.#wires.get(generation)
    if (wire?.status !== 'connecting') return
    wire.status = 'open'
    this.dispatch({ type: 'opened', generation, resumed: wire.handle !== null, nonBlockingTools, thinksLong, reseeded })
  }

  frame(frame: unknown, generation = this.state.generation): void {
    this.dispatch({ type: 'frame', generation, endpoint: { baseUrl: null, model: 'm' }, frame, facts: frameFacts(frame) })
  }

  lose(changes: Partial<LiveClose> = {}, generation = this.state.generation): void {
    const wire = this.#wires.get(generation)
    const opened = wire?.status === 'open'
    if (wire !== undefined) wire.status = 'closed'
    this.dispatch({ type: 'closed', generation, close: { code: 1006, reason: '', error: null, httpStatus: null, opened, ...changes } })
  }

  /** Fires the timer, if it runs. */
  ring(name: TimerName): void {
    const timer = this.#timers.get(name)
    if (timer === undefined) return
    this.#timers.delete(name)
    this.now = Math.max(this.now, timer.at)
    this.dispatch({ type: 'timer', name, generation: timer.generation })
  }

  #act(action: SessionAction): void {
    switch (action.type) {
      case 'connect': {
        const live = this.wires.filter(({ status }) => status !== 'closed')
        if (live.length > 0) throw new Error('a second connection beside a living one')
        const handle = action.handle?.handle ?? null
        this.#wires.set(action.generation, {
          handle,
          minimalSetup: action.minimalSetup,
          trimmed: action.trimmed,
          sent: [],
          status: 'connecting',
        })
        break
      }
      case 'close': {
        const wire = this.#wires.get(action.generation)
        if (wire !== undefined) wire.status = 'closed'
        break
      }
      case 'send': {
        const wire = this.#wires.get(action.generation)
        if (wire?.status !== 'open') throw new Error(`sent to a connection that is ${wire?.status}`)
        wire.sent.push(action.item)
        break
      }
      case 'ask-to-go-on':
        this.askedToGoOn += 1
        break
      case 'deliver':
        this.delivered.push(action.frame)
        break
      case 'start-timer':
        this.#timers.set(action.name, { at: this.now + action.delayMs, generation: action.generation })
        break
      case 'cancel-timer':
        this.#timers.delete(action.name)
        break
      case 'repeating':
        this.repeats++
        this.repeated = action.turnIds
        break
      case 'handle':
        this.kept = action.handle
        break
    }
  }
}

/** A session whose first connection is open. */
export function readyWorld(nonBlockingTools: readonly string[] = ['pay']): SessionWorld {
  const world = new SessionWorld()
  world.dispatch({ type: 'start' })
  world.open(nonBlockingTools)
  return world
}
