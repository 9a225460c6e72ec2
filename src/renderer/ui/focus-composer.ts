import { whenDrawn } from './when-drawn'

/** Focuses the composer, when the element that had the focus is gone. */
export function focusComposer(): void {
  document.querySelector<HTMLElement>('[data-composer]')?.focus()
}

/** Focuses the composer as soon as the element that has the focus now is gone; for actions that take their own button away. */
export function focusComposerOnceLost(): void {
  whenDrawn(() => {
    if (document.activeElement !== document.body) return false
    focusComposer()
    return true
  })
}
