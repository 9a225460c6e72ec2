import type { UpdateChannel } from '../../../shared/ipc/update-choices'

/** A newer Parley. */
export interface FoundUpdate {
  readonly version: string
  /** what is new in it, in its makers' words; empty when they said nothing */
  readonly notes: string
}

/** What looks for updates, fetches them and puts them in place. Each promise rejects in words for the user. */
export interface UpdateEngine {
  /** Null when there is none that is newer. */
  check(channel: UpdateChannel): Promise<FoundUpdate | null>
  /** Fetches what was found and checks that it is what its makers said; `signal` gives up. */
  fetch(onPercent: (percent: number) => void, signal: AbortSignal): Promise<void>
  /** Ends the app and puts the update in place; throws in words for the user when the system did not let it. */
  install(): void
}
