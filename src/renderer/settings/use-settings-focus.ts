import { useEffect } from 'react'
import type { AppState } from '../state/app-state'
import { useServices } from '../state/context'
import { focusComposer } from '../ui/focus-composer'
import { whenDrawn } from '../ui/when-drawn'

/** What has the focus first where the button that led there is gone. */
const firstControls: ReadonlyMap<AppState['view']['name'], string> = new Map([
  ['demos', '[data-demo]'],
  ['inspector', '[data-region="inspector"] button'],
])

/**
 * Opening the settings focuses the key field, the model's field, or else the section's title; the demos and the inspector, their first
 * control. Leaving them returns the focus to the element that opened them, or else to the composer. An element that took the focus meanwhile keeps it.
 */
export function useSettingsFocus(): void {
  const { store } = useServices()
  useEffect(() => {
    let opener: string | null = null
    return store.api.subscribe((state, before) => {
      if (state.view.name === before.view.name) return
      const first = firstControls.get(state.view.name)
      if (first !== undefined) {
        whenDrawn(() => focusUnlessTaken(first))
        return
      }
      if (state.view.name === 'settings') {
        // the page is rendered again on the way back, so the opener is only identified by name
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

/** True if the focus is somewhere now, moved or not. */
function focusUnlessTaken(selector: string): boolean {
  const element = document.querySelector<HTMLElement>(selector)
  if (element === null) return false
  whenNothingHasFocus(() => element.focus())
  return true
}

function whenNothingHasFocus(focus: () => void): void {
  if (document.activeElement === null || document.activeElement === document.body) focus()
}
