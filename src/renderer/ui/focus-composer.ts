/** Focuses the composer, when the element that had the focus is gone. */
export function focusComposer(): void {
  document.querySelector<HTMLElement>('[data-composer]')?.focus()
}
