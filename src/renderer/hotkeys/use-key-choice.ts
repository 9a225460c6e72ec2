import { useCallback, useEffect, useState } from 'react'
import type { HotkeyAction, Shortcut } from '../../shared/hotkeys/shortcut'
import type { CallReply } from '../../shared/ipc/contract'
import { useServices } from '../state/context'
import { createShortcutRecorder, type Recorded } from './record-shortcut'

type Refusal = Extract<CallReply<'hotkey.set'>, { readonly kind: 'refused' }>

/** Choosing other keys for one action. */
export interface KeyChoice {
  readonly recording: boolean
  /** Why the keys that were pressed last can't be had, and which could. */
  readonly refusal: Refusal | null
  /** What failed beside that, in words. */
  readonly failure: string | null
  begin(): void
  cancel(): void
  choose(shortcut: Shortcut | null): Promise<void>
  reset(): void
}

/** While keys are recorded none of them does anything else; afterwards they do what `afterwards` says. */
export function useKeyChoice(action: HotkeyAction, afterwards: 'use' | 'test' = 'use'): KeyChoice {
  const { client } = useServices()
  const [recording, setRecording] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const choose = useCallback(
    async (shortcut: Shortcut | null) => {
      const reply = await client.call('hotkey.set', { action, shortcut })
      setFailure(reply.ok ? null : reply.error.message)
      setRefusal(reply.ok && reply.value.kind === 'refused' ? reply.value : null)
    },
    [client, action],
  )

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
      const shortcut = recorded.kind === 'done' ? recorded.shortcut : null
      // first back, so that what is tried stands against what is in force
      void client.call('hotkey.mode', { mode: afterwards }).then(async () => {
        if (shortcut !== null) await choose(shortcut)
        setRecording(false)
      })
    }
    const onKeyDown = (event: KeyboardEvent) => take(event, recorder.down(event))
    const onKeyUp = (event: KeyboardEvent) => take(event, recorder.up(event))
    const onBlur = () => setRecording(false)
    window.addEventListener('keydown', onKeyDown, true)
    window.addEventListener('keyup', onKeyUp, true)
    window.addEventListener('blur', onBlur)
    return () => {
      window.removeEventListener('keydown', onKeyDown, true)
      window.removeEventListener('keyup', onKeyUp, true)
      window.removeEventListener('blur', onBlur)
      if (!done) void client.call('hotkey.mode', { mode: afterwards })
    }
  }, [recording, client, afterwards, choose])

  return {
    recording,
    refusal,
    failure,
    begin() {
      setRefusal(null)
      setFailure(null)
      setRecording(true)
    },
    cancel: () => setRecording(false),
    choose,
    reset() {
      setRefusal(null)
      void client.call('hotkey.reset', { action })
    },
  }
}
