import type { Settings } from '../../../shared/ipc/schemas'
import type { UpdateChannel } from '../../../shared/ipc/update-choices'
import type { UpdateState } from '../../../shared/ipc/upkeep-calls'
import type { Clock, Timer } from '../../../shared/lib/clock'

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

/** What updates need of the app. */
export interface UpdatesOptions {
  /** null: this installation can't be updated */
  readonly engine: UpdateEngine | null
  readonly clock: Clock
  settings(): Pick<Settings, 'updates' | 'updateChannel'>
  /** A conversation goes on: nothing may take its network, and nothing may end it. */
  isInCall(): boolean
  onChange(state: UpdateState): void
}

/** The search for a newer Parley. */
export interface Updates {
  state(): UpdateState
  check(): Promise<UpdateState>
  /** False while a conversation goes on, or when nothing is ready. */
  install(): boolean
  close(): void
}

/** The first look is not part of the start; later ones come some times a day. */
export const FIRST_LOOK_MS = 60_000
export const LOOK_EVERY_MS = 6 * 3_600_000
/** How soon it is seen that a conversation has begun or is over. */
export const CALL_WATCH_MS = 2_000

/** Looks from time to time while the user lets it, fetches what it finds, and never does either during a conversation. */
export function createUpdates({ engine, clock, settings, isInCall, onChange }: UpdatesOptions): Updates {
  let state: UpdateState = engine === null ? { phase: 'unavailable' } : { phase: 'idle', checkedAt: null }
  let timer: Timer | null = null
  let watch: Timer | null = null
  let closed = false

  const set = (next: UpdateState): UpdateState => {
    if (closed) return state
    state = next
    onChange(state)
    return state
  }
  const lookAfter = (delayMs: number): void => {
    timer?.cancel()
    timer = closed || engine === null ? null : clock.after(delayMs, lookByItself)
  }
  function lookByItself(): void {
    lookAfter(LOOK_EVERY_MS)
    if (settings().updates) void check()
  }
  /** Until the conversation is over; `delayMs` later it is looked again. */
  const wait = (): UpdateState => {
    lookAfterCall()
    return set({ phase: 'waiting' })
  }
  function lookAfterCall(): void {
    timer?.cancel()
    timer = clock.after(CALL_WATCH_MS, () => (isInCall() ? lookAfterCall() : void check()))
  }

  async function check(): Promise<UpdateState> {
    if (engine === null || ['checking', 'fetching', 'ready'].includes(state.phase)) return state
    if (isInCall()) return wait()
    set({ phase: 'checking' })
    try {
      const found = await engine.check(settings().updateChannel)
      lookAfter(LOOK_EVERY_MS)
      if (found === null) return set({ phase: 'idle', checkedAt: clock.now() })
      if (isInCall()) return wait()
      return await fetchUpdate(engine, found.version, found.notes)
    } catch (error) {
      lookAfter(LOOK_EVERY_MS)
      return set(failed(error))
    }
  }

  async function fetchUpdate(from: UpdateEngine, version: string, notes: string): Promise<UpdateState> {
    const giveUp = new AbortController()
    const watchCall = (): void => {
      watch = clock.after(CALL_WATCH_MS, () => (isInCall() ? giveUp.abort() : watchCall()))
    }
    watchCall()
    set({ phase: 'fetching', version, percent: 0 })
    try {
      await from.fetch((percent) => set({ phase: 'fetching', version, percent: Math.floor(percent) }), giveUp.signal)
      return set({ phase: 'ready', version, notes })
    } catch (error) {
      if (giveUp.signal.aborted) return wait()
      throw error
    } finally {
      watch?.cancel()
    }
  }

  lookAfter(FIRST_LOOK_MS)
  return {
    state: () => state,
    check,
    install() {
      if (engine === null || state.phase !== 'ready' || isInCall()) return false
      try {
        engine.install()
      } catch (error) {
        set(failed(error))
      }
      return true
    },
    close() {
      closed = true
      timer?.cancel()
      watch?.cancel()
    },
  }
}

function failed(error: unknown): UpdateState {
  return { phase: 'failed', reason: error instanceof Error ? error.message : String(error) }
}
