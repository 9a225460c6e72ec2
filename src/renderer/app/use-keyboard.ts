import { useEffect } from 'react'
import { useGoToQuestion } from '../approval/use-go-to-question'
import { useApp, useServices } from '../state/context'
import { currentStatus } from '../state/selectors'
import { talkKeyOf } from '../voice/talk-key'
import { listenForTalkKey } from '../voice/window-talk-key'
import { moveToRegion } from './regions'

/** The keys of the whole window. Whatever a menu, dialog or card has taken for itself is left alone. */
export function useKeyboard(): void {
  const { store, actions, now } = useServices()
  const goToQuestion = useGoToQuestion()
  const hotkey = useApp((state) => state.hotkey)
  const operatingSystem = useApp((state) => state.installation.operatingSystem)
  // the first run tries the keys itself
  const ready = useApp((state) => state.opening.phase === 'ready' && state.view.name !== 'setUp')

  useEffect(() => {
    if (!ready) return
    const { press, release, toggleTalk, cancelTalk } = actions
    return listenForTalkKey(window, talkKeyOf(hotkey, operatingSystem), { press, release, toggle: toggleTalk, cancel: cancelTalk }, now)
  }, [ready, hotkey, operatingSystem, actions, now])

  useEffect(() => {
    const stopSoundOrTalk = (): boolean => {
      const state = store.api.getState()
      const status = currentStatus(state)
      if (status?.activity === 'speaking') actions.interrupt(status.conversationId)
      else if (state.talk.phase !== 'idle') actions.cancelTalk()
      else return false
      return true
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || store.api.getState().view.name === 'setUp') return
      const control = event.ctrlKey || event.metaKey
      if (event.key === 'Escape') {
        const state = store.api.getState()
        if (state.drawerOpen) actions.openDrawer(false)
        else if (stopSoundOrTalk()) event.preventDefault()
        else if (state.view.name === 'settings') actions.showThread()
        else if (window.matchMedia('(max-width: 899px)').matches) {
          if (state.dataPanel !== null) actions.hideData()
          else if (state.questionsOpen) actions.showQuestions(false)
        }
      } else if (event.key === 'F6') {
        event.preventDefault()
        moveToRegion(event.shiftKey ? -1 : 1)
      } else if (control && event.shiftKey && event.code === 'KeyA') {
        event.preventDefault()
        void goToQuestion()
      } else if (control && event.shiftKey && event.code === 'KeyM') {
        event.preventDefault()
        actions.setMuted(!store.api.getState().muted)
      } else if (control && !event.shiftKey && event.code === 'KeyK') {
        event.preventDefault()
        actions.openPalette(!store.api.getState().paletteOpen)
      } else if (control && !event.shiftKey && event.code === 'KeyN') {
        event.preventDefault()
        void store.create()
      } else if (control && !event.shiftKey && event.code === 'KeyZ' && !isWriting() && store.api.getState().removed !== null) {
        event.preventDefault()
        void actions.undoRemoval()
      } else if (control && event.key === ',') {
        event.preventDefault()
        actions.showSettings('general')
      }
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [store, actions, goToQuestion])
}

/** Whether keys write into a text field just now, which has an undo of its own. */
function isWriting(): boolean {
  const { activeElement } = document
  return activeElement instanceof HTMLTextAreaElement || activeElement instanceof HTMLInputElement
}
