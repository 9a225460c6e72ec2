import { useEffect, useRef } from 'react'
import { focusComposer } from '../ui/focus-composer'
import { whenDrawn } from '../ui/when-drawn'
import { focusRegion } from './regions'

/**
 * The panel opens and closes with buttons that it takes away: the sidebar becomes a rail beside it. Then the focus moves into the
 * panel, or back to the composer.
 */
export function usePanelFocus(panelOpen: boolean): void {
  const wasOpen = useRef(panelOpen)
  useEffect(() => {
    if (wasOpen.current === panelOpen) return
    wasOpen.current = panelOpen
    whenDrawn(() => {
      if (document.activeElement !== document.body) return true
      if (!panelOpen) focusComposer()
      return !panelOpen || focusRegion('panel')
    })
  }, [panelOpen])
}
