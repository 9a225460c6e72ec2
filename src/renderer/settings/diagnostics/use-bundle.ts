import { useCallback, useEffect, useState } from 'react'
import type { BundleChoices } from '../../../shared/diagnostics/diagnosis'
import type { CallReply } from '../../../shared/ipc/contract'
import { useI18n } from '../../i18n/i18n-provider'
import { useServices } from '../../state/context'
import { saveFile } from '../audit/save-file'
import type { Outcome } from '../storage/outcome-message'
import { pageSound } from './page-sound'

export type Bundle = CallReply<'diagnostics.collect'>

/** The bundle as it would be saved, made again at every change of its options. */
export interface ShownBundle {
  readonly bundle: Bundle | null
  readonly choices: BundleChoices
  readonly outcome: Outcome
  choose(choices: BundleChoices): void
  lookAgain(): void
  save(): void
}

export function useBundle(): ShownBundle {
  const i18n = useI18n()
  const { client } = useServices()
  const [choices, setChoices] = useState<BundleChoices>({ settings: true, log: true, recordings: [] })
  const [bundle, setBundle] = useState<Bundle | null>(null)
  const [outcome, setOutcome] = useState<Outcome>(null)

  const collect = useCallback(
    async (wanted: BundleChoices, isWanted: () => boolean) => {
      const reply = await client.call('diagnostics.collect', { sound: await pageSound(), choices: wanted })
      if (!isWanted()) return
      setOutcome(reply.ok ? null : { kind: 'refused', words: reply.error.message })
      if (reply.ok) setBundle(reply.value)
    },
    [client],
  )
  useEffect(() => {
    let wanted = true
    void collect(choices, () => wanted)
    return () => {
      wanted = false
    }
  }, [collect, choices])

  const save = async (bundleId: string): Promise<void> => {
    const reply = await client.call('diagnostics.save', { bundleId })
    if (!reply.ok) return setOutcome({ kind: 'refused', words: reply.error.message })
    if (reply.value.kind === 'cancelled') return
    if (reply.value.kind === 'text') saveFile(reply.value.fileName, 'text/plain', reply.value.text)
    setOutcome({ kind: 'done', words: i18n.t('diagnostics.saved', { fileName: reply.value.fileName }) })
  }

  return {
    bundle,
    choices,
    outcome,
    choose: setChoices,
    lookAgain: () => void collect(choices, () => true),
    save() {
      if (bundle !== null) void save(bundle.bundleId)
    },
  }
}
