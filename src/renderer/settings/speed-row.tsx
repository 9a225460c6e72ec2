import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Select } from '../ui/select'
import { SettingsRow } from './settings-group'

const SPEEDS = [0.75, 0.9, 1, 1.1, 1.25, 1.5]

/** The speaking speed of answers. */
export function SpeedRow() {
  const i18n = useI18n()
  const { actions } = useServices()
  const speed = useApp((state) => state.settings.speakingSpeed)
  // a speed written into the settings file by hand can be chosen, too
  const speeds = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].sort((a, b) => a - b)
  return (
    <SettingsRow
      name={i18n.t('settings.speakingSpeed')}
      keys={['speakingSpeed']}
      line={i18n.t('settings.speakingSpeedLine')}
      control={(labelledBy, describedBy) => (
        <Select
          value={String(speed)}
          labelledBy={labelledBy}
          describedBy={describedBy}
          choices={speeds.map((value) => ({
            value: String(value),
            label: i18n.t('settings.speakingSpeedValue', { speed: value }),
          }))}
          onChange={(value) => void actions.updateSettings({ speakingSpeed: Number(value) })}
        />
      )}
    />
  )
}
