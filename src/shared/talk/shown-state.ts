import type { ConversationStatus, SessionState, TalkState } from '../ipc/schemas'

/** The app's state as the dock shows it. */
export type ShownState = 'off' | 'connecting' | 'listening' | 'thinking' | 'speaking' | 'waiting' | 'reconnecting' | 'error'

/**
 * Picks the one state to show when several apply: error, reconnecting, listening with the key down, waiting, speaking,
 * listening, thinking, connecting, off. A key that is held after the session has failed counts as listening. A microphone without a first frame counts as connecting: only real sound on a
 * session that accepts it is shown as listening.
 */
export function shownState(status: ConversationStatus | undefined, talk: TalkState): ShownState {
  const session = phaseOf(status?.session)
  const activity = status?.activity ?? 'idle'
  // what is said then is recorded, and can be sent later
  if (session === 'failed') return hearsTalk(talk) && talk.held ? 'listening' : 'error'
  if (session === 'reconnecting') return 'reconnecting'
  const hears = hearsTalk(talk) && session !== 'connecting'
  if (hears && talk.held) return 'listening'
  if (activity === 'waiting') return 'waiting'
  if (activity === 'speaking') return 'speaking'
  if (hears) return 'listening'
  if (talk.phase === 'arming') return 'connecting'
  if (activity === 'thinking') return 'thinking'
  if (session === 'connecting') return 'connecting'
  // without a key the microphone is always on: the other activity is more informative
  if (talk.phase === 'open') return talk.handsFree.ready ? 'listening' : 'connecting'
  return 'off'
}

/** A talk that begins by voice has sound from before its beginning. */
function hearsTalk(talk: TalkState): talk is Exclude<TalkState, { readonly phase: 'idle' | 'open' }> {
  if (talk.phase === 'arming') return talk.byVoice === true
  return talk.phase === 'listening' || talk.phase === 'tail'
}

/** A connection that replaces a lost one still counts as reconnecting. */
function phaseOf(session: SessionState | undefined): SessionState['phase'] {
  if (session?.phase === 'connecting' && session.again !== undefined) return 'reconnecting'
  return session?.phase ?? 'off'
}
