import { Download } from 'lucide-react'
import { useRef } from 'react'
import { makeVisible } from '../../../shared/text/make-visible'
import { useI18n } from '../../i18n/i18n-provider'
import { useApp, useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { SettingsGroup, SettingsRow } from '../settings-group'
import type { Outcome } from './outcome-message'
import styles from './storage.module.css'

/** Exports everything as a file, and imports a file. */
export function TakeGroup({ onOutcome }: { onOutcome(outcome: Outcome): void }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const chooser = useRef<HTMLInputElement>(null)
  const percent = useApp((state) => state.importPercent)

  const exportAs = async (format: 'json' | 'markdown') => {
    const saved = await actions.exportHistory(null, format)
    if (!saved.ok) onOutcome({ kind: 'refused', words: saved.error.message })
    else onOutcome(saved.value === null ? null : { kind: 'done', words: i18n.t('storage.saved', { fileName: makeVisible(saved.value) }) })
  }
  const bringIn = async (file: Blob | undefined) => {
    if (file === undefined) return
    const imported = await actions.importHistory(file)
    onOutcome(
      imported.ok
        ? { kind: 'done', words: i18n.count('storage.imported', imported.value) }
        : { kind: 'refused', words: imported.error.message },
    )
  }

  return (
    <SettingsGroup name={i18n.t('storage.take')}>
      <SettingsRow
        name={i18n.t('storage.export')}
        line={i18n.t('storage.exportLine')}
        control={(_, describedBy) =>
          (['json', 'markdown'] as const).map((format) => (
            <Button key={format} aria-describedby={describedBy} onClick={() => void exportAs(format)}>
              <Download size={14} strokeWidth={2} aria-hidden />
              {format === 'json' ? 'JSON' : 'Markdown'}
            </Button>
          ))
        }
      />
      <SettingsRow
        name={i18n.t('storage.import')}
        line={percent === null ? i18n.t('storage.importLine') : i18n.t('storage.importing', { percent })}
        control={(_, describedBy) => (
          <>
            {percent === null ? (
              <Button aria-describedby={describedBy} onClick={() => chooser.current?.click()}>
                {i18n.t('storage.choose')}
              </Button>
            ) : (
              <Button aria-describedby={describedBy} onClick={actions.cancelImport}>
                {i18n.t('storage.importStop')}
              </Button>
            )}
            <input
              ref={chooser}
              className={styles.file}
              type="file"
              accept=".json,application/json"
              aria-label={i18n.t('storage.import')}
              tabIndex={-1}
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? []
                void bringIn(file)
                // allows the same file to be chosen again
                currentTarget.value = ''
              }}
            />
          </>
        )}
      />
    </SettingsGroup>
  )
}
