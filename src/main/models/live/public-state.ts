import type { SessionState } from '../../../shared/ipc/schemas'
import { assertNever } from '../../../shared/lib/assert-never'
import type { MachineState } from './session-state'

/** What the user interface is told of a state. That the connection `chosen` had to be told what was said before is no news to it. */
export function publicState(state: MachineState, chosen: number | null = null): SessionState {
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
        ...(state.reseeded && state.generation !== chosen && { reseeded: true }),
      }
    case 'reconnecting':
      return { phase: 'reconnecting', attempt: state.attempt, of: state.tries, nextTryAt: state.nextTryAt }
    case 'failed':
      return { phase: 'failed', cause: state.cause, detail: state.detail }
    default:
      return assertNever(state, 'session phase')
  }
}
