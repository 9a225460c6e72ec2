import { type RefObject, useEffect, useState } from 'react'
import type { UIMessage } from '../../shared/protocol/ui-message'
import { useApp } from '../state/context'

/** So many messages are drawn at first, and so many more whenever the reader comes near the first of them. */
const PIECE = 60
/** How near that is. */
const NEAR = '1500px 0px 0px 0px'

/**
 * The index of the first message that is drawn. A long thread opens at its end; what is older is drawn in pieces as the
 * reader scrolls up to `top`, an element in front of the first message, and as far back as a message that is jumped to.
 */
export function useShownPart(
  messages: readonly UIMessage[],
  scroller: RefObject<HTMLElement | null>,
  top: RefObject<HTMLElement | null>,
): number {
  const [from, setFrom] = useState<number | null>(null)
  const jump = useApp((state) => state.jump)
  const latest = Math.max(0, messages.length - PIECE)
  // messages that come while one reads do not take away what stands at the top
  if (from === null && messages.length > 0) setFrom(latest)
  const first = Math.min(from ?? latest, latest)
  const wanted = jump === null ? -1 : messages.findIndex(({ id }) => id === jump.messageId)
  if (wanted >= 0 && wanted < first) setFrom(Math.max(0, wanted - PIECE / 2))

  useEffect(() => {
    const [mark, room] = [top.current, scroller.current]
    if (mark === null || room === null || first === 0) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        // the browser keeps what one reads in its place, but for a reader who stands at the very beginning
        if (room.scrollTop < 1) room.scrollTop = 1
        setFrom(Math.max(0, first - PIECE))
      },
      { root: room, rootMargin: NEAR },
    )
    observer.observe(mark)
    return () => observer.disconnect()
  }, [first, scroller, top])
  return first
}
