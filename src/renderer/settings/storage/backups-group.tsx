import { useState } from 'react'
import { useI18n } from '../../i18n/i18n-provider'
import { useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { byteSize, momentOf } from '../../ui/format'
import { SettingsGroup, SettingsRow } from '../settings-group'
import { Confirm } from './confirm'
import type { Outcome } from './outcome-message'
import type { StorageFacts } from './use-storage-facts'

interface BackupsGroupProps {
  readonly facts: StorageFacts
  onOutcome(outcome: Outcome): void
  onChange(): void
}

/** The backups, newest first; a preview comes before a restore. */
export function BackupsGroup({ facts, onOutcome, onChange }: BackupsGroupProps) {
  const i18n = useI18n()
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
        ? { kind: 'done', words: i18n.count('storage.restored', reply.value.restored) }
        : { kind: 'refused', words: reply.error.message },
    )
    onChange()
  }

  return (
    <SettingsGroup name={i18n.t('storage.backups')}>
      <SettingsRow
        name={facts.backups.length === 0 ? i18n.t('storage.noBackups') : i18n.t('storage.backups')}
        line={i18n.t('storage.backupsLine')}
        control={(_, describedBy) => (
          <Button aria-describedby={describedBy} onClick={() => void make()}>
            {i18n.t('storage.backUpNow')}
          </Button>
        )}
      />
      {facts.backups.map(({ name, at, bytes, conversations }) => (
        <div key={name} data-backup={name}>
          <SettingsRow
            name={momentOf(at, i18n.locale)}
            line={
              conversations === null
                ? i18n.t('storage.backupDamaged')
                : `${i18n.count('storage.conversations', conversations)} · ${byteSize(bytes, i18n.locale)}`
            }
            control={() =>
              conversations !== null && (
                <Button
                  aria-label={i18n.t('storage.restoreOf', { time: momentOf(at, i18n.locale) })}
                  aria-expanded={asked?.name === name}
                  onClick={() => void look(name)}
                >
                  {i18n.t('storage.restore')}
                </Button>
              )
            }
          />
          {asked?.name === name && (
            <Confirm
              question={asked.missing === 0 ? i18n.t('storage.restoreNothing') : i18n.count('storage.restoreThis', asked.missing)}
              yes={asked.missing === 0 ? null : i18n.t('storage.restore')}
              onYes={() => void restore(name)}
              onNo={() => setAsked(null)}
            />
          )}
        </div>
      ))}
    </SettingsGroup>
  )
}
