import { useCallback, useMemo, useState } from 'react'
import type { UIMessage } from '../../shared/protocol/ui-message'
import { type FoundPlace, findPattern, placesIn } from './find-in-thread'

/** What the thread marks, and where it scrolls to. */
export interface FoundInThread {
  readonly query: string
  /** the place that the bar is at; null: nothing was found */
  readonly place: FoundPlace | null
}

/** A search in one thread. */
export interface Find extends FoundInThread {
  readonly count: number
  /** number of the current place, from 1; 0: nothing was found */
  readonly number: number
  search(query: string): void
  /** Goes to the next place, or with -1 to the one before; after the last one comes the first. */
  step(by: 1 | -1): void
}

/**
 * Searches all messages, rendered or not. A search starts at the first place that is not above the view; `firstInView` names the
 * message at its top.
 */
export function useFind(messages: readonly UIMessage[], firstInView: () => string | null): Find {
  const [query, setQuery] = useState('')
  const [wanted, setWanted] = useState<FoundPlace | null>(null)
  const places = useMemo(() => {
    const pattern = findPattern(query)
    return pattern === null ? [] : placesIn(messages, pattern)
  }, [messages, query])
  // earlier messages may have come before the place
  const at = wanted === null ? -1 : places.findIndex(({ messageId, nth }) => messageId === wanted.messageId && nth === wanted.nth)
  const index = at >= 0 ? at : places.length === 0 ? -1 : 0
  const current = places[index] ?? null
  // the same place stays the same value while the thread grows
  const [messageId, nth] = [current?.messageId ?? null, current?.nth ?? 0]
  const place = useMemo(() => (messageId === null ? null : { messageId, nth }), [messageId, nth])
  const search = (text: string) => {
    setQuery(text)
    const pattern = findPattern(text)
    if (pattern === null) return
    const start = place?.messageId ?? firstInView()
    const from = messages.findIndex(({ id }) => id === start)
    const below = placesIn(messages.slice(Math.max(0, from)), pattern)[0]
    setWanted(below ?? placesIn(messages, pattern)[0] ?? null)
  }
  const step = useCallback((by: 1 | -1) => setWanted(places[(index + by + places.length) % places.length] ?? null), [places, index])
  return { query, place, count: places.length, number: index + 1, search, step }
}
