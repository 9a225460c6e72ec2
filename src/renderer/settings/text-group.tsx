import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Select } from '../ui/select'
import { SettingsGroup, SettingsRow } from './settings-group'
import { SwitchRow } from './switch-row'

/** Which model answers typed text, and what the text model may use. */
export function TextGroup() {
  const i18n = useI18n()
  const { actions } = useServices()
  const typedWords = useApp((state) => state.settings.typedWords)
  return (
    <SettingsGroup name={i18n.t('text.group')}>
      <SettingsRow
        name={i18n.t('text.typedWords')}
        keys={['typedWords']}
        line={i18n.t('text.typedWordsLine')}
        control={(labelledBy, describedBy) => (
          <Select
            value={typedWords}
            labelledBy={labelledBy}
            describedBy={describedBy}
            choices={(['voice', 'text'] as const).map((value) => ({ value, label: i18n.t(`text.typedWords.${value}`) }))}
            onChange={(chosen) => void actions.updateSettings({ typedWords: chosen })}
          />
        )}
      />
      <SwitchRow setting="codeExecution" name={i18n.t('text.codeExecution')} line={i18n.t('text.codeExecutionLine')} />
    </SettingsGroup>
  )
}
