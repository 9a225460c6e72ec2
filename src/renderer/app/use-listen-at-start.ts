import { useEffect } from 'react'
import { isHandsFree } from '../../shared/talk/talk-facts'
import { useApp, useServices } from '../state/context'

/** Stored in the window's session storage, which survives a reload and ends with the window. */
const OPENED = 'parley.opened'

/**
 * Turns on hands-free mode once the window is open, if the user wants that; not during the first run, and not again after a reload:
 * if it was turned off meanwhile, it stays off.
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
