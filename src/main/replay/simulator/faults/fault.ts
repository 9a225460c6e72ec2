import type { JsonObject } from '../../../../shared/lib/json'
import type { ServiceRefusal } from '../client-violation'

/** Parts of the service that can misbehave; one file each. */
export type FaultFamily = 'connection' | 'close' | 'session' | 'frame' | 'transcript' | 'turn' | 'call' | 'text'

/** A parameter of a fault; `value` is its default. */
export interface FaultParameter {
  readonly value: number | string
  readonly what: string
}

/** One way in which the service misbehaves. */
export interface FaultEntry {
  readonly family: FaultFamily
  /** Sections and rows of the Live protocol's specification that it shows, such as `4.12`. */
  readonly rows: readonly string[]
  /** What the server does, in one sentence. */
  readonly what: string
  /** How often it happens by default. */
  readonly times: number | 'always'
  readonly parameters: Readonly<Record<string, FaultParameter>>
  /** The fault on one connection. */
  begin(strike: FaultStrike): FaultHooks
}

/** How an upgrade fails: with an HTTP response, a lost network, or silence. */
export type UpgradeFault = { readonly status: number; readonly text: string } | 'cut' | 'silence'

/** How a text request is refused: an HTTP status and its body. */
export interface RequestRefusal {
  readonly status: number
  readonly body: string
}

/** The result for a frame of the server: replacement frames, then `after` runs. */
export interface Passage {
  readonly instead?: readonly JsonObject[]
  readonly after?: () => void
}

/** The hooks of a fault on one connection. Null changes nothing. */
export interface FaultHooks {
  upgrade?(): UpgradeFault | null
  /** The socket is open. */
  opened?(): void
  /** The setup was checked and is valid. */
  setup?(setup: JsonObject): ServiceRefusal | 'silence' | null
  /** The setup was answered. */
  ready?(): void
  /** A frame on its way to the client. */
  toClient?(frame: JsonObject): Passage | null
  /** A checked frame of the client after its setup. Returns the frame to process instead, or `swallow`. */
  fromClient?(frame: JsonObject): JsonObject | 'swallow' | null
  /** A checked request of the text protocol. */
  request?(body: JsonObject): RequestRefusal | null
  /** The user has spoken or typed: true if the service does not notice. */
  heard?(): boolean
  /** The user has spoken or typed: milliseconds that the model works silently before it answers. */
  answersAfter?(): number | null
  /** The user begins to speak, or types: true if that cancels open blocking calls. */
  inputCancelsBlocking?(): boolean
}

/** The connection as a fault sees it. */
export interface FaultLine {
  /** Counts connections from 1. */
  readonly connection: number
  /** The ephemeral token it came with, or null. */
  readonly token: string | null
  /** Sends a frame that bypasses all faults. */
  send(frame: JsonObject): void
  /** Sends something that need not be a frame. */
  write(data: string | Buffer, kind: 'binary' | 'text'): void
  close(code: number, reason: string): void
  /** Drops the network: no close frame. */
  cut(): void
  /** Runs an action after this many milliseconds of recorded time, unless the connection ends before. */
  after(delayMs: number, task: () => void): { cancel(): void }
  /** The model abandons its turn: it is complete, and the recording continues at the user's next one. */
  endTurn(): void
  /** A blocking call waits for its response. */
  isBlocked(): boolean
  /** Text protocol: nothing more is sent, and the response stays open. */
  hold?(): void
  /** Text protocol: this chunk, written in another way, counts as sent. */
  note?(frame: JsonObject): void
  /** Text protocol: the response ends with a token; this chunk and the rest follow in the request with that token. */
  continueElsewhere?(frame: JsonObject): void
}

/** A fault that was chosen, on one connection. */
export interface FaultStrike {
  readonly line: FaultLine
  /** State of this fault shared by the connections of one server. */
  readonly memory: Set<string>
  number(parameter: string): number
  text(parameter: string): string
  /** Whether it may happen now: its limit is not reached, and connection and turn match. */
  isArmed(): boolean
  /** Triggers it, if it may happen. */
  take(): boolean
}
