import type { Fixture } from '../../shared/fixtures/fixture'
import type { Clock } from '../../shared/lib/clock'
import type { NewId } from '../../shared/lib/ids'
import type { Failure } from '../../shared/lib/result'
import type { DataFiles } from '../data/data-side'
import type { FlightRecorder } from '../diagnostics/recording/flight-recorder'
import type { UpdateEngine } from '../diagnostics/upkeep/update-engine'
import type { GatewayWishes } from '../gateway/gateway-service'
import type { Logger } from '../lib/log/logger'
import type { FaultChoice } from '../replay/simulator/faults/fault-choice'

/** What the app needs beside its platform. */
export interface StartOptions {
  readonly version: string
  readonly clock: Clock
  readonly newId: NewId
  /** Opens the log; it asks for the secrets that must not stand in it before each line. */
  openLog(secrets: () => readonly string[]): Logger
  /** Environment of the process: `GEMINI_API_KEY` is read from here. Empty where recordings must answer. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Recordings that can stand in for Gemini, the first one by default, and what was wrong with others. */
  readonly fixtures: readonly Fixture[]
  readonly fixtureProblems: readonly Failure[]
  /** The file of the recording that the app was opened with. */
  readonly openedRecording?: string | null
  /** Speed of recordings instead of the one in the settings; null leaves it to them. */
  readonly replaySpeed: number | null
  /** What goes wrong where recordings stand in for Gemini; nothing where it is left out. */
  readonly replayFaults?: readonly FaultChoice[]
  readonly gateway?: GatewayWishes
  /** Remembers what goes over the wire; one of its own where it is left out. */
  readonly flight?: FlightRecorder
  readonly dataFiles: DataFiles
  /** What looks for newer versions; nothing where the app was not installed from a package that says where. */
  readonly updateEngine?: UpdateEngine | null
}

/** The running app. */
export interface Running {
  /** Where other programs reach it, and the token of the one that was wished for; nothing where it is closed. */
  gateway(): { readonly gateway?: { readonly url: string; readonly token: string | null } }
  /** Ends sessions and servers, and stores what is left to store. Safe to call twice. */
  stop(): Promise<void>
}
