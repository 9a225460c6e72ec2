import { reasonWords } from '../i18n/reason-words'
import { useWords } from '../i18n/words'
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

/** Voices of the Live models, by the names the service knows them under. */
const VOICES = ['Achernar', 'Aoede', 'Charon', 'Fenrir', 'Kore', 'Leda', 'Orus', 'Puck', 'Sulafat', 'Zephyr']

/** Microphone, sound processing, talk key and the voice of the answers. */
export function VoiceSection() {
  const words = useWords()
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
      <SettingsGroup name={words.say('settings.talkKey')}>
        <SettingsRow
          name={words.say(talkKey.mode === 'hold' ? 'settings.talkKeyHold' : 'settings.talkKeyToggle')}
          {...(hotkey.reason === null ? {} : { line: reasonWords(hotkey.reason, words) })}
          control={() => (
            <span className={styles.keys}>
              {talkKey.keys.map((key) => (
                <KeyCap key={key} name={keyName(key, operatingSystem)} />
              ))}
              <span className={styles.scope}>{words.say(talkKey.global ? 'settings.everywhere' : 'settings.inWindow')}</span>
            </span>
          )}
        />
      </SettingsGroup>
      <SettingsGroup name={words.say('settings.microphone')}>
        <SwitchRow
          setting="microphoneAllowed"
          name={words.say('settings.microphoneAllowed')}
          line={words.say('settings.microphoneAllowedLine')}
        />
        <SettingsRow
          name={words.say('settings.microphone')}
          keys={['microphoneId']}
          line={words.say(warm ? 'settings.microphoneLineWarm' : 'settings.microphoneLine')}
          control={(labelledBy) => <MicrophonePicker look="edge" labelledBy={labelledBy} />}
        />
        <SwitchRow setting="warmMicrophone" name={words.say('settings.warmMicrophone')} line={words.say('settings.warmMicrophoneLine')} />
        <SwitchRow setting="directCapture" name={words.say('settings.directCapture')} line={words.say('settings.directCaptureLine')} />
      </SettingsGroup>
      <HandsFreeGroup />
      <SettingsGroup name={words.say('settings.loudspeaker')}>
        <SettingsRow
          name={words.say('settings.loudspeaker')}
          keys={['loudspeakerId', 'loudspeakerLabel']}
          line={words.say('settings.loudspeakerLine')}
          control={(labelledBy) => <LoudspeakerPicker labelledBy={labelledBy} />}
        />
      </SettingsGroup>
      <SettingsGroup name={words.say('settings.processing')}>
        <SwitchRow
          setting="echoCancellation"
          name={words.say('settings.echoCancellation')}
          line={words.say('settings.echoCancellationLine')}
        />
        <SwitchRow
          setting="noiseSuppression"
          name={words.say('settings.noiseSuppression')}
          line={words.say('settings.noiseSuppressionLine')}
        />
        <SwitchRow
          setting="autoGainControl"
          name={words.say('settings.autoGainControl')}
          line={words.say('settings.autoGainControlLine')}
        />
      </SettingsGroup>
      <SettingsGroup name={words.say('settings.signs')}>
        <SwitchRow setting="startSound" name={words.say('settings.startSound')} line={words.say('settings.startSoundLine')} />
        <SwitchRow setting="stopSound" name={words.say('settings.stopSound')} line={words.say('settings.stopSoundLine')} />
        <SwitchRow setting="errorSound" name={words.say('settings.errorSound')} line={words.say('settings.errorSoundLine')} />
      </SettingsGroup>
      <SettingsGroup name={words.say('settings.recording')}>
        <SwitchRow setting="recordCalls" name={words.say('settings.recordCalls')} line={words.say('settings.recordCallsLine')} />
        {desktop && (
          <SettingsRow
            name={words.say('settings.findRecordings')}
            line={words.say('settings.findRecordingsLine')}
            control={() => (
              <Button look="edge" onClick={() => void client.call('recordings.show', null)}>
                {words.say('settings.showRecordings')}
              </Button>
            )}
          />
        )}
      </SettingsGroup>
      <SettingsGroup name={words.say('settings.parleyVoice')}>
        <SettingsRow
          name={words.say('settings.parleyVoice')}
          keys={['voice']}
          line={words.say('settings.parleyVoiceLine')}
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
