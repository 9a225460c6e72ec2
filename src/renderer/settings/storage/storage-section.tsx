import { useEffect, useState } from 'react'
import { useWords } from '../../i18n/words'
import { useApp, useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { byteSize } from '../../ui/format'
import { Select } from '../../ui/select'
import { SettingsGroup, SettingsRow } from '../settings-group'
import { BackupsGroup } from './backups-group'
import { Confirm } from './confirm'
import { GoogleGroup } from './google-group'
import { ServerGroup } from './server-group'
import { TakeGroup } from './take-group'
import { type Outcome, Told } from './told'
import { useStorageFacts } from './use-storage-facts'

const DAYS = [0, 7, 30, 90, 365]

/** How long things are kept, the copies of them, the way out and in, and the end of all. */
export function StorageSection() {
  const words = useWords()
  const { actions } = useServices()
  const retentionDays = useApp((state) => state.settings.retentionDays)
  const hasServer = useApp((state) => state.settings.serverAddress !== '')
  const [facts, readFacts] = useStorageFacts()
  const wiped = useApp((state) => state.wiped)
  const [outcome, setOutcome] = useState<Outcome>(wiped ? { kind: 'done', words: words.say('storage.wiped') } : null)
  useEffect(() => actions.forgetWiped, [actions])
  const [wiping, setWiping] = useState(false)
  const days = DAYS.includes(retentionDays) ? DAYS : [...DAYS, retentionDays].sort((left, right) => left - right)

  const wipe = async () => {
    setWiping(false)
    const reply = await actions.wipe()
    // where it is done this page is opened anew
    if (!reply.ok) setOutcome({ kind: 'refused', words: reply.error.message })
  }

  return (
    <>
      <Told outcome={outcome} />
      <SettingsGroup name={words.say('storage.keeping')}>
        {facts !== null && (
          <SettingsRow
            name={words.say('storage.place')}
            line={
              facts.onDisk
                ? `${words.count('storage.conversations', facts.conversations)} · ${byteSize(facts.bytes, words.locale)}`
                : words.say('storage.inMemory')
            }
            control={() => null}
          />
        )}
        <SettingsRow
          name={words.say('storage.retention')}
          keys={['retentionDays']}
          line={words.say('storage.retentionLine')}
          control={(labelledBy, describedBy) => (
            <Select
              value={String(retentionDays)}
              labelledBy={labelledBy}
              describedBy={describedBy}
              choices={days.map((count) => ({
                value: String(count),
                label: count === 0 ? words.say('storage.retention.never') : words.count('storage.retention.days', count),
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
      <SettingsGroup name={words.say('storage.erase')}>
        <SettingsRow
          name={words.say('storage.wipe')}
          line={words.say('storage.wipeLine')}
          control={(_, describedBy) => (
            <Button aria-describedby={describedBy} aria-expanded={wiping} onClick={() => setWiping(true)}>
              {words.say('storage.wipeButton')}
            </Button>
          )}
        />
        {wiping && (
          <Confirm
            question={words.say(hasServer ? 'storage.wipeQuestionServer' : 'storage.wipeQuestion')}
            yes={words.say('storage.wipeYes')}
            onYes={() => void wipe()}
            onNo={() => setWiping(false)}
          />
        )}
      </SettingsGroup>
    </>
  )
}
