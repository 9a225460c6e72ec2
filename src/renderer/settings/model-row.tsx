import { useEffect, useState } from 'react'
import type { Settings } from '../../shared/ipc/schemas'
import { knownModel } from '../../shared/models/known-models'
import type { ModelChoice, ModelList } from '../../shared/models/model-list'
import { makeDirectionVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import type { Translator } from '../i18n/translate'
import type { ModelField } from '../state/app-state'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { momentOf } from '../ui/format'
import { Select } from '../ui/select'
import { SettingsRow } from './settings-group'
import styles from './settings-input.module.css'
import { useModelList } from './use-model-list'

/** The option for a typed name. No model has this name. */
const OTHER = ' '

/** Each setting that names a model: its list of choices, and the texts of its row. */
const ROWS = {
  model: { list: 'live', name: 'settings.model', line: 'settings.modelLine' },
  textModel: { list: 'text', name: 'text.model', line: 'text.modelLine' },
  imageModel: { list: 'image', name: 'pictures.model', line: 'pictures.modelLine' },
} as const

/** The Live, text or image model: chosen from a list, or typed. */
export function ModelRow({ setting }: { readonly setting: ModelField }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const list = useModelList()
  const chosen = useApp((state) => state.settings[setting])
  const [typing, setTyping] = useState(false)
  const row = ROWS[setting]
  const choices = list[row.list]
  const isListed = choices.some(({ model }) => model === chosen)
  const use = (model: string): void => {
    setTyping(false)
    if (model !== chosen) void actions.updateSettings({ [setting]: model } satisfies Partial<Settings>)
  }
  return (
    <>
      <SettingsRow
        name={i18n.t(row.name)}
        keys={[setting]}
        line={i18n.t(row.line)}
        control={(labelledBy, describedBy) => (
          <Select
            value={typing ? OTHER : chosen}
            labelledBy={labelledBy}
            describedBy={describedBy}
            field={setting}
            choices={[
              ...choices.map((choice) => ({ value: choice.model, label: labelOf(choice, i18n) })),
              ...(isListed ? [] : [{ value: chosen, label: unlistedLabel(chosen, i18n) }]),
              { value: OTHER, label: i18n.t('models.other') },
            ]}
            onChange={(value) => (value === OTHER ? setTyping(true) : use(value))}
          />
        )}
      />
      {typing && <OtherModel start={isListed ? '' : chosen} onUse={use} />}
    </>
  )
}

/** Where the lists of models come from, and why they don't come from the service. */
export function ModelListRow() {
  const i18n = useI18n()
  const list = useModelList()
  return <SettingsRow name={i18n.t('models.list')} line={originOf(list, i18n)} control={() => null} />
}

/** The field for a name that no list contains. */
function OtherModel({ start, onUse }: { readonly start: string; onUse(model: string): void }) {
  const i18n = useI18n()
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
        name={i18n.t('models.otherName')}
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
              {i18n.t('settings.modelSave')}
            </Button>
          </>
        )}
      />
    </form>
  )
}

function labelOf({ model, name, deprecated }: ModelChoice, i18n: Translator): string {
  const known = knownModel(model)
  const shown = makeDirectionVisible(name ?? model)
  const named = deprecated ? i18n.t('models.deprecated', { name: shown }) : shown
  return known === undefined || deprecated ? named : i18n.t('models.choice', { name: named, words: i18n.t(known.words) })
}

/** The label of a current model that no list contains. */
function unlistedLabel(model: string, i18n: Translator): string {
  const known = knownModel(model)
  if (known === undefined) return makeDirectionVisible(model)
  return known.standing === 'offered' ? known.name : i18n.t('models.deprecated', { name: known.name })
}

function originOf({ fetchedAt, problem }: ModelList, i18n: Translator): string {
  if (problem !== null && fetchedAt === null) return i18n.t(`models.problem.${problem}`)
  if (problem === 'empty') return i18n.t('models.problem.empty')
  return fetchedAt === null ? i18n.t('models.builtIn') : i18n.t('models.fetched', { date: momentOf(fetchedAt, i18n.locale) })
}
