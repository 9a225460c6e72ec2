import { type RefObject, useEffect } from 'react'

/** Reports the element's height at each change, so that its window gets the same height. */
export function useOwnHeight(element: RefObject<HTMLElement | null>, onHeight: (height: number) => void): void {
  useEffect(() => {
    const drawn = element.current
    if (drawn === null) return
    const observer = new ResizeObserver(() => onHeight(Math.ceil(drawn.getBoundingClientRect().height)))
    observer.observe(drawn)
    return () => observer.disconnect()
  }, [element, onHeight])
}
