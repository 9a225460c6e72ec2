import { type RefObject, useLayoutEffect } from 'react'
import { focusComposer } from '../ui/focus-composer'
import { whenDrawn } from '../ui/when-drawn'
import { focusSafeAnswer } from './move-between-cards'

/**
 * A new approval takes the focus only if nothing else has it: never from a text field, menu or dialog. If it is decided
 * while it has the focus, the next approval gets the focus, otherwise the element that had it before.
 */
export function useCardFocus(card: RefObject<HTMLElement | null>, approvalId: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one approval has one card
  useLayoutEffect(() => {
    const element = card.current
    if (element === null) return
    let cameFrom: HTMLElement | null = null
    const remember = (event: FocusEvent) => {
      const before = event.relatedTarget
      if (before instanceof HTMLElement && before.closest('[data-approval]') === null) cameFrom = before
    }
    element.addEventListener('focusin', remember)
    if (nothingHasFocus()) focusSafeAnswer(element)
    return () => {
      element.removeEventListener('focusin', remember)
      if (!element.contains(document.activeElement)) return
      whenDrawn(() => {
        if (!nothingHasFocus()) return true
        const next = document.querySelector<HTMLElement>('[data-approval]')
        if (next !== null) handOn(next)
        else if (cameFrom?.isConnected) cameFrom.focus()
        else focusComposer()
        return true
      })
    }
  }, [approvalId])
}

/** Sent to a card that gets the focus because the previous card was answered. */
export const HANDED_ON = 'parley-handed-on'

/**
 * The next card is as new to the reader as one that just appeared: the second press of a double press must not answer
 * it.
 */
function handOn(next: HTMLElement): void {
  next.dispatchEvent(new Event(HANDED_ON))
  focusSafeAnswer(next)
}

function nothingHasFocus(): boolean {
  const focused = document.activeElement
  return focused === null || focused === document.body || focused.matches('[role="log"], [data-region="thread"]')
}
