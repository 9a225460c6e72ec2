import type { RecordedEvent } from '../../../shared/fixtures/recorded-event'

/** Which part of what happened is to be recorded: what happened since then, or the turns that frames belong to (by their indices). */
export interface ChosenTime {
  readonly from: number
  readonly frames?: { readonly first: number; readonly last: number } | undefined
}

/** The whole turns of the user that fit, from the first one on: a recording that begins or ends inside one could not be played. */
export function chosenEvents(events: readonly RecordedEvent[], { from, frames }: ChosenTime): readonly RecordedEvent[] {
  const begins = events.flatMap((event, place) =>
    event.kind === 'user' && (event.act === 'speech' || event.act === 'text') ? [place] : [],
  )
  if (frames === undefined) {
    const first = begins.find((place) => (events[place]?.at ?? 0) >= from)
    return first === undefined ? [] : events.slice(first)
  }
  const indexAt = (place: number): number => events[place]?.index ?? Number.POSITIVE_INFINITY
  const first = begins.findLast((place) => indexAt(place) <= frames.first) ?? begins[0]
  if (first === undefined) return []
  const behind = begins.find((place) => place > first && indexAt(place) > frames.last)
  return events.slice(first, behind)
}
