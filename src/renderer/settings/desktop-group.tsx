import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Select } from '../ui/select'
import { ChoiceRow } from './choice-row'
import { LoginRow } from './login-row'
import { SettingsGroup, SettingsRow } from './settings-group'

/** Parley without its window: at login, and after the window is closed. A browser has neither. */
export function DesktopGroup() {
  const i18n = useI18n()
  const { actions } = useServices()
  const closeWindow = useApp((state) => state.settings.closeWindow)
  const desktop = useApp((state) => state.installation.platform === 'electron')
  if (!desktop) return null
  return (
    <SettingsGroup name={i18n.t('desktop.title')}>
      <LoginRow />
      <SettingsRow
        name={i18n.t('desktop.close')}
        keys={['closeWindow']}
        line={i18n.t('desktop.closeLine')}
        control={(labelledBy, describedBy) => (
          <Select
            value={closeWindow}
            labelledBy={labelledBy}
            describedBy={describedBy}
            choices={(['ask', 'background', 'quit'] as const).map((value) => ({ value, label: i18n.t(`desktop.close.${value}`) }))}
            onChange={(value) => void actions.updateSettings({ closeWindow: value })}
          />
        )}
      />
      <ChoiceRow
        setting="overlay"
        name="desktop.overlay"
        line="desktop.overlayLine"
        choices={(['hidden', 'always', 'never'] as const).map((value) => ({ value, name: `desktop.overlay.${value}` as const }))}
      />
    </SettingsGroup>
  )
}
