import type { Fixture, FixtureStep } from '../../../shared/fixtures/fixture'
import type { Clock } from '../../../shared/lib/clock'
import type { JsonObject } from '../../../shared/lib/json'
import type { ReplayPace } from '../replay-pace'
import type { FaultName } from './faults/catalogue'
import type { FaultChoice } from './faults/fault-choice'
import { FaultInjector } from './faults/fault-injector'
import { FixturePlayer } from './fixture-player'
import { splitHandshake } from './handshake'
import { LiveConnection, type LiveContext } from './live-connection'
import type { PlayerObserver } from './player-types'
import type { RequestAddress } from './request-address'
import { ResumptionHandles } from './resumption-handles'
import { ServerJournal } from './server-journal'
import { SimulatedCalls } from './simulated-calls'

/** What a service is made of. */
export interface FixtureServiceOptions {
  readonly fixture: Fixture
  /** Recorded gaps are divided by this; 1 is as recorded. */
  readonly speed: number
  readonly clock: Clock
  readonly faults: readonly (FaultName | FaultChoice)[]
  readonly pace?: Pick<ReplayPace, 'speed' | 'clock'>
  readonly observer?: PlayerObserver
  readonly fromTurn?: number
  /** Of another service of the same server, to write into. */
  readonly journal?: ServerJournal
  /** Whether all that is received is remembered. */
  readonly remembers?: boolean
  readonly onStrike?: (fault: FaultName) => void
  /** Changes what was recorded before it goes to this connection, and before any fault. */
  readonly prepare?: (frame: JsonObject, connection: number) => JsonObject
}

/** The service without its network: what carries the connections is brought by whoever opens them. */
export interface FixtureService {
  readonly context: LiveContext
  /** A client wants to connect; `faults.upgrade()` of the connection says whether it may, then comes `open`. */
  connect(address: RequestAddress): LiveConnection
  /** Counts connections and requests from 1. */
  nextNumber(): number
}

/** Makes the service of one recording. Throws when it still refers to audio files: `loadFixture` resolves those. */
export function createFixtureService({
  fixture,
  speed,
  clock,
  faults,
  remembers = true,
  journal = new ServerJournal(clock, remembers),
  onStrike,
  prepare = (frame) => frame,
  pace,
  observer,
  fromTurn = 0,
}: FixtureServiceOptions): FixtureService {
  if (refersToAudio(fixture.steps)) throw new Error('this recording still refers to audio files: load it with loadFixture')
  if (!(speed > 0)) throw new RangeError('the speed of a replay must be greater than 0')
  const { handshake, steps } = splitHandshake(fixture)
  const settings = {
    get speed() {
      return pace?.speed() ?? speed
    },
    clock: pace?.clock ?? clock,
    repeat: fixture.repeat,
    fromTurn,
    ...(observer && { observer }),
  }
  const context: LiveContext = {
    player: new FixturePlayer(steps, settings),
    calls: new SimulatedCalls(),
    journal,
    handles: new ResumptionHandles(),
    handshake,
    clock,
    speed,
    faults: new FaultInjector(faults, onStrike),
    prepare,
  }
  let connections = 0
  const nextNumber = (): number => {
    connections += 1
    return connections
  }
  return { context, nextNumber, connect: (address) => new LiveConnection(nextNumber(), address, context) }
}

function refersToAudio(steps: readonly FixtureStep[]): boolean {
  return steps.some((step) => {
    if (step.kind === 'branch') return step.sections.some((section) => refersToAudio(section.steps))
    return step.kind === 'send' && step.audio !== undefined
  })
}
