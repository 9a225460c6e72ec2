import { useI18n } from '../i18n/i18n-provider'
import { useApp } from '../state/context'
import { SettingsGroup } from './settings-group'
import { SwitchRow } from './switch-row'

/** Which system notifications are shown while another window is in front. A browser shows none. */
export function NotificationsSection() {
  const i18n = useI18n()
  const desktop = useApp((state) => state.installation.platform === 'electron')
  return (
    <SettingsGroup name={i18n.t(desktop ? 'notifications.kinds' : 'notifications.noDesktop')}>
      <SwitchRow setting="notifyQuestion" name={i18n.t('notifications.question')} line={i18n.t('notifications.questionLine')} />
      <SwitchRow setting="notifyAnswer" name={i18n.t('notifications.answer')} line={i18n.t('notifications.answerLine')} />
      <SwitchRow setting="notifyConnection" name={i18n.t('notifications.connection')} line={i18n.t('notifications.connectionLine')} />
      <SwitchRow setting="notifyTimer" name={i18n.t('notifications.timer')} line={i18n.t('notifications.timerLine')} />
      <SwitchRow setting="notifyUpdate" name={i18n.t('notifications.update')} line={i18n.t('notifications.updateLine')} />
    </SettingsGroup>
  )
}
