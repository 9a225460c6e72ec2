import { useEffect } from 'react'
import { isHandsFree } from '../../shared/talk/talk-facts'
import { useApp, useServices } from '../state/context'

/** Switches hands-free on once the window is open, where the user wants that; not while the first run is gone through. */
export function useListenAtStart(): void {
  const { store, actions } = useServices()
  const open = useApp((state) => state.opening.phase === 'ready')
  useEffect(() => {
    if (!open) return
    const { settings, view, talk } = store.api.getState()
    if (settings.handsFreeAtStart && settings.microphoneAllowed && view.name !== 'setUp' && !isHandsFree(talk)) actions.setHandsFree(true)
  }, [open, store, actions])
}
