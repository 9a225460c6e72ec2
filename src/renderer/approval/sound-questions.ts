import { openQuestions } from '../state/apply-event'
import type { AppStore } from '../state/store'

/**
 * Plays the sign when a question comes while the page is open, unless the user has turned it off. Questions that were
 * there when the page opened make no sound. Returns the way to stop.
 */
export function soundQuestions({ api }: AppStore, play: (volume: number) => void): () => void {
  return api.subscribe((state, before) => {
    if (state.approvals === before.approvals || before.opening.phase !== 'ready' || !state.settings.questionSound) return
    const isNew = openQuestions(state.approvals).some((approval) => before.approvals[approval.approvalId] === undefined)
    if (isNew) play(state.settings.volume)
  })
}
