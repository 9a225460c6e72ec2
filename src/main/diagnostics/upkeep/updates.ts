import type { Settings } from '../../../shared/ipc/schemas'
import type { UpdateChannel } from '../../../shared/ipc/update-choices'
import type { UpdateState } from '../../../shared/ipc/upkeep-calls'
import type { Clock, Timer } from '../../../shared/lib/clock'

/** A newer version of Parley. */
export interface FoundUpdate {
  readonly version: string
  /** its release notes; empty if there are none */
  readonly notes: string
}

/** Finds, downloads and installs updates. Each promise rejects with a text for the user. */
export interface UpdateEngine {
  /** Null if there is no newer version. */
  check(channel: UpdateChannel): Promise<FoundUpdate | null>
  /** Downloads the update and verifies it; `signal` aborts. */
  fetch(onPercent: (percent: number) => void, signal: AbortSignal): Promise<void>
  /** Ends the app and installs the update; throws a text for the user if the system did not allow it. */
  install(): void
}

/** Dependencies of updates. */
export interface UpdatesOptions {
  /** null: this installation cannot be updated */
  readonly engine: UpdateEngine | null
  readonly clock: Clock
  settings(): Pick<Settings, 'updates' | 'updateChannel'>
  /** A conversation is active: nothing may use its network or end it. */
  isInCall(): boolean
  onChange(state: UpdateState): void
}

/** The search for updates. */
export interface Updates {
  state(): UpdateState
  check(): Promise<UpdateState>
  /** False while a conversation is active, or if nothing is ready. */
  install(): boolean
  close(): void
}

/** The first check is not part of the start; later ones happen several times a day. */
export const FIRST_LOOK_MS = 60_000
export const LOOK_EVERY_MS = 6 * 3_600_000
/** How soon the start or end of a conversation is noticed. */
export const CALL_WATCH_MS = 2_000

/** Checks from time to time if the user allows it, downloads what it finds, and never does either during a conversation. */
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
  /** Until the conversation is over; `delayMs` later it checks again. */
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
