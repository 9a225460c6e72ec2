import { useI18n } from '../i18n/i18n-provider'
import { reasonText } from '../i18n/reason-text'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { KeyCap, keyName } from '../ui/key-cap'
import { Select } from '../ui/select'
import { LoudspeakerPicker } from '../voice/loudspeaker-picker'
import { MicrophonePicker } from '../voice/microphone-picker'
import { talkKeyOf } from '../voice/talk-key'
import { HandsFreeGroup } from './hands-free-group'
import { SettingsGroup, SettingsRow } from './settings-group'
import { SpeedRow } from './speed-row'
import { SwitchRow } from './switch-row'
import styles from './voice-section.module.css'

/** Voices of the Live models, by the service's names. */
const VOICES = ['Achernar', 'Aoede', 'Charon', 'Fenrir', 'Kore', 'Leda', 'Orus', 'Puck', 'Sulafat', 'Zephyr']

/** Microphone, sound processing, talk key and the voice of the answers. */
export function VoiceSection() {
  const i18n = useI18n()
  const { actions, client } = useServices()
  const desktop = useApp((state) => state.installation.platform === 'electron')
  const warm = useApp((state) => state.settings.warmMicrophone)
  const voice = useApp((state) => state.settings.voice)
  const hotkey = useApp((state) => state.hotkey)
  const operatingSystem = useApp((state) => state.installation.operatingSystem)
  const talkKey = talkKeyOf(hotkey, operatingSystem)
  const voices = VOICES.includes(voice) ? VOICES : [...VOICES, voice]
  return (
    <>
      <SettingsGroup name={i18n.t('settings.talkKey')}>
        <SettingsRow
          name={i18n.t(talkKey.mode === 'hold' ? 'settings.talkKeyHold' : 'settings.talkKeyToggle')}
          {...(hotkey.reason === null ? {} : { line: reasonText(hotkey.reason, i18n) })}
          control={() => (
            <span className={styles.keys}>
              {talkKey.keys.map((key) => (
                <KeyCap key={key} name={keyName(key, operatingSystem)} />
              ))}
              <span className={styles.scope}>{i18n.t(talkKey.global ? 'settings.everywhere' : 'settings.inWindow')}</span>
              <Button
                small
                aria-label={i18n.t('hotkeys.changeOf', { name: i18n.t('settings.talkKey') })}
                onClick={() => actions.showSettings('hotkeys')}
              >
                {i18n.t('hotkeys.change')}
              </Button>
            </span>
          )}
        />
      </SettingsGroup>
      <SettingsGroup name={i18n.t('settings.microphone')}>
        <SwitchRow
          setting="microphoneAllowed"
          name={i18n.t('settings.microphoneAllowed')}
          line={i18n.t('settings.microphoneAllowedLine')}
        />
        <SettingsRow
          name={i18n.t('settings.microphone')}
          keys={['microphoneId']}
          line={i18n.t(warm ? 'settings.microphoneLineWarm' : 'settings.microphoneLine')}
          control={(labelledBy) => <MicrophonePicker look="edge" labelledBy={labelledBy} />}
        />
        <SwitchRow setting="warmMicrophone" name={i18n.t('settings.warmMicrophone')} line={i18n.t('settings.warmMicrophoneLine')} />
        <SwitchRow setting="directCapture" name={i18n.t('settings.directCapture')} line={i18n.t('settings.directCaptureLine')} />
      </SettingsGroup>
      <HandsFreeGroup />
      <SettingsGroup name={i18n.t('settings.loudspeaker')}>
        <SettingsRow
          name={i18n.t('settings.loudspeaker')}
          keys={['loudspeakerId', 'loudspeakerLabel']}
          line={i18n.t('settings.loudspeakerLine')}
          control={(labelledBy) => <LoudspeakerPicker labelledBy={labelledBy} />}
        />
      </SettingsGroup>
      <SettingsGroup name={i18n.t('settings.processing')}>
        <SwitchRow setting="echoCancellation" name={i18n.t('settings.echoCancellation')} line={i18n.t('settings.echoCancellationLine')} />
        <SwitchRow setting="noiseSuppression" name={i18n.t('settings.noiseSuppression')} line={i18n.t('settings.noiseSuppressionLine')} />
        <SwitchRow setting="autoGainControl" name={i18n.t('settings.autoGainControl')} line={i18n.t('settings.autoGainControlLine')} />
      </SettingsGroup>
      <SettingsGroup name={i18n.t('settings.signs')}>
        <SwitchRow setting="startSound" name={i18n.t('settings.startSound')} line={i18n.t('settings.startSoundLine')} />
        <SwitchRow setting="stopSound" name={i18n.t('settings.stopSound')} line={i18n.t('settings.stopSoundLine')} />
        <SwitchRow setting="errorSound" name={i18n.t('settings.errorSound')} line={i18n.t('settings.errorSoundLine')} />
      </SettingsGroup>
      <SettingsGroup name={i18n.t('settings.recording')}>
        <SwitchRow setting="recordCalls" name={i18n.t('settings.recordCalls')} line={i18n.t('settings.recordCallsLine')} />
        {desktop && (
          <SettingsRow
            name={i18n.t('settings.findRecordings')}
            line={i18n.t('settings.findRecordingsLine')}
            control={() => (
              <Button look="edge" onClick={() => void client.call('recordings.show', null)}>
                {i18n.t('settings.showRecordings')}
              </Button>
            )}
          />
        )}
      </SettingsGroup>
      <SettingsGroup name={i18n.t('settings.parleyVoice')}>
        <SettingsRow
          name={i18n.t('settings.parleyVoice')}
          keys={['voice']}
          line={i18n.t('settings.parleyVoiceLine')}
          control={(labelledBy, describedBy) => (
            <Select
              value={voice}
              labelledBy={labelledBy}
              describedBy={describedBy}
              choices={voices.map((value) => ({ value, label: value }))}
              onChange={(value) => void actions.updateSettings({ voice: value })}
            />
          )}
        />
        <SpeedRow />
      </SettingsGroup>
    </>
  )
}
