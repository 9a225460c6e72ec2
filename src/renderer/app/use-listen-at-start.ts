import { useEffect } from 'react'
import { isHandsFree } from '../../shared/talk/talk-facts'
import { useApp, useServices } from '../state/context'

/** Stands in the window's own memory, which outlasts a page that is read again, and goes with the window. */
const OPENED = 'parley.opened'

/**
 * Switches hands-free on once the window is open, where the user wants that; not while the first run is gone through, and not again
 * for a page that is read again: what was switched off meanwhile stays off.
 */
export function useListenAtStart(): void {
  const { store, actions } = useServices()
  const open = useApp((state) => state.opening.phase === 'ready')
  useEffect(() => {
    if (!open) return
    const isAgain = sessionStorage.getItem(OPENED) !== null
    sessionStorage.setItem(OPENED, '')
    if (isAgain) return
    const { settings, view, talk } = store.api.getState()
    if (settings.handsFreeAtStart && settings.microphoneAllowed && view.name !== 'setUp' && !isHandsFree(talk)) actions.setHandsFree(true)
  }, [open, store, actions])
}
