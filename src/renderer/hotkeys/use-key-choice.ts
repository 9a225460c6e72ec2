import { useCallback, useState } from 'react'
import type { HotkeyAction, Shortcut } from '../../shared/hotkeys/shortcut'
import type { CallReply } from '../../shared/ipc/contract'
import { useServices } from '../state/context'
import { type TakenKeys, useKeyRecording } from './use-key-recording'

type Refusal = Extract<CallReply<'hotkey.set'>, { readonly kind: 'refused' }>

/** Choosing other keys for one action. */
export interface KeyChoice {
  readonly recording: boolean
  /** Why the last keys can't be used, and which could. */
  readonly refusal: Refusal | null
  /** Any other failure, as text. */
  readonly failure: string | null
  begin(): void
  cancel(): void
  choose(shortcut: Shortcut | null): Promise<void>
  reset(): void
}

/** While keys are recorded, none of them has any other effect; afterwards they do what `afterwards` says. */
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

  const taken = useCallback(
    async (keys: TakenKeys | null) => {
      if (keys !== null) await choose(keys.shortcut)
      setRecording(false)
    },
    [choose],
  )
  const lost = useCallback(() => setRecording(false), [])
  useKeyRecording(recording, afterwards, taken, lost)

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
