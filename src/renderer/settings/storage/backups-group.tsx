import { useState } from 'react'
import { useWords } from '../../i18n/words'
import { useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { byteSize, momentOf } from '../../ui/format'
import { SettingsGroup, SettingsRow } from '../settings-group'
import { Confirm } from './confirm'
import type { Outcome } from './told'
import type { StorageFacts } from './use-storage-facts'

interface BackupsGroupProps {
  readonly facts: StorageFacts
  onOutcome(outcome: Outcome): void
  onChange(): void
}

/** The copies of everything, the newest first; one is looked into before anything of it comes back. */
export function BackupsGroup({ facts, onOutcome, onChange }: BackupsGroupProps) {
  const words = useWords()
  const { client } = useServices()
  const [asked, setAsked] = useState<{ readonly name: string; readonly missing: number } | null>(null)

  const make = async () => {
    const reply = await client.call('backup.make', null)
    onOutcome(reply.ok ? null : { kind: 'refused', words: reply.error.message })
    onChange()
  }
  const look = async (name: string) => {
    const reply = await client.call('backup.preview', { name })
    onOutcome(reply.ok ? null : { kind: 'refused', words: reply.error.message })
    setAsked(reply.ok ? { name, missing: reply.value.missing } : null)
  }
  const restore = async (name: string) => {
    setAsked(null)
    const reply = await client.call('backup.restore', { name })
    onOutcome(
      reply.ok
        ? { kind: 'done', words: words.count('storage.restored', reply.value.restored) }
        : { kind: 'refused', words: reply.error.message },
    )
    onChange()
  }

  return (
    <SettingsGroup name={words.say('storage.backups')}>
      <SettingsRow
        name={facts.backups.length === 0 ? words.say('storage.noBackups') : words.say('storage.backups')}
        line={words.say('storage.backupsLine')}
        control={(_, describedBy) => (
          <Button aria-describedby={describedBy} onClick={() => void make()}>
            {words.say('storage.backUpNow')}
          </Button>
        )}
      />
      {facts.backups.map(({ name, at, bytes, conversations }) => (
        <div key={name} data-backup={name}>
          <SettingsRow
            name={momentOf(at, words.locale)}
            line={
              conversations === null
                ? words.say('storage.backupDamaged')
                : `${words.count('storage.conversations', conversations)} · ${byteSize(bytes, words.locale)}`
            }
            control={() =>
              conversations !== null && (
                <Button
                  aria-label={words.say('storage.restoreOf', { time: momentOf(at, words.locale) })}
                  aria-expanded={asked?.name === name}
                  onClick={() => void look(name)}
                >
                  {words.say('storage.restore')}
                </Button>
              )
            }
          />
          {asked?.name === name && (
            <Confirm
              question={asked.missing === 0 ? words.say('storage.restoreNothing') : words.count('storage.restoreThis', asked.missing)}
              yes={asked.missing === 0 ? null : words.say('storage.restore')}
              onYes={() => void restore(name)}
              onNo={() => setAsked(null)}
            />
          )}
        </div>
      ))}
    </SettingsGroup>
  )
}
