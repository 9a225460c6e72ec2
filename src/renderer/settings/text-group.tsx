import { useWords } from '../i18n/words'
import { useApp, useServices } from '../state/context'
import { Select } from '../ui/select'
import { SettingsGroup, SettingsRow } from './settings-group'
import { SwitchRow } from './switch-row'

/** Who answers what is typed, and what the text model may use for it. */
export function TextGroup() {
  const words = useWords()
  const { actions } = useServices()
  const typedWords = useApp((state) => state.settings.typedWords)
  return (
    <SettingsGroup name={words.say('text.group')}>
      <SettingsRow
        name={words.say('text.typedWords')}
        keys={['typedWords']}
        line={words.say('text.typedWordsLine')}
        control={(labelledBy, describedBy) => (
          <Select
            value={typedWords}
            labelledBy={labelledBy}
            describedBy={describedBy}
            choices={(['voice', 'text'] as const).map((value) => ({ value, label: words.say(`text.typedWords.${value}`) }))}
            onChange={(chosen) => void actions.updateSettings({ typedWords: chosen })}
          />
        )}
      />
      <SwitchRow setting="codeExecution" name={words.say('text.codeExecution')} line={words.say('text.codeExecutionLine')} />
    </SettingsGroup>
  )
}
