import { whenDrawn } from '../ui/when-drawn'

/** Brings a row of the shown page into view, as soon as it is drawn, and gives its control the focus. */
export function showSetting(name: string): void {
  whenDrawn(() => {
    const row = document.querySelector(`[data-setting="${CSS.escape(name)}"]`)
    if (row === null) return false
    row.scrollIntoView({ block: 'center' })
    row.querySelector<HTMLElement>('select, input, textarea, button, [role="switch"]')?.focus({ preventScroll: true })
    return true
  })
}
