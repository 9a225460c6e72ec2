import { type RefObject, useEffect } from 'react'

/** Tells how high the element is, each time it changes: its window is to be as high. */
export function useOwnHeight(element: RefObject<HTMLElement | null>, tell: (height: number) => void): void {
  useEffect(() => {
    const drawn = element.current
    if (drawn === null) return
    const observer = new ResizeObserver(() => tell(Math.ceil(drawn.getBoundingClientRect().height)))
    observer.observe(drawn)
    return () => observer.disconnect()
  }, [element, tell])
}
