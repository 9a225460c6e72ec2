import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Select } from '../ui/select'
import { SettingsGroup, SettingsRow } from './settings-group'
import { SwitchRow } from './switch-row'

/** Which model answers typed text, and what the text model may use. */
export function TextGroup() {
  const i18n = useI18n()
  const { actions } = useServices()
  const replyModality = useApp((state) => state.settings.replyModality)
  return (
    <SettingsGroup name={i18n.t('text.group')}>
      <SettingsRow
        name={i18n.t('text.replyModality')}
        keys={['replyModality']}
        line={i18n.t('text.replyModalityLine')}
        control={(labelledBy, describedBy) => (
          <Select
            value={replyModality}
            labelledBy={labelledBy}
            describedBy={describedBy}
            choices={(['voice', 'text'] as const).map((value) => ({ value, label: i18n.t(`text.replyModality.${value}`) }))}
            onChange={(chosen) => void actions.updateSettings({ replyModality: chosen })}
          />
        )}
      />
      <SwitchRow setting="codeExecution" name={i18n.t('text.codeExecution')} line={i18n.t('text.codeExecutionLine')} />
    </SettingsGroup>
  )
}
