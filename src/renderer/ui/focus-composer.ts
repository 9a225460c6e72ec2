/** Puts the focus into the composer: where it goes when its own place is gone. */
export function focusComposer(): void {
  document.querySelector<HTMLElement>('[data-composer]')?.focus()
}
