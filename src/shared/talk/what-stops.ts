import type { ConversationStatus, TalkState } from '../ipc/schemas'
import { isTalking } from './talk-facts'

/** The action of the stop button. */
export type Stop = 'cancel-talk' | 'interrupt' | 'end-hands-free' | 'end-session'

/**
 * What stop does now: close the microphone first, then silence the answer, then end the session; null: nothing to stop.
 */
export function whatStops(status: ConversationStatus | undefined, talk: TalkState): Stop | null {
  if (isTalking(talk)) return 'cancel-talk'
  if (status?.activity === 'speaking' || status?.activity === 'thinking') return 'interrupt'
  if (status?.reading !== undefined && status.reading.phase !== 'failed') return 'interrupt'
  if (talk.phase === 'open') return 'end-hands-free'
  return status === undefined || status.session.phase === 'off' ? null : 'end-session'
}
