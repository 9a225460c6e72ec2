import type { AppState } from '../state/app-state'
import { currentStatus } from '../state/selectors'

/** Whether Parley may speak at any moment: somebody talks or may, or an answer is being made. */
export function isAudioExpected(state: AppState): boolean {
  return state.talk.phase !== 'idle' || currentStatus(state)?.activity === 'thinking'
}
