import type { Settings } from '../../shared/ipc/schemas'
import { useApp, useServices } from '../state/context'
import { Switch } from '../ui/switch'
import { SettingsRow } from './settings-group'
import type { SwitchName } from './switches'

/** A setting that is on or off. */
export function SwitchRow({ setting, name, line }: { readonly setting: SwitchName; readonly name: string; readonly line: string }) {
  const { actions } = useServices()
  const checked = useApp((state) => state.settings[setting])
  return (
    <SettingsRow
      name={name}
      line={line}
      keys={[setting]}
      control={(labelledBy, describedBy) => (
        <Switch
          checked={checked}
          labelledBy={labelledBy}
          describedBy={describedBy}
          onChange={(value) => void actions.updateSettings({ [setting]: value } satisfies Partial<Settings>)}
        />
      )}
    />
  )
}
