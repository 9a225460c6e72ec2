import { assertNever } from '../lib/assert-never'
import type { PlacedChunk } from './chunks'
import { type FoldedAnswer, foldAnswer, foldChunk, type Thread } from './fold'

/** A thread and the number of the first event that it does not include yet. */
export interface ThreadPosition {
  readonly thread: Thread
  readonly nextSeq: number
}

/** One numbered event of a conversation: a chunk, or the user's answer to an approval. The numbers have no gaps. */
export type ThreadEvent =
  | { readonly kind: 'chunk'; readonly seq: number; readonly placed: PlacedChunk }
  | { readonly kind: 'answer'; readonly seq: number; readonly answer: FoldedAnswer }

/** The effect of an event: it was folded, was already included, or earlier events are missing. */
export type ReplayOutcome =
  | { readonly kind: 'applied'; readonly position: ThreadPosition }
  | { readonly kind: 'repeated' }
  | { readonly kind: 'gap'; readonly missingFrom: number }

/**
 * Folds one numbered event, exactly once: an event with an older number changes nothing, however often it comes, and a
 * gap in the numbers is always reported. So a stream can be replayed from any number on.
 */
export function replayEvent(position: ThreadPosition, event: ThreadEvent): ReplayOutcome {
  const { thread, nextSeq } = position
  if (!Number.isSafeInteger(event.seq) || event.seq < nextSeq) return { kind: 'repeated' }
  if (event.seq > nextSeq) return { kind: 'gap', missingFrom: nextSeq }
  return { kind: 'applied', position: { thread: folded(thread, event), nextSeq: nextSeq + 1 } }
}

/**
 * Folds a replay into a position. Stops at the first gap: `missingFrom` is the number from which the replay must be
 * requested again, or null without a gap.
 */
export function replayEvents(
  position: ThreadPosition,
  events: Iterable<ThreadEvent>,
): { readonly position: ThreadPosition; readonly missingFrom: number | null } {
  let reached = position
  for (const event of events) {
    const outcome = replayEvent(reached, event)
    if (outcome.kind === 'gap') return { position: reached, missingFrom: outcome.missingFrom }
    if (outcome.kind === 'applied') reached = outcome.position
  }
  return { position: reached, missingFrom: null }
}

function folded(thread: Thread, event: ThreadEvent): Thread {
  switch (event.kind) {
    case 'chunk':
      return foldChunk(thread, event.placed)
    case 'answer':
      return foldAnswer(thread, event.answer)
    default:
      return assertNever(event, 'thread event')
  }
}
