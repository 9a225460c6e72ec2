import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Select } from '../ui/select'
import { ChoiceRow } from './choice-row'
import { languageName } from './language-name'
import { SettingsGroup, SettingsRow } from './settings-group'
import { SpokenLanguagesRow } from './spoken-languages-row'
import { SwitchRow } from './switch-row'
import { InstructionRow, VocabularyRow } from './text-area-row'
import { TextGroup } from './text-group'

/** Languages offered for speech, by their BCP 47 tags; another one in the settings is offered as well. */
const LANGUAGES = ['en-US', 'en-GB', 'ja-JP', 'de-DE', 'es-ES', 'fr-FR', 'it-IT', 'pt-BR', 'ko-KR', 'cmn-CN', 'hi-IN']

const ANSWERS = [
  { value: 'speech', name: 'session.answersIn.speech' },
  { value: 'text', name: 'session.answersIn.text' },
] as const
const END_OF_SPEECH = [
  { value: 'key', name: 'session.endOfSpeech.key' },
  { value: 'service', name: 'session.endOfSpeech.service' },
] as const
const SENSITIVITY = [
  { value: 'default', name: 'session.sensitivity.default' },
  { value: 'high', name: 'session.sensitivity.high' },
  { value: 'low', name: 'session.sensitivity.low' },
] as const
const COVERAGE = [
  { value: 'default', name: 'session.turnCoverage.default' },
  { value: 'speech', name: 'session.turnCoverage.speech' },
  { value: 'everything', name: 'session.turnCoverage.everything' },
] as const
const THINKING = [
  { value: 'default', name: 'session.thinking.default' },
  { value: 'minimal', name: 'session.thinking.minimal' },
  { value: 'low', name: 'session.thinking.low' },
  { value: 'medium', name: 'session.thinking.medium' },
  { value: 'high', name: 'session.thinking.high' },
] as const

const RESOLUTION = [
  { value: 'default', name: 'session.mediaResolution.default' },
  { value: 'low', name: 'session.mediaResolution.low' },
  { value: 'medium', name: 'session.mediaResolution.medium' },
  { value: 'high', name: 'session.mediaResolution.high' },
] as const

/** The session settings: how to answer, when speech ends, how much to think. */
export function SessionSection() {
  const i18n = useI18n()
  const { actions } = useServices()
  const saved = useApp((state) => state.settings.speechLanguage)
  const byService = useApp((state) => state.settings.endOfSpeech === 'service')
  const languages = saved === '' || LANGUAGES.includes(saved) ? LANGUAGES : [...LANGUAGES, saved]
  const name = new Intl.DisplayNames(i18n.language, { type: 'language' })
  return (
    <>
      <SettingsGroup name={i18n.t('session.answers')}>
        <ChoiceRow setting="answers" choices={ANSWERS} name="session.answersIn" line="session.answersInLine" />
        <SettingsRow
          name={i18n.t('session.language')}
          keys={['speechLanguage']}
          line={i18n.t('session.languageLine')}
          control={(labelledBy, describedBy) => (
            <Select
              value={saved}
              labelledBy={labelledBy}
              describedBy={describedBy}
              choices={[
                { value: '', label: i18n.t('session.language.heard') },
                ...languages.map((value) => ({ value, label: languageName(name, value) })),
              ]}
              onChange={(value) => void actions.updateSettings({ speechLanguage: value })}
            />
          )}
        />
        <SwitchRow setting="googleSearch" name={i18n.t('text.googleSearch')} line={i18n.t('text.googleSearchLine')} />
        <InstructionRow />
      </SettingsGroup>
      <TextGroup />
      <SettingsGroup name={i18n.t('session.hearing')}>
        <ChoiceRow setting="endOfSpeech" choices={END_OF_SPEECH} name="session.endOfSpeech" line="session.endOfSpeechLine" />
        {byService && (
          <>
            <ChoiceRow
              setting="startSensitivity"
              choices={SENSITIVITY}
              name="session.startSensitivity"
              line="session.startSensitivityLine"
            />
            <ChoiceRow setting="endSensitivity" choices={SENSITIVITY} name="session.endSensitivity" line="session.endSensitivityLine" />
          </>
        )}
        <ChoiceRow setting="turnCoverage" choices={COVERAGE} name="session.turnCoverage" line="session.turnCoverageLine" />
        <SpokenLanguagesRow offered={LANGUAGES} />
        <VocabularyRow />
      </SettingsGroup>
      <SettingsGroup name={i18n.t('session.advanced')}>
        <ChoiceRow setting="thinking" choices={THINKING} name="session.thinking" line="session.thinkingLine" />
        <ChoiceRow setting="mediaResolution" choices={RESOLUTION} name="session.mediaResolution" line="session.mediaResolutionLine" />
        <SwitchRow setting="modelTools" name={i18n.t('session.modelTools')} line={i18n.t('session.modelToolsLine')} />
        <SwitchRow setting="compression" name={i18n.t('session.compression')} line={i18n.t('session.compressionLine')} />
        <SwitchRow setting="proactiveAudio" name={i18n.t('session.proactiveAudio')} line={i18n.t('session.proactiveAudioLine')} />
      </SettingsGroup>
    </>
  )
}
