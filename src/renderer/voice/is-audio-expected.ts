import type { AppState } from '../state/app-state'
import { currentStatus } from '../state/selectors'

/** Parley may have something to say at any moment: somebody talks or may, or an answer is made. */
export function isAudioExpected(state: AppState): boolean {
  return state.talk.phase !== 'idle' || currentStatus(state)?.activity === 'thinking'
}
