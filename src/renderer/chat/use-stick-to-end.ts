import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'

/** How a thread follows its end. */
export interface StickToEnd {
  /** The reader is at the end, so the view follows it. */
  readonly atEnd: boolean
  /** Scrolls to the end; `calm`: without animation. */
  toEnd(calm: boolean): void
  /** Stops following the end until the reader returns to it. */
  leave(): void
  /** The next scroll to this position does not come from the reader. */
  corrected(top: number): void
}

/** Distance in px that counts as at the end. */
const NEAR = 24

/**
 * Follows the end of the scroller's content while the reader is there, also when the content grows or the scroller shrinks.
 * Scrolling back stops following, and returning to the end resumes it. Home and End go to either end.
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
    // without animation: a smooth scroll over thousands of pages is interrupted by any measurement on its way
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
        // a long animated scroll is interrupted by any measurement on its way
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
