import type { Clock, Timer } from '../../../shared/lib/clock'
import type { JsonObject } from '../../../shared/lib/json'
import { parseJson } from '../../../shared/lib/json-value'
import { checkMessage } from './check-message'
import { ClientViolation, ServiceRefusal } from './client-violation'
import type { FaultLine } from './faults/fault'
import type { ConnectionFaults, FaultInjector } from './faults/fault-injector'
import type { FixturePlayer } from './fixture-player'
import type { Handshake } from './handshake'
import { missingFrom, requireObject } from './json-shape'
import { LiveInput } from './live-input'
import { completesTurn } from './played-frame'
import type { PlayerPort } from './player-types'
import { keyProblem, type RequestAddress } from './request-address'
import type { ResumptionHandles } from './resumption-handles'
import type { ServerJournal } from './server-journal'
import type { ServerWire } from './server-wire'
import { liveClientMessage } from './service-messages'
import { checkSetup, type LiveSetup } from './setup-rules'
import type { SimulatedCalls } from './simulated-calls'

/** The code of a lost connection, which cannot be sent. */
const CLOSED_WITHOUT_FRAME = 1006

/** Shared by all connections of one server. */
export interface LiveContext {
  readonly player: FixturePlayer
  readonly calls: SimulatedCalls
  readonly journal: ServerJournal
  readonly handles: ResumptionHandles
  readonly handshake: Handshake
  readonly clock: Clock
  readonly speed: number
  readonly faults: FaultInjector
  prepare(frame: JsonObject, connection: number): JsonObject
}

/** One Live client: checks everything it sends, and passes on what the player plays. */
export class LiveConnection implements PlayerPort {
  private setup: LiveSetup | null = null
  private input: LiveInput | null = null
  private ready = false
  private readonly early: JsonObject[] = []
  private readonly timers = new Set<Timer>()

  private readonly number: number
  private readonly apiVersion: string
  private readonly context: LiveContext
  private wire: ServerWire | null = null
  /** What goes wrong here. */
  readonly faults: ConnectionFaults

  constructor(number: number, { apiVersion, key }: RequestAddress, context: LiveContext) {
    this.number = number
    this.apiVersion = apiVersion
    this.context = context
    this.faults = context.faults.connect(this.faultLine(key))
  }

  /** The connection is open: from now on it may be refused, and `receive` takes frames. */
  open(wire: ServerWire, key: string | null): void {
    this.wire = wire
    const problem = keyProblem(key)
    if (problem === null) this.faults.opened()
    else this.refuse(problem)
    this.context.journal.notify()
  }

  /** The client or the network ended it. */
  gone(): void {
    for (const timer of this.timers) timer.cancel()
    this.timers.clear()
    this.context.player.detach(this)
    this.input?.ended()
    this.context.journal.notify()
  }

  send(recorded: JsonObject): void {
    if (this.wire?.isOpen() !== true) return
    const frame = this.context.prepare(recorded, this.number)
    this.note(frame)
    this.faults.toClient(frame, (passed) => this.write(passed))
    if (completesTurn(frame)) this.sendResumptionHandle()
  }

  paused(): void {
    this.context.journal.notify()
  }

  hangUp(code: number, reason: string): void {
    this.end(() => (code === CLOSED_WITHOUT_FRAME ? this.wire?.drop() : this.wire?.close(code, reason)))
  }

  /** The user's turn ended; false if the service does not notice. */
  hears(): boolean {
    this.context.faults.turnBegins()
    return !this.faults.heard()
  }

  /** Replaces the callable functions of the setup from now on; null: unchanged. */
  changeContext(functions: LiveSetup['functions'] | null): void {
    if (this.setup !== null && functions !== null) this.setup = { ...this.setup, functions }
  }

  /** Ends the connection the way the service does. */
  refuse(cause: ServiceRefusal): void {
    if (cause instanceof ClientViolation) this.context.journal.addViolation(cause.message)
    this.end(() => this.wire?.close(cause.closeCode, cause.reason))
  }

  receive(text: string): void {
    if (this.wire?.isOpen() !== true) return
    const value = parseJson(text)
    this.context.journal.addFrame('live', this.number, value ?? text)
    this.checked(() => {
      if (value === undefined) throw new ClientViolation(1007, 'Invalid JSON payload received. Unexpected token.')
      this.handle(checkMessage(liveClientMessage, requireObject(value, 'The message')))
    })
    this.context.journal.notify()
  }

  private checked(handle: () => void): void {
    try {
      handle()
    } catch (error) {
      if (!(error instanceof ServiceRefusal)) throw error
      this.refuse(error)
    }
  }

  private handle(frame: JsonObject): void {
    if (this.setup === null) this.handleSetup(frame)
    else if (this.input === null || !this.ready) this.early.push(frame)
    else {
      const taken = this.faults.fromClient(frame)
      if (taken !== null) this.input.handle(taken)
    }
  }

  private handleSetup(frame: JsonObject): void {
    const { handles, handshake, clock, speed } = this.context
    const [key, ...others] = Object.keys(frame)
    if (key !== 'setup')
      throw new ClientViolation(1007, `setup must be the first message and only the first, not ${key ?? 'an empty one'}.`)
    if (others.length > 0)
      throw new ClientViolation(1007, `Invalid value (oneof), oneof field 'message_type' is already set. Cannot set '${others[0]}'.`)
    const sent = requireObject(frame.setup, 'setup')
    const setup = checkSetup(sent, this.apiVersion)
    const missing = handshake.match === undefined ? null : missingFrom(handshake.match, sent, 'setup')
    if (missing !== null) throw new ClientViolation(1007, `Request contains an invalid argument. The recording expects another ${missing}.`)
    const fault = this.faults.setup(sent)
    if (fault instanceof ServiceRefusal) throw ordinaryRefusal(fault)
    if (setup.resumption?.handle != null && !handles.knows(setup.resumption.handle)) {
      throw new ServiceRefusal(1008, 'BidiGenerateContent session not found')
    }
    this.setup = setup
    this.input = new LiveInput(setup, this.context, this)
    if (fault === null) clock.after(handshake.afterMs / speed, () => this.completeSetup())
  }

  private completeSetup(): void {
    const { player, handshake } = this.context
    if (this.wire?.isOpen() !== true) return
    this.ready = true
    if (this.setup?.resumption?.handle == null && this.number > 1) player.forgetCalls()
    this.faults.toClient(handshake.frame, (passed) => this.write(passed))
    this.sendResumptionHandle()
    this.faults.ready()
    if (!this.wire.isOpen()) return
    player.attach(this)
    this.checked(() => {
      for (const frame of this.early.splice(0)) this.handle(frame)
    })
  }

  private sendResumptionHandle(): void {
    if (this.setup?.resumption == null || this.wire?.isOpen() !== true) return
    const update = { sessionResumptionUpdate: { newHandle: this.context.handles.issue(), resumable: true } }
    this.faults.toClient(update, (passed) => this.write(passed))
  }

  private note(frame: JsonObject): void {
    this.context.calls.sent(frame, (name) => this.setup?.functions.get(name) ?? this.setup?.rules.defaultBehavior ?? 'NON_BLOCKING')
  }

  private write(frame: JsonObject): void {
    if (this.wire?.isOpen() !== true) return
    this.context.journal.addSent()
    this.wire.send(Buffer.from(JSON.stringify(frame)), 'binary')
  }

  private end(how: () => void): void {
    this.context.player.detach(this)
    how()
    this.context.journal.notify()
  }

  private faultLine(key: string | null): FaultLine {
    const { context } = this
    return {
      connection: this.number,
      token: key?.startsWith('auth_tokens/') === true ? key : null,
      send: (frame) => {
        if (this.wire?.isOpen() !== true) return
        this.note(frame)
        this.write(frame)
      },
      write: (data, kind) => {
        if (this.wire?.isOpen() !== true) return
        context.journal.addSent()
        this.wire.send(kind === 'binary' ? Buffer.from(data) : data, kind)
      },
      close: (code, reason) => this.end(() => this.wire?.close(code, reason)),
      cut: () => this.end(() => this.wire?.cut()),
      after: (delayMs, task) => {
        const timer = context.clock.after(delayMs / context.speed, () => {
          this.timers.delete(timer)
          if (this.wire?.isOpen() === true) task()
        })
        this.timers.add(timer)
        return timer
      },
      endTurn: () => {
        if (context.player.isHeardBy(this)) context.player.endTurn()
      },
      isBlocked: () => context.calls.blockingCall() !== undefined,
    }
  }
}

/** A refusal caused by a fault is no mistake of the client. */
function ordinaryRefusal({ closeCode, message }: ServiceRefusal): ServiceRefusal {
  return new ServiceRefusal(closeCode, message)
}
