import { X } from 'lucide-react'
import { useWords } from '../i18n/words'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { Select } from '../ui/select'
import { languageName } from './language-name'
import { SettingsRow } from './settings-group'
import styles from './spoken-languages-row.module.css'

/** The most languages that are kept. */
const MOST = 8

/** The languages that the user speaks: each can be taken off, and others added. */
export function SpokenLanguagesRow({ offered }: { readonly offered: readonly string[] }) {
  const words = useWords()
  const { actions } = useServices()
  const chosen = useApp((state) => state.settings.transcriptionLanguages)
  const names = new Intl.DisplayNames(words.language, { type: 'language' })
  const keep = (transcriptionLanguages: string[]) => void actions.updateSettings({ transcriptionLanguages })
  return (
    <>
      <SettingsRow
        name={words.say('session.transcriptionLanguages')}
        keys={['transcriptionLanguages']}
        line={words.say('session.transcriptionLanguagesLine')}
        control={(labelledBy, describedBy) => (
          <Select
            value=""
            labelledBy={labelledBy}
            describedBy={describedBy}
            choices={[
              { value: '', label: words.say('session.transcriptionLanguages.add') },
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
        <ul className={styles.chosen} aria-label={words.say('session.transcriptionLanguages')}>
          {chosen.map((tag) => (
            <li key={tag}>
              <Button
                look="edge"
                aria-label={words.say('session.transcriptionLanguages.remove', { language: languageName(names, tag) })}
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
