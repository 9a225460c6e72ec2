import { useEffect, useState } from 'react'
import type { Settings } from '../../shared/ipc/schemas'
import { knownModel } from '../../shared/models/known-models'
import type { ModelChoice, ModelList } from '../../shared/models/model-list'
import { makeDirectionVisible } from '../../shared/text/make-visible'
import type { Translator } from '../i18n/translate'
import { useWords } from '../i18n/words'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { momentOf } from '../ui/format'
import { Select } from '../ui/select'
import { SettingsRow } from './settings-group'
import styles from './settings-input.module.css'
import { useModelList } from './use-model-list'

/** Stands for a name that the user types. No model is called so. */
const OTHER = ' '

/** The model that is spoken to, or the one that answers in writing: chosen from a list, or typed where it is another one. */
export function ModelRow({ setting }: { readonly setting: 'model' | 'textModel' }) {
  const words = useWords()
  const { actions } = useServices()
  const list = useModelList()
  const chosen = useApp((state) => state.settings[setting])
  const [typing, setTyping] = useState(false)
  const choices = setting === 'model' ? list.live : list.text
  const isListed = choices.some(({ model }) => model === chosen)
  const use = (model: string): void => {
    setTyping(false)
    if (model !== chosen) void actions.updateSettings({ [setting]: model } satisfies Partial<Settings>)
  }
  return (
    <>
      <SettingsRow
        name={words.say(setting === 'model' ? 'settings.model' : 'text.model')}
        keys={[setting]}
        line={words.say(setting === 'model' ? 'settings.modelLine' : 'text.modelLine')}
        control={(labelledBy, describedBy) => (
          <Select
            value={typing ? OTHER : chosen}
            labelledBy={labelledBy}
            describedBy={describedBy}
            field={setting}
            choices={[
              ...choices.map((choice) => ({ value: choice.model, label: labelOf(choice, words) })),
              ...(isListed ? [] : [{ value: chosen, label: unlistedLabel(chosen, words) }]),
              { value: OTHER, label: words.say('models.other') },
            ]}
            onChange={(value) => (value === OTHER ? setTyping(true) : use(value))}
          />
        )}
      />
      {typing && <OtherModel start={isListed ? '' : chosen} onUse={use} />}
    </>
  )
}

/** Where the lists of models come from, and why where that is not the service. */
export function ModelListRow() {
  const words = useWords()
  const list = useModelList()
  return <SettingsRow name={words.say('models.list')} line={originOf(list, words)} control={() => null} />
}

/** The field for a name that stands in no list. */
function OtherModel({ start, onUse }: { readonly start: string; onUse(model: string): void }) {
  const words = useWords()
  const [typed, setTyped] = useState(start)
  useEffect(() => setTyped(start), [start])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() !== '') onUse(typed.trim())
      }}
    >
      <SettingsRow
        name={words.say('models.otherName')}
        control={(labelledBy) => (
          <>
            <input
              className={styles.input}
              // biome-ignore lint/a11y/noAutofocus: the user has just asked for this field
              autoFocus
              value={typed}
              maxLength={200}
              spellCheck={false}
              autoComplete="off"
              aria-labelledby={labelledBy}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Button type="submit" look="ink" disabled={typed.trim() === ''}>
              {words.say('settings.modelSave')}
            </Button>
          </>
        )}
      />
    </form>
  )
}

function labelOf({ model, name, deprecated }: ModelChoice, words: Translator): string {
  const known = knownModel(model)
  const shown = makeDirectionVisible(name ?? model)
  const named = deprecated ? words.say('models.deprecated', { name: shown }) : shown
  return known === undefined || deprecated ? named : words.say('models.choice', { name: named, words: words.say(known.words) })
}

/** A model that is in use and stands in no list. */
function unlistedLabel(model: string, words: Translator): string {
  const known = knownModel(model)
  if (known === undefined) return makeDirectionVisible(model)
  return known.standing === 'offered' ? known.name : words.say('models.deprecated', { name: known.name })
}

function originOf({ fetchedAt, problem }: ModelList, words: Translator): string {
  if (problem !== null && fetchedAt === null) return words.say(`models.problem.${problem}`)
  if (problem === 'empty') return words.say('models.problem.empty')
  return fetchedAt === null ? words.say('models.builtIn') : words.say('models.fetched', { date: momentOf(fetchedAt, words.locale) })
}
