import type { KeyboardEvent } from 'react'

/**
 * Arrow keys inside a list with one tab stop: Up/Down (or Left/Right), Home and End move the focus between the elements
 * that match `selector`. For the list's `onKeyDown`.
 */
export function moveFocusInside(event: KeyboardEvent<HTMLElement>, selector: string): void {
  const steps: { readonly [key: string]: number | 'first' | 'last' } = {
    ArrowDown: 1,
    ArrowRight: 1,
    ArrowUp: -1,
    ArrowLeft: -1,
    Home: 'first',
    End: 'last',
  }
  const step = steps[event.key]
  if (step === undefined || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
  const at = items.indexOf(document.activeElement instanceof HTMLElement ? document.activeElement : document.body)
  if (at < 0) return
  const to = step === 'first' ? 0 : step === 'last' ? items.length - 1 : Math.min(items.length - 1, Math.max(0, at + step))
  items[to]?.focus()
  event.preventDefault()
}
