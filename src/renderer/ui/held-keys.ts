/** Elements that Enter and Space press. */
const PRESSED = 'button, a, summary, [role="menuitem"], [role="radio"], [role="switch"]'

/**
 * A key that is held down presses once. Its repeats would press whatever gets the focus meanwhile: the Allow of an
 * approval card that appears, or of the next one. In text fields and for scrolling, keys repeat as usual.
 */
export function pressOnceWhileHeld(page: Window): void {
  const drop = (event: KeyboardEvent) => {
    if (!event.repeat || (event.key !== 'Enter' && event.key !== ' ')) return
    if (!(event.target instanceof Element) || event.target.closest(PRESSED) === null) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  page.addEventListener('keydown', drop, { capture: true })
}
