import type { Fixture } from '../../../shared/fixtures/fixture'
import type { Clock } from '../../../shared/lib/clock'
import type { JsonValue } from '../../../shared/lib/json'
import type { ReplayPace } from '../replay-pace'
import type { FaultName } from './faults/catalogue'
import type { FaultChoice } from './faults/fault-choice'
import type { UploadedFact } from './file-service'
import type { PlayerObserver } from './player-types'

export interface FixtureServerOptions {
  readonly fixture: Fixture
  /** Another recording, for requests of the text protocol; without it `fixture` answers those as well. */
  readonly text?: Fixture
  /** Recorded gaps are divided by this; 1 is as recorded. */
  readonly speed: number
  readonly clock?: Clock
  /** Its own speed and clock for what is recorded; connecting and faults keep theirs. */
  readonly pace?: Pick<ReplayPace, 'speed' | 'clock'>
  /** Hears where the recording stands. */
  readonly observer?: PlayerObserver
  /** Begins at this turn of the user, counted from 0. */
  readonly fromTurn?: number
  /** What stands first in the path of every address; a random one where it is left out. */
  readonly secret?: string
  /** Port of a proxy of this machine through which the server is reached: its name is taken for the server's own. */
  readonly proxyPort?: number
  /** Whether all that is received is remembered, for `received` and `receivedAudio`; the app's own replays remember nothing. */
  readonly remembers?: boolean
  /** What goes wrong: faults of the catalogue by their names, or by when and how they happen. */
  readonly faults?: readonly (FaultName | FaultChoice)[]
}

/** One thing a client sent: a frame of the Live protocol, or the body of a `streamGenerateContent` request. */
export interface ReceivedFrame {
  readonly protocol: 'live' | 'text'
  /** Counts connections (or requests) from 1. */
  readonly connection: number
  /** The server's clock, ms since the epoch. */
  readonly at: number
  /** Parsed JSON, or the text itself where it was none. */
  readonly frame: JsonValue
}

/** A running server that speaks Gemini's protocols from one fixture, on loopback. */
export interface FixtureServer {
  /** For `httpOptions.baseUrl` of `@google/genai`: `http://127.0.0.1:<port>/<secret>`. Whoever does not know it gets nothing. */
  readonly baseUrl: string
  received(): readonly ReceivedFrame[]
  /** All `realtimeInput.audio` so far, put together: s16le mono 16 kHz. */
  receivedAudio(): Uint8Array
  /** What clients did that the real service would not accept; each closed its connection. */
  violations(): readonly string[]
  /** The files that were uploaded whole, in their order. */
  uploaded(): readonly UploadedFact[]
  /** Frames, and chunks of written answers, that were sent so far. */
  framesSent(): number
  /** Live connections that are open now. */
  openConnections(): number
  /** Resolves once `predicate` holds; asked again after everything that happens here. Rejects when the server closes before. */
  waitFor(predicate: (received: readonly ReceivedFrame[]) => boolean): Promise<void>
  /** Ends every connection and gives the port back. */
  close(): Promise<void>
}
