import { type RefObject, useEffect } from 'react'

/** Reports the element's height at each change, so that its window gets the same height. */
export function useOwnHeight(element: RefObject<HTMLElement | null>, tell: (height: number) => void): void {
  useEffect(() => {
    const drawn = element.current
    if (drawn === null) return
    const observer = new ResizeObserver(() => tell(Math.ceil(drawn.getBoundingClientRect().height)))
    observer.observe(drawn)
    return () => observer.disconnect()
  }, [element, tell])
}
