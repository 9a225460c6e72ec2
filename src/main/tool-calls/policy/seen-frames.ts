import type { Clock } from '../../../shared/lib/clock'

/** In which turns the model saw what the user showed it: somebody else may have written what stands there. In memory: what was seen ends with the app. */
export interface SeenFrames {
  /** A frame was sent in this conversation. */
  sent(conversationId: string): void
  /** This is the newest turn of the conversation. */
  turn(conversationId: string, turnId: string): void
  /** When a frame was last seen in the turn of this call (ms since the epoch); null if none was. */
  lastSeen(call: { readonly conversationId: string; readonly turnId?: string }): number | null
}

/** What is known of a conversation that was sent frames. */
interface Seen {
  /** when the last frame was sent */
  readonly at: number
  /** the newest turns that saw one, the latest last */
  readonly turns: readonly string[]
  /** a frame was sent after the last turn began, so that the next one sees it, too */
  readonly next: boolean
}

/** So many turns of a conversation are remembered: a call comes in its turn. */
const MOST_TURNS = 20

/** Creates the record; no frame was seen. */
export function createSeenFrames(clock: Pick<Clock, 'now'>): SeenFrames {
  const conversations = new Map<string, Seen>()
  const newest = new Map<string, string>()

  function add(turns: readonly string[], turnId: string | undefined): readonly string[] {
    return turnId === undefined || turns.includes(turnId) ? turns : [...turns, turnId].slice(-MOST_TURNS)
  }

  return {
    sent(conversationId) {
      const turns = conversations.get(conversationId)?.turns ?? []
      conversations.set(conversationId, { at: clock.now(), turns: add(turns, newest.get(conversationId)), next: true })
    },
    turn(conversationId, turnId) {
      if (newest.get(conversationId) === turnId) return
      newest.set(conversationId, turnId)
      const seen = conversations.get(conversationId)
      if (seen?.next === true) conversations.set(conversationId, { ...seen, turns: add(seen.turns, turnId), next: false })
    },
    lastSeen({ conversationId, turnId }) {
      const seen = conversations.get(conversationId)
      if (seen === undefined || turnId === undefined) return null
      // a call may be the first that is known of its turn
      const isNew = seen.next && turnId !== newest.get(conversationId)
      return isNew || seen.turns.includes(turnId) ? seen.at : null
    },
  }
}
