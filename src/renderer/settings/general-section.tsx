import { languageCodes, languageName } from '../../shared/i18n/languages'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Select } from '../ui/select'
import { ChoiceRow } from './choice-row'
import { DesktopGroup } from './desktop-group'
import { SettingsGroup, SettingsRow } from './settings-group'
import { SwitchRow } from './switch-row'

const SPEEDS = [0.5, 1, 1.5, 2, 4, 10]

/** Appearance, language, captions and the speed of recordings. */
export function GeneralSection() {
  const i18n = useI18n()
  const { actions } = useServices()
  const { theme, language, replaySpeed } = useApp((state) => state.settings)
  const speeds = SPEEDS.includes(replaySpeed) ? SPEEDS : [...SPEEDS, replaySpeed].sort((left, right) => left - right)
  return (
    <>
      <SettingsGroup name={i18n.t('settings.appearance')}>
        <SettingsRow
          name={i18n.t('settings.theme')}
          keys={['theme']}
          line={i18n.t('settings.themeLine')}
          control={(labelledBy, describedBy) => (
            <Select
              value={theme}
              labelledBy={labelledBy}
              describedBy={describedBy}
              choices={(['system', 'light', 'dark'] as const).map((value) => ({ value, label: i18n.t(`settings.theme.${value}`) }))}
              onChange={(value) => void actions.updateSettings({ theme: value })}
            />
          )}
        />
        <SettingsRow
          name={i18n.t('settings.language')}
          keys={['language']}
          line={i18n.t('settings.languageLine')}
          control={(labelledBy, describedBy) => (
            <Select
              value={languageCodes().includes(language) ? language : 'system'}
              labelledBy={labelledBy}
              describedBy={describedBy}
              choices={[
                { value: 'system', label: i18n.t('settings.language.system') },
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
            { value: 'huge', name: 'settings.textSize.huge' },
            { value: 'double', name: 'settings.textSize.double' },
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
        <SwitchRow setting="captions" name={i18n.t('settings.captions')} line={i18n.t('settings.captionsLine')} />
      </SettingsGroup>
      <DesktopGroup />
      <SettingsGroup name={i18n.t('settings.replay')}>
        <SettingsRow
          name={i18n.t('settings.replaySpeed')}
          keys={['replaySpeed']}
          line={i18n.t('settings.replaySpeedLine')}
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
