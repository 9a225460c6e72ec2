import { useEffect, useId, useState } from 'react'
import type { Settings } from '../../shared/ipc/schemas'
import { useWords } from '../i18n/words'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { SettingsRow } from './settings-group'
import styles from './settings-input.module.css'

/** Models as the fields suggest them, for spoken conversations and for answers in writing; any other name can be typed. */
const SPEAKING = [
  'gemini-3.8-live',
  'gemini-3.8-live-extended-thinking',
  'gemini-3.1-flash-live-preview',
  'gemini-2.5-flash-native-audio-preview-12-2025',
]
const WRITING = [
  'gemini-3.8-flash',
  'gemini-3.7-flash',
  'gemini-3.6-flash',
  'gemini-3.5-flash-lite',
  'gemini-3.1-pro-preview',
  'gemini-2.5-flash',
]

/** A model by its name at the service: the one that is spoken to, or the one that answers in writing. */
export function ModelRow({ setting }: { readonly setting: 'model' | 'textModel' }) {
  const words = useWords()
  const { actions } = useServices()
  const kept = useApp((state) => state.settings[setting])
  const [typed, setTyped] = useState(kept)
  const listId = useId()
  useEffect(() => setTyped(kept), [kept])
  const changed = typed.trim() !== '' && typed.trim() !== kept
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (changed) void actions.updateSettings({ [setting]: typed.trim() } satisfies Partial<Settings>)
      }}
    >
      <SettingsRow
        name={words.say(setting === 'model' ? 'settings.model' : 'text.model')}
        keys={[setting]}
        line={words.say(setting === 'model' ? 'settings.modelLine' : 'text.modelLine')}
        control={(labelledBy, describedBy) => (
          <>
            <input
              className={styles.input}
              data-model-field={setting}
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
              {(setting === 'model' ? SPEAKING : WRITING).map((model) => (
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
