import type { PlainKey } from '../../shared/i18n/language-file'
import type { Settings } from '../../shared/ipc/schemas'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Select } from '../ui/select'
import { SettingsRow } from './settings-group'

type ChoiceName =
  | 'textSize'
  | 'contrast'
  | 'motion'
  | 'answers'
  | 'endOfSpeech'
  | 'startSensitivity'
  | 'endSensitivity'
  | 'turnCoverage'
  | 'thinking'
  | 'mediaResolution'
  | 'overlay'

interface ChoiceRowProps<Name extends ChoiceName> {
  readonly setting: Name
  readonly choices: readonly { readonly value: Settings[Name]; readonly name: PlainKey }[]
  readonly name: PlainKey
  readonly line: PlainKey
}

/** A setting with a few values. */
export function ChoiceRow<Name extends ChoiceName>({ setting, choices, name, line }: ChoiceRowProps<Name>) {
  const i18n = useI18n()
  const { actions } = useServices()
  const value = useApp((state) => state.settings[setting])
  return (
    <SettingsRow
      name={i18n.t(name)}
      keys={[setting]}
      line={i18n.t(line)}
      control={(labelledBy, describedBy) => (
        <Select
          value={value}
          labelledBy={labelledBy}
          describedBy={describedBy}
          choices={choices.map((one) => ({ value: one.value, label: i18n.t(one.name) }))}
          onChange={(chosen) => void actions.updateSettings({ [setting]: chosen } satisfies Partial<Settings>)}
        />
      )}
    />
  )
}
