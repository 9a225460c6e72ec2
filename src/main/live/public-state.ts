import type { SessionState } from '../../shared/ipc/schemas'
import { assertNever } from '../../shared/lib/assert-never'
import type { MachineState } from './session-state'

/** What the user interface is told of a state. */
export function publicState(state: MachineState): SessionState {
  switch (state.phase) {
    case 'off':
      return { phase: 'off' }
    case 'connecting':
      return { phase: 'connecting', since: state.since, ...(state.attempt > 0 && { again: { attempt: state.attempt, of: state.tries } }) }
    case 'ready':
      return {
        phase: 'ready',
        since: state.since,
        ...(state.stalledAt !== null && { stalledAt: state.stalledAt }),
        ...(state.reseeded && { reseeded: true }),
      }
    case 'reconnecting':
      return { phase: 'reconnecting', attempt: state.attempt, of: state.tries, nextTryAt: state.nextTryAt }
    case 'failed':
      return { phase: 'failed', cause: state.cause, detail: state.detail }
    default:
      return assertNever(state, 'session phase')
  }
}
