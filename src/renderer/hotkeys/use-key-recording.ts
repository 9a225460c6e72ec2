import { useEffect } from 'react'
import type { Shortcut } from '../../shared/hotkeys/shortcut'
import { useServices } from '../state/context'
import { createShortcutRecorder, type Recorded } from './record-shortcut'

/** What was pressed. */
export interface TakenKeys {
  readonly shortcut: Shortcut
  readonly event: KeyboardEvent
}

/**
 * While `recording`, keys are taken down and do nothing else; afterwards those of the desktop do what `afterwards` says. `taken` hears
 * what was pressed, once, or null where it was taken back; `lost`, that the window lost the keyboard. Both stay the same from call to call.
 */
export function useKeyRecording(
  recording: boolean,
  afterwards: 'use' | 'test',
  taken: (keys: TakenKeys | null) => Promise<void>,
  lost: () => void,
): void {
  const { client } = useServices()
  useEffect(() => {
    if (!recording) return
    const recorder = createShortcutRecorder()
    let done = false
    void client.call('hotkey.mode', { mode: 'record' })
    const take = (event: KeyboardEvent, recorded: Recorded) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      if (done || recorded.kind === 'more') return
      done = true
      const keys = recorded.kind === 'done' ? { shortcut: recorded.shortcut, event } : null
      // first back, so that what is tried stands against what is in force
      void client.call('hotkey.mode', { mode: afterwards }).then(() => taken(keys))
    }
    const onKeyDown = (event: KeyboardEvent) => take(event, recorder.down(event))
    const onKeyUp = (event: KeyboardEvent) => take(event, recorder.up(event))
    window.addEventListener('keydown', onKeyDown, true)
    window.addEventListener('keyup', onKeyUp, true)
    window.addEventListener('blur', lost)
    return () => {
      window.removeEventListener('keydown', onKeyDown, true)
      window.removeEventListener('keyup', onKeyUp, true)
      window.removeEventListener('blur', lost)
      if (!done) void client.call('hotkey.mode', { mode: afterwards })
    }
  }, [recording, client, afterwards, taken, lost])
}
