import { defaultRangeExtractor, elementScroll, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { UIMessage } from '../../shared/protocol/ui-message'
import { useApp } from '../state/context'
import type { FoundPlace } from './find-in-thread'
import { guessHeight } from './guess-height'

/** The rendered messages of a thread, and their places. */
export interface DrawnMessages {
  readonly items: readonly VirtualItem[]
  /** Height of the whole thread in px, as far as known. */
  readonly height: number
  /** Measures a rendered message; for the element that has its index as `data-index`. */
  measure(element: HTMLElement | null): void
}

/** Messages that are rendered before and after those in view; one until the thread has been painted for the first time. */
const AROUND = 8
/** After the end of any thread. */
const END = 1e9

export interface DrawnMessagesOptions {
  readonly scroller: RefObject<HTMLElement | null>
  /** The scroll position is corrected so that the same text stays in view, because a height is now known exactly. */
  corrected(top: number): void
  /** The view leaves the end of the thread. */
  leave(): void
  /** The place that the find bar is at. */
  readonly found: FoundPlace | null
}

/**
 * Of a long thread, only the messages in view are rendered, with a few around them; and the one with the focus or an open
 * approval, wherever it is. A thread opens at its end. A jump brings its message into view, and so does the find bar.
 */
export function useDrawnMessages(
  messages: readonly UIMessage[],
  { scroller, corrected, leave, found }: DrawnMessagesOptions,
): DrawnMessages {
  const approvals = useApp((state) => state.approvals)
  const jump = useApp((state) => state.jump)
  const places = useMemo(() => new Map(messages.map(({ id }, index) => [id, index])), [messages])
  const asking = useMemo(
    () => Object.values(approvals).flatMap(({ state, messageId }) => (state === 'requested' ? [places.get(messageId) ?? -1] : [])),
    [approvals, places],
  )
  const focused = (): number => {
    const message = document.activeElement?.closest<HTMLElement>('[data-message]')
    return scroller.current?.contains(message ?? null) === true ? (places.get(message?.dataset.message ?? '') ?? -1) : -1
  }
  const [around, setAround] = useState(1)
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setAround(AROUND)))
    return () => cancelAnimationFrame(frame)
  }, [])
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: messages.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => guessHeight(messages[index]),
    getItemKey: (index) => messages[index]?.id ?? index,
    initialOffset: END,
    overscan: around,
    rangeExtractor(range) {
      const always = [...asking, focused()].filter((index) => index >= 0 && index < messages.length)
      return [...new Set([...defaultRangeExtractor(range), ...always])].sort((one, other) => one - other)
    },
    scrollToFn(offset, options, instance) {
      corrected(Math.round(offset + (options.adjustments ?? 0)))
      elementScroll(offset, options, instance)
    },
  })
  const first = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    const at = first.current === undefined ? undefined : places.get(first.current)
    first.current = messages[0]?.id
    const added = at === undefined || at === 0 ? 0 : (virtualizer.measurementsCache[at]?.start ?? 0)
    if (added === 0 || scroller.current === null) return
    // earlier messages arrived: the reader's position stays
    corrected(scroller.current.scrollTop + added)
    scroller.current.scrollTop += added
  }, [messages, places, virtualizer, scroller, corrected])
  const sought = useRef<unknown>(null)

  const target = jump ?? found
  useEffect(() => {
    const index = target === null ? undefined : places.get(target.messageId)
    if (index === undefined || sought.current === target) return
    sought.current = target
    // a found place in a rendered message is scrolled to by itself
    if (target === found && virtualizer.getVirtualItems().some((item) => item.index === index)) return
    leave()
    virtualizer.scrollToIndex(index, { align: 'center' })
  }, [target, found, places, virtualizer, leave])

  return { items: virtualizer.getVirtualItems(), height: virtualizer.getTotalSize(), measure: virtualizer.measureElement }
}
