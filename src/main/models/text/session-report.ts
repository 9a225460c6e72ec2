import type { SessionState } from '../../../shared/ipc/schemas'
import { redact } from '../../../shared/text/redact'
import type { TextSessionOptions } from './text-session-options'

/** Shows the state of a session, and calls listeners that must not break it. */
export interface SessionReport {
  state(): SessionState
  show(state: SessionState): void
  ready(): void
  /** Calls a listener: what it throws is reported. */
  notify(listener: () => void): void
}

/** Creates the report of a session that is off. */
export function createSessionReport({ clock, onState, onFault }: TextSessionOptions): SessionReport {
  let shown: SessionState = { phase: 'off' }

  function notify(listener: () => void): void {
    try {
      listener()
    } catch (error) {
      onFault(describe(error))
    }
  }

  function show(state: SessionState): void {
    if (JSON.stringify(state) === JSON.stringify(shown)) return
    shown = state
    notify(() => onState(state))
  }

  return {
    state: () => shown,
    show,
    ready() {
      if (shown.phase !== 'ready') show({ phase: 'ready', since: clock.now() })
    },
    notify,
  }
}

/** What an error says, without secrets. */
export function describe(error: unknown): string {
  return redact(error instanceof Error ? error.message : String(error))
}
