import { useEffect } from 'react'
import { type AppCommand, appCommands } from '../../shared/commands/app-commands'
import { isShortcut, isShortcutId } from '../../shared/commands/shortcuts'
import { useCommands } from '../commands/use-commands'
import { useApp, useServices } from '../state/context'
import { speakingConversation, waitingConversation } from '../state/selectors'
import { focusComposer } from '../ui/focus-composer'
import { talkKeyOf } from '../voice/talk-key'
import { listenForTalkKey } from '../voice/window-talk-key'
import { moveToRegion } from './regions'

/** Shortcuts that repeat while their keys are held. */
const REPEATED: readonly AppCommand[] = ['textLarger', 'textSmaller']

/** The keyboard shortcuts of the whole window. Keys that a menu, dialog or card has handled are ignored. */
export function useKeyboard(): void {
  const { store, actions, now } = useServices()
  const run = useCommands()
  const hotkey = useApp((state) => state.hotkey)
  const operatingSystem = useApp((state) => state.installation.operatingSystem)
  // the first run handles test keys itself
  const ready = useApp((state) => state.opening.phase === 'ready' && state.view.name !== 'setUp')

  useEffect(() => {
    if (!ready) return
    const { press, release, toggleTalk, cancelTalk } = actions
    return listenForTalkKey(window, talkKeyOf(hotkey, operatingSystem), { press, release, toggle: toggleTalk, cancel: cancelTalk }, now)
  }, [ready, hotkey, operatingSystem, actions, now])

  useEffect(() => {
    const stopSoundOrTalk = (): boolean => {
      const state = store.api.getState()
      const stopped = speakingConversation(state) ?? waitingConversation(state)
      if (stopped !== null) actions.interrupt(stopped)
      else if (state.talk.phase !== 'idle') actions.cancelTalk()
      else if (state.sight.phase !== 'off') actions.stopSight()
      else return false
      return true
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || store.api.getState().view.name === 'setUp') return
      const state = store.api.getState()
      if (isShortcut(event, 'stop')) {
        if (state.drawerOpen) actions.openDrawer(false)
        else if (stopSoundOrTalk()) event.preventDefault()
        else if (state.view.name === 'settings' || state.view.name === 'demos') actions.showThread()
        else if (window.matchMedia('(max-width: 899px)').matches) {
          if (state.dataPanel !== null) actions.hideData()
          else if (state.questionsOpen) actions.showQuestions(false)
        }
        return
      }
      const { shortcuts } = state.settings
      const command = appCommands.find((name) => isShortcutId(name) && isShortcut(event, name, shortcuts))
      if (command !== undefined) {
        // a character without a modifier is text if a text field has the focus
        if (isWriting() && !event.ctrlKey && !event.metaKey) return
        if (!event.repeat || REPEATED.includes(command)) run(command)
      } else if (isShortcut(event, 'nextRegion', shortcuts)) moveToRegion(1)
      else if (isShortcut(event, 'previousRegion', shortcuts)) moveToRegion(-1)
      else if (isShortcut(event, 'undoRemoval', shortcuts) && !isWriting() && state.removed.length > 0) void actions.undoRemoval()
      else {
        if (isBegun(event)) focusComposer()
        return
      }
      event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [store, actions, run])
}

/**
 * Whether the user starts typing while nothing has the focus: the text belongs into the composer, including this key.
 */
function isBegun({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return document.activeElement === document.body && key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
}

/** Whether a text field has the focus, which has its own undo. */
function isWriting(): boolean {
  const { activeElement } = document
  return activeElement instanceof HTMLTextAreaElement || activeElement instanceof HTMLInputElement
}
