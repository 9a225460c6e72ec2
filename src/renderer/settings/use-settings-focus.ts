import { useEffect } from 'react'
import { useServices } from '../state/context'
import { focusComposer } from '../ui/focus-composer'
import { whenDrawn } from '../ui/when-drawn'

/**
 * Opening the settings gives the focus to the key field, to the model's, or else to the section's name; leaving them gives it back to what
 * opened them, or else to the composer. What has taken the focus meanwhile keeps it.
 */
export function useSettingsFocus(): void {
  const { store } = useServices()
  useEffect(() => {
    let opener: string | null = null
    return store.api.subscribe((state, before) => {
      if (state.view.name === before.view.name) return
      if (state.view.name === 'settings') {
        // the page is drawn anew on the way back, so the opener is known by its name alone
        opener = document.activeElement?.closest('[data-opens-settings]')?.getAttribute('data-opens-settings') ?? null
        const { section, forModel } = state.view
        const field = forModel === null ? '[data-key-field]' : `[data-model-field="${forModel}"]`
        const wanted = section === 'key' ? field : '[data-region="sidebar"] [aria-current="page"]'
        whenDrawn(() => focusUnlessTaken(wanted))
        return
      }
      const wanted = opener === null ? null : `[data-opens-settings="${opener}"]`
      whenDrawn(() => {
        if (document.querySelector('[data-composer]') === null) return false
        if (wanted === null || !focusUnlessTaken(wanted)) whenNothingHasFocus(focusComposer)
        return true
      })
    })
  }, [store])
}

/** True when the focus is somewhere now, here or where it was taken to. */
function focusUnlessTaken(selector: string): boolean {
  const element = document.querySelector<HTMLElement>(selector)
  if (element === null) return false
  whenNothingHasFocus(() => element.focus())
  return true
}

function whenNothingHasFocus(focus: () => void): void {
  if (document.activeElement === null || document.activeElement === document.body) focus()
}
