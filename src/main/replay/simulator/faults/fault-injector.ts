import type { JsonObject } from '../../../../shared/lib/json'
import type { ServiceRefusal } from '../client-violation'
import { type FaultName, findFault } from './catalogue'
import type { FaultEntry, FaultHooks, FaultLine, FaultStrike, RequestRefusal, UpgradeFault } from './fault'
import type { FaultChoice } from './fault-choice'

interface Chosen {
  readonly choice: FaultChoice
  readonly entry: FaultEntry
  readonly memory: Set<string>
  left: number
}

/** The faults of one connection, in the order of their choice. */
export interface ConnectionFaults {
  upgrade(): UpgradeFault | null
  opened(): void
  setup(setup: JsonObject): ServiceRefusal | 'silence' | null
  ready(): void
  /** Passes each frame that replaces this one to `send`, and runs what follows it. */
  toClient(frame: JsonObject, send: (frame: JsonObject) => void): void
  /** The frame for the service to process, or null. */
  fromClient(frame: JsonObject): JsonObject | null
  /** Refuses a request of the text protocol. */
  request(body: JsonObject): RequestRefusal | null
  /** True if the service does not notice the user's input. */
  heard(): boolean
  /** Milliseconds that the model works silently before it answers; null: as recorded. */
  answersAfter(): number | null
  /** True if the user's input cancels open blocking calls. */
  inputCancelsBlocking(): boolean
}

/** The faults chosen for one server, and how often each may still happen. */
export class FaultInjector {
  private readonly chosen: readonly Chosen[]
  private readonly onStrike: (fault: FaultName) => void
  private turns = 0

  /** @throws RangeError for a fault that is not in the catalogue */
  constructor(faults: readonly (FaultName | FaultChoice)[], onStrike: (fault: FaultName) => void = () => {}) {
    this.onStrike = onStrike
    this.chosen = faults.map((fault) => {
      const choice: FaultChoice = typeof fault === 'string' ? { fault } : fault
      const entry = findFault(choice.fault)
      if (entry === undefined) throw new RangeError(`there is no fault "${choice.fault}"`)
      const times = choice.times ?? entry.times
      return { choice, entry, memory: new Set(), left: times === 'always' ? Number.POSITIVE_INFINITY : times }
    })
  }

  /** The user has spoken or typed. */
  turnBegins(): void {
    this.turns += 1
  }

  /** Triggers this fault if it was chosen and may happen. For requests other than Live connections. */
  strikes(fault: FaultName): boolean {
    return this.chosen.some((one) => one.choice.fault === fault && this.take(one, null))
  }

  /** Disables all faults. */
  disarm(): void {
    for (const one of this.chosen) one.left = 0
  }

  /** The faults of a Live connection, or of one text request: each has its own. */
  connect(line: FaultLine, protocol: 'live' | 'text' = 'live'): ConnectionFaults {
    const hooks = this.chosen
      .filter(({ entry }) => (entry.family === 'text') === (protocol === 'text'))
      .map((one) => one.entry.begin(this.strike(one, line)))
    return {
      upgrade: () => first(hooks, (one) => one.upgrade?.()),
      opened() {
        for (const one of hooks) one.opened?.()
      },
      setup: (setup) => first(hooks, (one) => one.setup?.(setup)),
      ready() {
        for (const one of hooks) one.ready?.()
      },
      toClient: (frame, send) => pass(hooks, frame, send),
      fromClient: (frame) => taken(hooks, frame),
      request: (body) => first(hooks, (one) => one.request?.(body)),
      heard: () => hooks.map((one) => one.heard?.() === true).includes(true),
      answersAfter: () => first(hooks, (one) => one.answersAfter?.()),
      inputCancelsBlocking: () => hooks.map((one) => one.inputCancelsBlocking?.() === true).includes(true),
    }
  }

  private strike(one: Chosen, line: FaultLine): FaultStrike {
    const value = (parameter: string) => one.choice.set?.[parameter] ?? one.entry.parameters[parameter]?.value
    return {
      line,
      memory: one.memory,
      number: (parameter) => Number(value(parameter)),
      text: (parameter) => String(value(parameter)),
      isArmed: () => this.isArmed(one, line),
      take: () => this.take(one, line),
    }
  }

  private isArmed({ choice, left }: Chosen, line: FaultLine | null): boolean {
    if (left <= 0) return false
    if (line !== null && choice.connection !== undefined && choice.connection !== line.connection) return false
    return choice.turn === undefined || choice.turn === this.turns
  }

  private take(one: Chosen, line: FaultLine | null): boolean {
    if (!this.isArmed(one, line)) return false
    one.left -= 1
    this.onStrike(one.choice.fault)
    return true
  }
}

function first<Value>(hooks: readonly FaultHooks[], ask: (hooks: FaultHooks) => Value | null | undefined): Value | null {
  for (const one of hooks) {
    const answer = ask(one)
    if (answer !== null && answer !== undefined) return answer
  }
  return null
}

function pass(hooks: readonly FaultHooks[], frame: JsonObject, send: (frame: JsonObject) => void): void {
  const [one, ...others] = hooks
  if (one === undefined) {
    send(frame)
    return
  }
  const passage = one.toClient?.(frame) ?? null
  for (const next of passage?.instead ?? [frame]) pass(others, next, send)
  passage?.after?.()
}

function taken(hooks: readonly FaultHooks[], frame: JsonObject): JsonObject | null {
  let current = frame
  for (const one of hooks) {
    const next = one.fromClient?.(current) ?? null
    if (next === 'swallow') return null
    current = next ?? current
  }
  return current
}
