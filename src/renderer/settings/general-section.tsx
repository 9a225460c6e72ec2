import { languageCodes, languageName } from '../../shared/words/languages'
import { useWords } from '../i18n/words'
import { useApp, useServices } from '../state/context'
import { Select } from '../ui/select'
import { ChoiceRow } from './choice-row'
import { DesktopGroup } from './desktop-group'
import { SettingsGroup, SettingsRow } from './settings-group'
import { SwitchRow } from './switch-row'

const SPEEDS = [0.5, 1, 1.5, 2, 4, 10]

/** Looks, language, captions and the speed of recordings. */
export function GeneralSection() {
  const words = useWords()
  const { actions } = useServices()
  const { theme, language, replaySpeed } = useApp((state) => state.settings)
  const speeds = SPEEDS.includes(replaySpeed) ? SPEEDS : [...SPEEDS, replaySpeed].sort((left, right) => left - right)
  return (
    <>
      <SettingsGroup name={words.say('settings.appearance')}>
        <SettingsRow
          name={words.say('settings.theme')}
          keys={['theme']}
          line={words.say('settings.themeLine')}
          control={(labelledBy, describedBy) => (
            <Select
              value={theme}
              labelledBy={labelledBy}
              describedBy={describedBy}
              choices={(['system', 'light', 'dark'] as const).map((value) => ({ value, label: words.say(`settings.theme.${value}`) }))}
              onChange={(value) => void actions.updateSettings({ theme: value })}
            />
          )}
        />
        <SettingsRow
          name={words.say('settings.language')}
          keys={['language']}
          line={words.say('settings.languageLine')}
          control={(labelledBy, describedBy) => (
            <Select
              value={languageCodes().includes(language) ? language : 'system'}
              labelledBy={labelledBy}
              describedBy={describedBy}
              choices={[
                { value: 'system', label: words.say('settings.language.system') },
                ...languageCodes().map((code) => ({ value: code, label: languageName(code) })),
              ]}
              onChange={(value) => void actions.updateSettings({ language: value })}
            />
          )}
        />
        <ChoiceRow
          setting="textSize"
          name="settings.textSize"
          line="settings.textSizeLine"
          choices={[
            { value: 'small', name: 'settings.textSize.small' },
            { value: 'normal', name: 'settings.textSize.normal' },
            { value: 'large', name: 'settings.textSize.large' },
            { value: 'largest', name: 'settings.textSize.largest' },
          ]}
        />
        <ChoiceRow
          setting="contrast"
          name="settings.contrast"
          line="settings.contrastLine"
          choices={[
            { value: 'system', name: 'settings.contrast.system' },
            { value: 'more', name: 'settings.contrast.more' },
          ]}
        />
        <ChoiceRow
          setting="motion"
          name="settings.motion"
          line="settings.motionLine"
          choices={[
            { value: 'system', name: 'settings.motion.system' },
            { value: 'less', name: 'settings.motion.less' },
          ]}
        />
        <SwitchRow setting="captions" name={words.say('settings.captions')} line={words.say('settings.captionsLine')} />
      </SettingsGroup>
      <DesktopGroup />
      <SettingsGroup name={words.say('settings.replay')}>
        <SettingsRow
          name={words.say('settings.replaySpeed')}
          keys={['replaySpeed']}
          line={words.say('settings.replaySpeedLine')}
          control={(labelledBy, describedBy) => (
            <Select
              value={String(replaySpeed)}
              labelledBy={labelledBy}
              describedBy={describedBy}
              choices={speeds.map((speed) => ({ value: String(speed), label: `${speed}×` }))}
              onChange={(value) => void actions.updateSettings({ replaySpeed: Number(value) })}
            />
          )}
        />
      </SettingsGroup>
    </>
  )
}
