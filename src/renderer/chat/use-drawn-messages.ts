import { defaultRangeExtractor, elementScroll, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { UIMessage } from '../../shared/protocol/ui-message'
import { useApp } from '../state/context'
import { guessHeight } from './guess-height'

/** What of a thread is drawn, and where. */
export interface DrawnMessages {
  readonly items: readonly VirtualItem[]
  /** Height of the whole thread in px, as far as it is known. */
  readonly height: number
  /** Learns how high a drawn message is; for the element that carries its index as `data-index`. */
  measure(element: HTMLElement | null): void
}

/** So many messages are drawn before and behind those in view. */
const AROUND = 8
/** Behind the end of any thread. */
const END = 1e9

export interface DrawnMessagesOptions {
  readonly scroller: RefObject<HTMLElement | null>
  /** The view is moved to where the same words stand, because a height is known better now. */
  corrected(top: number): void
  /** The view leaves the end of the thread. */
  leave(): void
}

/**
 * Of a long thread only what is in view is drawn, with a little around it; and what has the focus or asks the user something,
 * wherever it stands. A thread begins at its end. A message that is jumped to is brought into view.
 */
export function useDrawnMessages(messages: readonly UIMessage[], { scroller, corrected, leave }: DrawnMessagesOptions): DrawnMessages {
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
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: messages.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => guessHeight(messages[index]),
    getItemKey: (index) => messages[index]?.id ?? index,
    initialOffset: END,
    overscan: AROUND,
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
    // what stands before it came to be known: the reader goes on where they were
    corrected(scroller.current.scrollTop + added)
    scroller.current.scrollTop += added
  }, [messages, places, virtualizer, scroller, corrected])
  const sought = useRef<unknown>(null)

  useEffect(() => {
    const index = jump === null ? undefined : places.get(jump.messageId)
    if (index === undefined || sought.current === jump) return
    sought.current = jump
    leave()
    virtualizer.scrollToIndex(index, { align: 'center' })
  }, [jump, places, virtualizer, leave])

  return { items: virtualizer.getVirtualItems(), height: virtualizer.getTotalSize(), measure: virtualizer.measureElement }
}
