import type { ConversationStatus, SessionState, TalkState } from '../../shared/ipc/schemas'

/** What the dock says the app does now. */
export type ShownState = 'off' | 'connecting' | 'listening' | 'thinking' | 'speaking' | 'waiting' | 'reconnecting' | 'error'

/**
 * Picks the one state to show when several hold: error, reconnecting, listening with the key held, waiting, speaking,
 * listening, thinking, connecting, off. A microphone that has given no frame yet counts as connecting: only real sound
 * is called listening, and only on a session that takes it.
 */
export function shownState(status: ConversationStatus | undefined, talk: TalkState): ShownState {
  const session = phaseOf(status?.session)
  const activity = status?.activity ?? 'idle'
  if (session === 'failed') return 'error'
  if (session === 'reconnecting') return 'reconnecting'
  const hears = (talk.phase === 'listening' || talk.phase === 'tail') && session !== 'connecting'
  if (hears && talk.held) return 'listening'
  if (activity === 'waiting') return 'waiting'
  if (activity === 'speaking') return 'speaking'
  if (hears) return 'listening'
  if (talk.phase === 'arming') return 'connecting'
  if (activity === 'thinking') return 'thinking'
  if (session === 'connecting') return 'connecting'
  return 'off'
}

/** A connection in the making that takes the place of a lost one is still reconnecting. */
function phaseOf(session: SessionState | undefined): SessionState['phase'] {
  if (session?.phase === 'connecting' && session.again !== undefined) return 'reconnecting'
  return session?.phase ?? 'off'
}
