import type { BranchName, Expectation } from '../../../shared/fixtures/fixture'
import type { Clock } from '../../../shared/lib/clock'
import type { JsonObject } from '../../../shared/lib/json'

/** The connection that receives the playback. */
export interface PlayerPort {
  send(frame: JsonObject): void
  /** The player waits for the client, or is at its end. */
  paused(): void
  /** The recorded connection ends here. The player has already left this port. */
  hangUp?(code: number, reason: string): void
}

/** Listens to the position of a player. */
export interface PlayerObserver {
  /** It waits for what is expected; null: it is at the end. */
  waits(expectation: Expectation | null): void
  /** So much of the answer was sent that its user cuts in, as recorded: true where nothing more is to come before, or `goOn`. */
  cutsIn?(expectation: Expectation, goOn: () => void): boolean
  /** Whether the recording has an answer to this; if not, the turn ends without one, and the recording waits for the next input. */
  understands?(input: UserInput): boolean
  /** A call was answered in a way that the recording does not contain. */
  hasNoBranch(call: string, answer: BranchName): void
}

/** How a player plays. */
export interface PlayerSettings {
  readonly speed: number
  readonly clock: Clock
  readonly repeat: boolean
  readonly observer?: PlayerObserver
  /** Begins at this turn of the user, counted from 0. */
  readonly fromTurn?: number
}

/** What a user did: `milliseconds` is the length of speech. */
export type UserInput = { readonly kind: 'speech'; readonly milliseconds: number } | { readonly kind: 'text'; readonly text?: string }

/** The final answer to a call. */
export interface SettledCall {
  readonly call: string
  readonly answer: BranchName
}
