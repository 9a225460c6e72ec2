import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'

/** How a scrolled thread follows its end. */
export interface StickToEnd {
  /** The reader stands at the end, so that it is followed. */
  readonly atEnd: boolean
  /** Brings the end into view; `calm`: without moving there. */
  toEnd(calm: boolean): void
  /** Follows the end no more, until the reader comes back to it. */
  leave(): void
  /** The next scroll to this place is none of the reader's. */
  corrected(top: number): void
}

/** Nearer than this is at the end, in px. */
const NEAR = 24

/**
 * Follows the end of what is in the scroller for as long as the reader stands there: also when what is in it grows, or the room
 * for it shrinks. Who scrolls back leaves it, and who comes to it again follows it again. Home and End lead to either end.
 */
export function useStickToEnd(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>): StickToEnd {
  const [atEnd, setAtEnd] = useState(true)
  const follows = useRef(true)
  const correction = useRef<number | null>(null)

  const set = useCallback((now: boolean) => {
    follows.current = now
    setAtEnd(now)
  }, [])

  useEffect(() => {
    const [room, inside] = [scroller.current, content.current]
    if (room === null || inside === null) return
    let last = room.scrollTop
    const left = (): number => room.scrollHeight - room.clientHeight - room.scrollTop
    const scrolled = (): void => {
      const now = room.scrollTop
      const corrected = correction.current !== null && Math.abs(correction.current - now) < 2
      correction.current = null
      if (left() <= NEAR) set(true)
      else if (!corrected && now < last - 1) set(false)
      last = now
    }
    // at once: a smooth way of thousands of pages is cut off by whatever is measured on it
    const jumped = (event: KeyboardEvent): void => {
      const writes = event.target instanceof Element && event.target.closest('input, textarea, select') !== null
      if ((event.key !== 'Home' && event.key !== 'End') || writes || event.shiftKey || event.defaultPrevented) return
      event.preventDefault()
      set(event.key === 'End')
      room.scrollTo({ top: event.key === 'End' ? room.scrollHeight : 0, behavior: 'instant' })
    }
    const moved = new ResizeObserver(() => {
      if (follows.current) room.scrollTop = room.scrollHeight
      last = room.scrollTop
    })
    room.addEventListener('scroll', scrolled, { passive: true })
    room.addEventListener('keydown', jumped)
    moved.observe(room)
    moved.observe(inside)
    return () => {
      room.removeEventListener('scroll', scrolled)
      room.removeEventListener('keydown', jumped)
      moved.disconnect()
    }
  }, [scroller, content, set])

  return useMemo(
    () => ({
      atEnd,
      toEnd(calm) {
        set(true)
        const room = scroller.current
        if (room === null) return
        // a long way is cut off by whatever is measured on it
        const isNear = room.scrollHeight - room.clientHeight - room.scrollTop < 2 * room.clientHeight
        room.scrollTo({ top: room.scrollHeight, behavior: isNear && !calm ? 'smooth' : 'instant' })
      },
      leave: () => set(false),
      corrected(top) {
        correction.current = top
      },
    }),
    [atEnd, set, scroller],
  )
}
