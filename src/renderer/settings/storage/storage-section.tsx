import { useEffect, useState } from 'react'
import { useI18n } from '../../i18n/i18n-provider'
import { useApp, useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { byteSize } from '../../ui/format'
import { Select } from '../../ui/select'
import { SettingsGroup, SettingsRow } from '../settings-group'
import { BackupsGroup } from './backups-group'
import { Confirm } from './confirm'
import { TakeGroup } from './export-import-group'
import { GoogleGroup } from './google-group'
import { type Outcome, OutcomeMessage } from './outcome-message'
import { ServerGroup } from './server-group'
import { useStorageFacts } from './use-storage-facts'

const DAYS = [0, 7, 30, 90, 365]

/** Retention, backups, export and import, and erasing everything. */
export function StorageSection() {
  const i18n = useI18n()
  const { actions } = useServices()
  const retentionDays = useApp((state) => state.settings.retentionDays)
  const hasServer = useApp((state) => state.settings.serverAddress !== '')
  const [facts, readFacts] = useStorageFacts()
  const wiped = useApp((state) => state.wiped)
  const [outcome, setOutcome] = useState<Outcome>(wiped ? { kind: 'done', words: i18n.t('storage.wiped') } : null)
  useEffect(() => actions.forgetWiped, [actions])
  const [wiping, setWiping] = useState(false)
  const days = DAYS.includes(retentionDays) ? DAYS : [...DAYS, retentionDays].sort((left, right) => left - right)

  const wipe = async () => {
    setWiping(false)
    const reply = await actions.wipe()
    // on success this page is mounted again
    if (!reply.ok) setOutcome({ kind: 'refused', words: reply.error.message })
  }

  return (
    <>
      <OutcomeMessage outcome={outcome} />
      <SettingsGroup name={i18n.t('storage.keeping')}>
        {facts !== null && (
          <SettingsRow
            name={i18n.t('storage.place')}
            line={
              facts.onDisk
                ? `${i18n.count('storage.conversations', facts.conversations)} · ${byteSize(facts.bytes, i18n.locale)}`
                : i18n.t('storage.inMemory')
            }
            control={() => null}
          />
        )}
        <SettingsRow
          name={i18n.t('storage.retention')}
          keys={['retentionDays']}
          line={i18n.t('storage.retentionLine')}
          control={(labelledBy, describedBy) => (
            <Select
              value={String(retentionDays)}
              labelledBy={labelledBy}
              describedBy={describedBy}
              choices={days.map((count) => ({
                value: String(count),
                label: count === 0 ? i18n.t('storage.retention.never') : i18n.count('storage.retention.days', count),
              }))}
              onChange={(value) => void actions.updateSettings({ retentionDays: Number(value) })}
            />
          )}
        />
      </SettingsGroup>
      <GoogleGroup />
      {facts !== null && <BackupsGroup facts={facts} onOutcome={setOutcome} onChange={readFacts} />}
      <ServerGroup />
      <TakeGroup onOutcome={setOutcome} />
      <SettingsGroup name={i18n.t('storage.erase')}>
        <SettingsRow
          name={i18n.t('storage.wipe')}
          line={i18n.t('storage.wipeLine')}
          control={(_, describedBy) => (
            <Button aria-describedby={describedBy} aria-expanded={wiping} onClick={() => setWiping(true)}>
              {i18n.t('storage.wipeButton')}
            </Button>
          )}
        />
        {wiping && (
          <Confirm
            question={i18n.t(hasServer ? 'storage.wipeQuestionServer' : 'storage.wipeQuestion')}
            yes={i18n.t('storage.wipeYes')}
            onYes={() => void wipe()}
            onNo={() => setWiping(false)}
          />
        )}
      </SettingsGroup>
    </>
  )
}
