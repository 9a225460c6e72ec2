import { assertNever } from '../lib/assert-never'
import type { PlacedChunk } from './chunks'
import { type FoldedAnswer, foldAnswer, foldChunk, type Thread } from './fold'

/** A thread and the number of the first event that is not inside it yet. */
export interface ThreadPosition {
  readonly thread: Thread
  readonly nextSeq: number
}

/** One numbered event of a conversation: a chunk, or the user's answer to a question. The numbers have no holes. */
export type ThreadEvent =
  | { readonly kind: 'chunk'; readonly seq: number; readonly placed: PlacedChunk }
  | { readonly kind: 'answer'; readonly seq: number; readonly answer: FoldedAnswer }

/** What an event did: it was folded, or it was inside already, or events before it are missing. */
export type ReplayOutcome =
  | { readonly kind: 'applied'; readonly position: ThreadPosition }
  | { readonly kind: 'repeated' }
  | { readonly kind: 'gap'; readonly missingFrom: number }

/**
 * Folds one numbered event, exactly once: an event with an older number changes nothing, however often it comes, and a
 * hole in the numbers is never papered over. So a stream can be replayed from any number on.
 */
export function replayEvent(position: ThreadPosition, event: ThreadEvent): ReplayOutcome {
  const { thread, nextSeq } = position
  if (!Number.isSafeInteger(event.seq) || event.seq < nextSeq) return { kind: 'repeated' }
  if (event.seq > nextSeq) return { kind: 'gap', missingFrom: nextSeq }
  return { kind: 'applied', position: { thread: folded(thread, event), nextSeq: nextSeq + 1 } }
}

/**
 * Folds a replay into a position. Stops at the first hole: `missingFrom` is the number from which the replay has to be
 * asked for again, or null when there was none.
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
