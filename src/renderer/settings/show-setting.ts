import { whenDrawn } from '../ui/when-drawn'

/** Scrolls a row of the current page into view as soon as it is rendered, and focuses its control. */
export function showSetting(name: string): void {
  whenDrawn(() => {
    const row = document.querySelector(`[data-setting="${CSS.escape(name)}"]`)
    if (row === null) return false
    row.scrollIntoView({ block: 'center' })
    row.querySelector<HTMLElement>('select, input, textarea, button, [role="switch"]')?.focus({ preventScroll: true })
    return true
  })
}
