import type { JsonObject } from '../../../../shared/lib/json'
import type { ServiceRefusal } from '../client-violation'

/** Parts of the service that can misbehave; one file each. */
export type FaultFamily = 'connection' | 'close' | 'session' | 'frame' | 'transcript' | 'turn' | 'call' | 'text'

/** A number or a text that a fault can be given; `value` is what it is without. */
export interface FaultParameter {
  readonly value: number | string
  readonly what: string
}

/** One way in which the service misbehaves. */
export interface FaultEntry {
  readonly family: FaultFamily
  /** Sections and rows of the specification of the Live protocol which it shows, such as `4.12`. */
  readonly rows: readonly string[]
  /** What the server does, in one sentence. */
  readonly what: string
  /** How often it happens unless another number is asked for. */
  readonly times: number | 'always'
  readonly parameters: Readonly<Record<string, FaultParameter>>
  /** The fault on one connection. */
  begin(strike: FaultStrike): FaultHooks
}

/** How an upgrade fails: with an HTTP answer, by a lost network, or by silence. */
export type UpgradeFault = { readonly status: number; readonly text: string } | 'cut' | 'silence'

/** How a request of the text protocol is refused: an HTTP status and the body that comes with it. */
export interface RequestRefusal {
  readonly status: number
  readonly body: string
}

/** What becomes of a frame of the server: other frames go in its place, then `after` is done. */
export interface Passage {
  readonly instead?: readonly JsonObject[]
  readonly after?: () => void
}

/** Where a fault can reach into one connection. Null lets things take their course. */
export interface FaultHooks {
  upgrade?(): UpgradeFault | null
  /** The socket stands. */
  opened?(): void
  /** The setup was checked and found good. */
  setup?(setup: JsonObject): ServiceRefusal | 'silence' | null
  /** The setup was answered. */
  ready?(): void
  /** A frame on its way to the client. */
  toClient?(frame: JsonObject): Passage | null
  /** A checked frame of the client after its setup. The frame that is to be taken instead, or `swallow`. */
  fromClient?(frame: JsonObject): JsonObject | 'swallow' | null
  /** A checked request of the text protocol. */
  request?(body: JsonObject): RequestRefusal | null
  /** The user has spoken or typed: true when the service doesn't notice. */
  heard?(): boolean
  /** The user has spoken or typed: milliseconds that the model works in silence before it answers. */
  answersAfter?(): number | null
  /** The user begins to speak, or types: true when that takes back the open calls that block. */
  inputCancelsBlocking?(): boolean
}

/** The connection as a fault sees it. */
export interface FaultLine {
  /** Counts connections from 1. */
  readonly connection: number
  /** The ephemeral token it came with, or null. */
  readonly token: string | null
  /** Sends a frame that no fault sees. */
  send(frame: JsonObject): void
  /** Sends something that need not be a frame. */
  write(data: string | Buffer, kind: 'binary' | 'text'): void
  close(code: number, reason: string): void
  /** Loses the network: no close frame. */
  cut(): void
  /** Does something after so many milliseconds of recorded time, unless the connection ends before. */
  after(delayMs: number, task: () => void): { cancel(): void }
  /** The model gives up its turn: it is complete, and the recording goes on at the user's next one. */
  endTurn(): void
  /** A call that blocks waits for its answer. */
  isBlocked(): boolean
  /** Text protocol: nothing more is sent, and the response stays open. */
  hold?(): void
  /** Text protocol: this chunk, written in another way, counts as sent. */
  note?(frame: JsonObject): void
  /** Text protocol: the response ends with a token; this chunk and the rest come to the request that brings it. */
  continueElsewhere?(frame: JsonObject): void
}

/** A fault that was chosen, on one connection. */
export interface FaultStrike {
  readonly line: FaultLine
  /** What the connections of one server remember of this fault. */
  readonly memory: Set<string>
  number(parameter: string): number
  text(parameter: string): string
  /** Whether it may happen now: often enough it has not, and connection and turn are those that were asked for. */
  isArmed(): boolean
  /** It happens now, if it may. */
  take(): boolean
}
