import type { OpenRawSocket } from '../../../src/main/models/live/guarded-socket'
import type { FaultChoice } from '../../../src/main/replay/simulator/faults/fault-choice'
import { createFixtureService } from '../../../src/main/replay/simulator/fixture-service'
import type { EventName } from '../../../src/shared/ipc/contract'
import type { JsonObject } from '../../../src/shared/lib/json'
import type { Chance } from './chance'
import type { ChaosRecord } from './chaos-record'
import { CONNECTION_MARK, chaosRecording, HEARD_MARK } from './chaos-recording'
import { type ChaosTap, createChaosTap } from './chaos-wiretap'
import type { VirtualClock } from './virtual-clock'
import { createVirtualNetwork } from './virtual-network'
import type { Wiretap } from './virtual-socket'

/** Words and effects of a conversation are numbered from this times its place among the others. */
export const NUMBERS_APART = 1_000

export interface ChaosLineOptions {
  readonly conversationId: string
  /** Its place among the conversations of the world, from 0. */
  readonly place: number
  readonly chance: Chance
  readonly clock: VirtualClock
  readonly turns: number
  readonly faults: readonly FaultChoice[]
  readonly record: ChaosRecord
  readonly trace: (line: string) => void
  /** The page has played this many samples of a turn, and none are left. */
  played(turnId: string, samples: number): void
}

/** One conversation, with the service and the network on one side, and the loudspeaker on the other. */
export interface ChaosLine {
  readonly conversationId: string
  readonly place: number
  readonly record: ChaosRecord
  readonly tap: ChaosTap
  readonly open: OpenRawSocket
  /** An event that the page got about this conversation. */
  hear(name: EventName, payload: unknown): void
  /** Sound of the model that the page has not played to its end. */
  sounding(): boolean
  silence(): void
  /** Removes all faults. */
  calmDown(): void
  openSockets(): number
  violations(): readonly string[]
}

export function createChaosLine(options: ChaosLineOptions): ChaosLine {
  const { chance, clock, record, place } = options
  const tap = createChaosTap(record, clock.now)
  const service = createFixtureService({
    fixture: chaosRecording(chance, options.turns, place * NUMBERS_APART),
    speed: 1,
    clock,
    faults: options.faults,
    onStrike: (fault) => record.faults.push(fault),
    prepare: (frame, connection) => marked(frame, connection, tap.spokenOn(connection)),
  })
  const network = createVirtualNetwork({ service, clock, latency: () => chance.between(1, 40), wiretap: tracing(tap, options.trace) })
  const playing = new Map<string, number>()

  function played(turnId: string): void {
    const samples = playing.get(turnId)
    playing.delete(turnId)
    if (samples !== undefined) options.played(turnId, samples)
  }

  return {
    conversationId: options.conversationId,
    place,
    record,
    tap,
    open: network.open,
    hear(name, payload) {
      if (typeof payload !== 'object' || payload === null || !('turnId' in payload) || typeof payload.turnId !== 'string') return
      const { turnId } = payload
      if (name === 'playback.pcm' && 'pcm' in payload && payload.pcm instanceof Uint8Array) {
        record.sounded.add(turnId)
        playing.set(turnId, (playing.get(turnId) ?? 0) + payload.pcm.length / 2)
      } else if (name === 'playback.end') clock.after((playing.get(turnId) ?? 0) / 24, () => played(turnId))
      else if (name === 'playback.flush') playing.delete(turnId)
    },
    sounding: () => playing.size > 0,
    silence: () => playing.clear(),
    calmDown: () => service.context.faults.disarm(),
    openSockets: network.openSockets,
    violations: () => service.context.journal.violations(),
  }
}

function tracing(tap: Wiretap, trace: (line: string) => void): Wiretap {
  return {
    toServer(connection, text) {
      trace(`→ ${connection} ${text}`)
      tap.toServer(connection, text)
    },
    fromServer: tap.fromServer,
    toClient(connection, text) {
      trace(`← ${connection} ${text}`)
      tap.toClient(connection, text)
    },
    ended(connection, how) {
      trace(`× ${connection} ${how}`)
      tap.ended(connection, how)
    },
  }
}

function marked(frame: JsonObject, connection: number, spoken: string): JsonObject {
  const text = JSON.stringify(frame).replaceAll(CONNECTION_MARK, `c${connection}`).replaceAll(HEARD_MARK, spoken)
  const value: JsonObject = JSON.parse(text)
  return value
}
