import { isHeard } from '../../shared/talk/talk-facts'
import type { EarconName } from '../audio/earcon'
import type { AppState } from '../state/app-state'
import { openApprovals } from '../state/apply-event'
import type { AppStore } from '../state/store'

/**
 * Plays the earcons that the settings want: the microphone listens (from its first sound on), it stopped, an error, a new
 * approval request. Never while Parley speaks: the sound of an approval waits for the end of it, the others are skipped. The
 * state at the page's start makes no sound. Returns a function that stops it.
 */
export function playEarcons({ api }: Pick<AppStore, 'api'>, play: (name: EarconName, volume: number) => void): () => void {
  let questionWaits = false
  return api.subscribe((state, before) => {
    if (before.opening.phase !== 'ready') return
    const { settings } = state
    const speaking = Object.values(state.statuses).some((status) => status?.activity === 'speaking')
    const sign = newSign(state, before)
    const wanted = { start: settings.startSound, stop: settings.stopSound, error: settings.errorSound }
    if (sign !== null && wanted[sign] && !speaking) play(sign, settings.volume)
    if (hasNewQuestion(state, before)) questionWaits = true
    if (!questionWaits || speaking) return
    questionWaits = false
    if (settings.questionSound && openApprovals(state.approvals).length + state.elicitations.length > 0) play('question', settings.volume)
  })
}

function newSign(state: AppState, before: AppState): 'start' | 'stop' | 'error' | null {
  if (failures(state).some((failure) => !failures(before).includes(failure))) return 'error'
  // hands-free mode has one start and one end: no sound for each utterance
  if (isHeard(state.talk) && !isHeard(before.talk)) return 'start'
  return isHeard(before.talk) && state.talk.phase === 'idle' ? 'stop' : null
}

/** The current failures, each with a name of its own. */
function failures({ notices, statuses }: AppState): readonly string[] {
  const sessions = Object.values(statuses).filter((status) => status?.session.phase === 'failed')
  const microphones = notices.filter(
    ({ kind }) => kind === 'microphone-missing' || kind === 'microphone-refused' || kind === 'microphone-busy',
  )
  return [...sessions.map((status) => `session ${status?.conversationId}`), ...microphones.map(({ noticeId }) => noticeId)]
}

function hasNewQuestion(state: AppState, before: AppState): boolean {
  const isKnown = (id: string): boolean => before.elicitations.some(({ elicitationId }) => elicitationId === id)
  if (state.elicitations.some(({ elicitationId }) => !isKnown(elicitationId))) return true
  if (state.approvals === before.approvals) return false
  return openApprovals(state.approvals).some((approval) => before.approvals[approval.approvalId] === undefined)
}
