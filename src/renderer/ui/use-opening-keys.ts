import { type RefObject, useLayoutEffect } from 'react'

/** ms in which the focus comes into what just opened, however busy the page is. */
const OPENING_MS = 2000

/** Keys that the window, or the closing of what just opened, needs at any time. */
const PASSING: readonly string[] = ['Escape', 'Control', 'Shift', 'Alt', 'Meta']

/**
 * While a menu or dialog opens, the focus is still on what is behind it. A key that comes in between is meant for the menu or dialog: it
 * does nothing, so that it never presses, say, Allow on a card. Combinations with Ctrl or Cmd and Escape pass.
 */
export function useOpeningKeys(open: boolean, popup: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!open) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (popup.current?.contains(document.activeElement)) return end()
      if (event.ctrlKey || event.metaKey || PASSING.includes(event.key)) return
      event.preventDefault()
      event.stopPropagation()
    }
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', onKeyDown, true)
    }
    const timer = setTimeout(end, OPENING_MS)
    window.addEventListener('keydown', onKeyDown, true)
    return end
  }, [open, popup])
}
