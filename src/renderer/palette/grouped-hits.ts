import type { HistoryHit } from '../../shared/ipc/history-calls'

/** A hit in the order of its conversation; the first of a conversation shows its title, the others only their text. */
export interface GroupedHit {
  readonly hit: HistoryHit
  readonly isFirst: boolean
}

/** The hits of each conversation together, in the order in which the conversations were found. */
export function groupedHits(hits: readonly HistoryHit[]): readonly GroupedHit[] {
  const order = [...new Set(hits.map(({ conversationId }) => conversationId))]
  return order.flatMap((conversationId) =>
    hits.filter((hit) => hit.conversationId === conversationId).map((hit, index) => ({ hit, isFirst: index === 0 })),
  )
}
