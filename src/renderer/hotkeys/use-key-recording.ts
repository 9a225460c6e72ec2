import { useEffect } from 'react'
import { chordOfKeys } from '../../shared/commands/chosen-chords'
import type { Chord } from '../../shared/commands/shortcuts'
import type { Shortcut } from '../../shared/hotkeys/shortcut'
import { useServices } from '../state/context'
import { createShortcutRecorder, type Recorded } from './record-shortcut'

/** The pressed keys. */
export interface TakenKeys {
  readonly shortcut: Shortcut
  /** the same as a shortcut of the window; null if it can't be one */
  readonly chord: Chord | null
}

/**
 * While `recording`, keys are recorded without any other effect; afterwards system-wide keys do what `afterwards` says. `taken` is called
 * once with the keys, or null if recording was cancelled; `lost` when the window loses the keyboard focus. Both must stay the same between
 * renders.
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
    const take = (event: KeyboardEvent | MouseEvent, recorded: Recorded) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      if (done || recorded.kind === 'more') return
      done = true
      const chord = event instanceof KeyboardEvent ? chordOfKeys(event) : null
      const keys = recorded.kind === 'done' ? { shortcut: recorded.shortcut, chord } : null
      // restored first, so that new keys are compared with the active ones
      void client.call('hotkey.mode', { mode: afterwards }).then(() => taken(keys))
    }
    const onKeyDown = (event: KeyboardEvent) => take(event, recorder.down(event))
    const onKeyUp = (event: KeyboardEvent) => take(event, recorder.up(event))
    const onMouseDown = (event: MouseEvent) => {
      const recorded = recorder.button(event)
      if (recorded.kind === 'done') take(event, recorded)
    }
    window.addEventListener('keydown', onKeyDown, true)
    window.addEventListener('keyup', onKeyUp, true)
    window.addEventListener('mousedown', onMouseDown, true)
    window.addEventListener('blur', lost)
    return () => {
      window.removeEventListener('keydown', onKeyDown, true)
      window.removeEventListener('keyup', onKeyUp, true)
      window.removeEventListener('mousedown', onMouseDown, true)
      window.removeEventListener('blur', lost)
      if (!done) void client.call('hotkey.mode', { mode: afterwards })
    }
  }, [recording, client, afterwards, taken, lost])
}
