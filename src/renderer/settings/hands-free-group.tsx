import type { Settings } from '../../shared/ipc/schemas'
import { isHandsFree } from '../../shared/talk/talk-facts'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Select } from '../ui/select'
import { Switch } from '../ui/switch'
import { SettingsGroup, SettingsRow } from './settings-group'
import { SwitchRow } from './switch-row'

/** ms; another value in the settings is offered as well */
const PAUSES = [400, 600, 800, 1200, 2000]
const SENSITIVITIES = ['low', 'normal', 'high'] as const

/** Hands-free mode: a switch for now, and the settings of voice detection. */
export function HandsFreeGroup() {
  const i18n = useI18n()
  const { actions } = useServices()
  const on = useApp((state) => isHandsFree(state.talk))
  const pause = useApp((state) => state.settings.speechPauseMs)
  const sensitivity = useApp((state) => state.settings.speechSensitivity)
  const byService = useApp((state) => state.settings.endOfSpeech === 'service')
  const pauses = PAUSES.includes(pause) ? PAUSES : [...PAUSES, pause].sort((one, other) => one - other)
  const update = (changes: Partial<Settings>) => void actions.updateSettings(changes)
  return (
    <SettingsGroup name={i18n.t('handsFree.title')}>
      <SettingsRow
        name={i18n.t('handsFree.switch')}
        line={i18n.t(byService ? 'handsFree.switchLineService' : 'handsFree.switchLine')}
        control={(labelledBy, describedBy) => (
          <Switch checked={on} labelledBy={labelledBy} describedBy={describedBy} onChange={actions.setHandsFree} />
        )}
      />
      <SwitchRow setting="handsFreeAtStart" name={i18n.t('handsFree.atStart')} line={i18n.t('handsFree.atStartLine')} />
      {!byService && (
        <>
          <SettingsRow
            name={i18n.t('handsFree.pause')}
            keys={['speechPauseMs']}
            line={i18n.t('handsFree.pauseLine')}
            control={(labelledBy, describedBy) => (
              <Select
                value={String(pause)}
                labelledBy={labelledBy}
                describedBy={describedBy}
                choices={pauses.map((value) => ({
                  value: String(value),
                  label: i18n.t('handsFree.pauseSeconds', { seconds: value / 1000 }),
                }))}
                onChange={(value) => update({ speechPauseMs: Number(value) })}
              />
            )}
          />
          <SettingsRow
            name={i18n.t('handsFree.sensitivity')}
            keys={['speechSensitivity']}
            line={i18n.t('handsFree.sensitivityLine')}
            control={(labelledBy, describedBy) => (
              <Select
                value={sensitivity}
                labelledBy={labelledBy}
                describedBy={describedBy}
                choices={SENSITIVITIES.map((value) => ({ value, label: i18n.t(`handsFree.sensitivity.${value}`) }))}
                onChange={(value) => update({ speechSensitivity: value })}
              />
            )}
          />
          <SwitchRow setting="voiceInterrupts" name={i18n.t('handsFree.interrupts')} line={i18n.t('handsFree.interruptsLine')} />
          <SwitchRow setting="headphones" name={i18n.t('handsFree.headphones')} line={i18n.t('handsFree.headphonesLine')} />
        </>
      )}
    </SettingsGroup>
  )
}
