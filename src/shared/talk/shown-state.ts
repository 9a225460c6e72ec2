import type { ConversationStatus, SessionState, TalkState } from '../ipc/schemas'

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
  const hears = hearsTalk(talk) && session !== 'connecting'
  if (hears && talk.held) return 'listening'
  if (activity === 'waiting') return 'waiting'
  if (activity === 'speaking') return 'speaking'
  if (hears) return 'listening'
  if (talk.phase === 'arming') return 'connecting'
  if (activity === 'thinking') return 'thinking'
  if (session === 'connecting') return 'connecting'
  // without a key the microphone is always on: what else goes on says more
  if (talk.phase === 'open') return talk.handsFree.ready ? 'listening' : 'connecting'
  return 'off'
}

/** A talk that begins by voice was heard before it began. */
function hearsTalk(talk: TalkState): talk is Exclude<TalkState, { readonly phase: 'idle' | 'open' }> {
  if (talk.phase === 'arming') return talk.byVoice === true
  return talk.phase === 'listening' || talk.phase === 'tail'
}

/** A connection in the making that takes the place of a lost one is still reconnecting. */
function phaseOf(session: SessionState | undefined): SessionState['phase'] {
  if (session?.phase === 'connecting' && session.again !== undefined) return 'reconnecting'
  return session?.phase ?? 'off'
}
