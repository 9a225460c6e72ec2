import type { TalkState } from '../ipc/schemas'

/** Somebody talks, or is about to: the microphone is for this talk. */
export function isTalking(talk: TalkState): talk is Exclude<TalkState, { readonly phase: 'idle' | 'open' }> {
  return talk.phase !== 'idle' && talk.phase !== 'open'
}

/** Hands-free is on, whether or not somebody talks. */
export function isHandsFree(talk: TalkState): boolean {
  return talk.phase !== 'idle' && talk.handsFree !== undefined
}

/** What is said now is heard: a talk has its first sound, or hands-free is ready for a voice. */
export function isHeard(talk: TalkState): boolean {
  if (talk.phase === 'idle') return false
  if (talk.handsFree?.ready === true) return true
  return talk.phase === 'listening' || talk.phase === 'tail'
}
