import { spokenDuration } from '../chat/call-words'
import { useWords } from '../i18n/words'
import { useApp, useServices } from '../state/context'
import { Select } from '../ui/select'
import { SettingsGroup, SettingsRow } from './settings-group'
import { SwitchRow } from './switch-row'

const SECONDS = [30, 60, 120, 300, 600, 1800, 3600]

/** How long a question waits, and whether it can be heard. */
export function QuestionsSection() {
  const words = useWords()
  const { actions } = useServices()
  const kept = useApp((state) => state.settings.approvalSeconds)
  const choices = SECONDS.includes(kept) ? SECONDS : [...SECONDS, kept].sort((left, right) => left - right)
  return (
    <SettingsGroup name={words.say('settings.questions')}>
      <SettingsRow
        name={words.say('settings.approvalSeconds')}
        keys={['approvalSeconds']}
        line={words.say('settings.approvalSecondsLine')}
        control={(labelledBy, describedBy) => (
          <Select
            value={String(kept)}
            labelledBy={labelledBy}
            describedBy={describedBy}
            choices={choices.map((seconds) => ({ value: String(seconds), label: spokenDuration(seconds, words) }))}
            onChange={(value) => void actions.updateSettings({ approvalSeconds: Number(value) })}
          />
        )}
      />
      <SwitchRow setting="questionSound" name={words.say('settings.questionSound')} line={words.say('settings.questionSoundLine')} />
    </SettingsGroup>
  )
}
