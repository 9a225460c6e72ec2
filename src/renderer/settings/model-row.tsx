import { useEffect, useId, useState } from 'react'
import { useWords } from '../i18n/words'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { SettingsRow } from './settings-group'
import styles from './settings-input.module.css'

/** Models that can hold a spoken conversation, as the field suggests them; any other name can be typed. */
const SUGGESTED = [
  'gemini-3.8-live',
  'gemini-3.8-live-extended-thinking',
  'gemini-3.1-flash-live-preview',
  'gemini-2.5-flash-native-audio-preview-12-2025',
]

/** The model by its name at the service. */
export function ModelRow() {
  const words = useWords()
  const { actions } = useServices()
  const kept = useApp((state) => state.settings.model)
  const [typed, setTyped] = useState(kept)
  const listId = useId()
  useEffect(() => setTyped(kept), [kept])
  const changed = typed.trim() !== '' && typed.trim() !== kept
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (changed) void actions.updateSettings({ model: typed.trim() })
      }}
    >
      <SettingsRow
        name={words.say('settings.model')}
        line={words.say('settings.modelLine')}
        control={(labelledBy, describedBy) => (
          <>
            <input
              className={styles.input}
              data-model-field
              list={listId}
              value={typed}
              maxLength={200}
              spellCheck={false}
              autoComplete="off"
              aria-labelledby={labelledBy}
              aria-describedby={describedBy}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <datalist id={listId}>
              {SUGGESTED.map((model) => (
                <option key={model} value={model} />
              ))}
            </datalist>
            {changed && (
              <Button type="submit" look="ink">
                {words.say('settings.modelSave')}
              </Button>
            )}
          </>
        )}
      />
    </form>
  )
}
