import type { TalkState } from '../ipc/schemas'

/** Somebody talks, or is about to: the microphone belongs to this talk. */
export function isTalking(talk: TalkState): talk is Exclude<TalkState, { readonly phase: 'idle' | 'open' }> {
  return talk.phase !== 'idle' && talk.phase !== 'open'
}

/** Hands-free mode is on, whether or not somebody talks. */
export function isHandsFree(talk: TalkState): boolean {
  return talk.phase !== 'idle' && talk.handsFree !== undefined
}

/** Speech is recorded now: a talk has its first sound, or voice detection is ready. */
export function isHeard(talk: TalkState): boolean {
  if (talk.phase === 'idle') return false
  if (talk.handsFree?.ready === true) return true
  return talk.phase === 'listening' || talk.phase === 'tail'
}
