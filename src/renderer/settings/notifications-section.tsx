import { useWords } from '../i18n/words'
import { useApp } from '../state/context'
import { SettingsGroup } from './settings-group'
import { SwitchRow } from './switch-row'

/** What the system's notifications tell of while another window is in front. A browser shows none. */
export function NotificationsSection() {
  const words = useWords()
  const desktop = useApp((state) => state.installation.platform === 'electron')
  return (
    <SettingsGroup name={words.say(desktop ? 'notifications.kinds' : 'notifications.noDesktop')}>
      <SwitchRow setting="notifyQuestion" name={words.say('notifications.question')} line={words.say('notifications.questionLine')} />
      <SwitchRow setting="notifyAnswer" name={words.say('notifications.answer')} line={words.say('notifications.answerLine')} />
      <SwitchRow setting="notifyConnection" name={words.say('notifications.connection')} line={words.say('notifications.connectionLine')} />
      <SwitchRow setting="notifyTimer" name={words.say('notifications.timer')} line={words.say('notifications.timerLine')} />
      <SwitchRow setting="notifyUpdate" name={words.say('notifications.update')} line={words.say('notifications.updateLine')} />
    </SettingsGroup>
  )
}
