import { type RefObject, useEffect, useState } from 'react'
import type { UIMessage } from '../../shared/protocol/ui-message'
import { useApp } from '../state/context'

/** So many messages are drawn at first, and so many more whenever the reader comes near the first or the last of them. */
const PIECE = 60
/** How near that is. */
const NEAR = '1500px 0px 1500px 0px'

/** The part of a thread that is drawn. */
export interface ShownPart {
  readonly first: number
  /** The index behind the last one; null: the thread's own end, wherever that comes to be. */
  readonly end: number | null
  /** Draws the end of the thread. */
  toEnd(): void
}

/** Elements of the thread on the screen. `top` and `bottom` stand in front of its first and behind its last message. */
export interface ThreadPlaces {
  readonly scroller: RefObject<HTMLElement | null>
  readonly top: RefObject<HTMLElement | null>
  readonly bottom: RefObject<HTMLElement | null>
}

/**
 * Which messages are drawn. A long thread opens at its end; what is older is drawn in pieces as the reader scrolls up, and
 * around a message that is jumped to, from where it goes on in both directions.
 */
export function useShownPart(messages: readonly UIMessage[], { scroller, top, bottom }: ThreadPlaces): ShownPart {
  const [from, setFrom] = useState<number | null>(null)
  const [until, setUntil] = useState<number | null>(null)
  const jump = useApp((state) => state.jump)
  const latest = Math.max(0, messages.length - PIECE)
  // messages that come while one reads do not take away what stands at the top
  if (from === null && messages.length > 0) setFrom(latest)
  const first = Math.min(from ?? latest, latest)
  const end = until === null || until >= messages.length ? null : until
  const wanted = jump === null ? -1 : messages.findIndex(({ id }) => id === jump.messageId)
  if (wanted >= 0 && (wanted < first || (end !== null && wanted >= end))) {
    setFrom(Math.max(0, wanted - PIECE / 2))
    setUntil(wanted + PIECE)
  }

  useEffect(() => {
    const [above, below, room] = [top.current, bottom.current, scroller.current]
    if (above === null || below === null || room === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        // what another part has taken the place of meanwhile changes nothing
        const near = entries.flatMap(({ isIntersecting, target }) => (isIntersecting ? [target] : []))
        if (near.includes(above) && first > 0) {
          // the browser keeps what one reads in its place, but for a reader who stands at the very beginning
          if (room.scrollTop < 1) room.scrollTop = 1
          setFrom((now) => (now === from ? Math.max(0, first - PIECE) : now))
        }
        if (near.includes(below) && end !== null) setUntil((now) => (now === until ? end + PIECE : now))
      },
      { root: room, rootMargin: NEAR },
    )
    if (first > 0) observer.observe(above)
    if (end !== null) observer.observe(below)
    return () => observer.disconnect()
  }, [first, end, from, until, scroller, top, bottom])

  return {
    first,
    end,
    toEnd() {
      if (end === null) return
      setFrom(latest)
      setUntil(null)
    },
  }
}
