import { spokenDuration } from '../chat/call-text'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Select } from '../ui/select'
import { SettingsGroup, SettingsRow } from './settings-group'
import { SwitchRow } from './switch-row'

const SECONDS = [30, 60, 120, 300, 600, 1800, 3600]

/** How long an approval stays open, and whether it plays a sound. */
export function ApprovalsSection() {
  const i18n = useI18n()
  const { actions } = useServices()
  const saved = useApp((state) => state.settings.approvalSeconds)
  const choices = SECONDS.includes(saved) ? SECONDS : [...SECONDS, saved].sort((left, right) => left - right)
  return (
    <SettingsGroup name={i18n.t('settings.questions')}>
      <SettingsRow
        name={i18n.t('settings.approvalSeconds')}
        keys={['approvalSeconds']}
        line={i18n.t('settings.approvalSecondsLine')}
        control={(labelledBy, describedBy) => (
          <Select
            value={String(saved)}
            labelledBy={labelledBy}
            describedBy={describedBy}
            choices={choices.map((seconds) => ({ value: String(seconds), label: spokenDuration(seconds, i18n) }))}
            onChange={(value) => void actions.updateSettings({ approvalSeconds: Number(value) })}
          />
        )}
      />
      <SwitchRow setting="questionSound" name={i18n.t('settings.questionSound')} line={i18n.t('settings.questionSoundLine')} />
    </SettingsGroup>
  )
}
