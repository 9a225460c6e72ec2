import { X } from 'lucide-react'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { Select } from '../ui/select'
import { languageName } from './language-name'
import { SettingsRow } from './settings-group'
import styles from './spoken-languages-row.module.css'

/** The most languages that can be set. */
const MOST = 8

/** The user's spoken languages: each can be removed, and others added. */
export function SpokenLanguagesRow({ offered }: { readonly offered: readonly string[] }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const chosen = useApp((state) => state.settings.transcriptionLanguages)
  const names = new Intl.DisplayNames(i18n.language, { type: 'language' })
  const keep = (transcriptionLanguages: string[]) => void actions.updateSettings({ transcriptionLanguages })
  return (
    <>
      <SettingsRow
        name={i18n.t('session.transcriptionLanguages')}
        keys={['transcriptionLanguages']}
        line={i18n.t('session.transcriptionLanguagesLine')}
        control={(labelledBy, describedBy) => (
          <Select
            value=""
            labelledBy={labelledBy}
            describedBy={describedBy}
            choices={[
              { value: '', label: i18n.t('session.transcriptionLanguages.add') },
              ...offered
                .filter((tag) => chosen.length < MOST && !chosen.includes(tag))
                .map((value) => ({ value, label: languageName(names, value) })),
            ]}
            onChange={(tag) => {
              if (tag !== '') keep([...chosen, tag])
            }}
          />
        )}
      />
      {chosen.length > 0 && (
        <ul className={styles.chosen} aria-label={i18n.t('session.transcriptionLanguages')}>
          {chosen.map((tag) => (
            <li key={tag}>
              <Button
                look="edge"
                aria-label={i18n.t('session.transcriptionLanguages.remove', { language: languageName(names, tag) })}
                onClick={() => keep(chosen.filter((other) => other !== tag))}
              >
                {languageName(names, tag)}
                <X aria-hidden size={14} />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
