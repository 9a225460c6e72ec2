import { Play } from 'lucide-react'
import { useEffect, useId } from 'react'
import { useI18n } from '../i18n/i18n-provider'
import { Button } from '../ui/button'
import { SystemSettingsButton } from '../ui/system-settings-button'
import { LevelCanvas } from '../voice/level-canvas'
import { LoudspeakerPicker } from '../voice/loudspeaker-picker'
import { MicrophonePicker } from '../voice/microphone-picker'
import styles from './microphone-step.module.css'
import { type StepProps, StepTitle, TestResult } from './step'
import common from './step.module.css'
import { loudPeak, quietPeak, useMicrophoneTest } from './use-microphone-test'

/** Shows the microphone's level, plays the user's voice back, and says what to do if the microphone can't be used. */
export function MicrophoneStep({ ready }: StepProps) {
  const i18n = useI18n()
  const test = useMicrophoneTest()
  const microphoneId = useId()
  const outputId = useId()
  const { phase, heard, peak, playing } = test
  const isHeard = heard !== 'nothing'

  useEffect(() => {
    ready(phase.name === 'hearing' && isHeard)
  })

  return (
    <>
      <StepTitle title={i18n.t('setUp.microphone.title')} line={i18n.t('setUp.microphone.line')} />
      <div className={common.card}>
        <div className={styles.pickers}>
          <span id={microphoneId} className="visually-hidden">
            {i18n.t('setUp.microphone.choose')}
          </span>
          <MicrophonePicker look="edge" labelledBy={microphoneId} />
          <span id={outputId} className="visually-hidden">
            {i18n.t('setUp.microphone.output')}
          </span>
          <LoudspeakerPicker labelledBy={outputId} />
        </div>
        <div className={styles.level}>
          <LevelCanvas source="microphone" look="listen" />
          <div className={styles.scale} aria-hidden="true">
            <span className={styles.zone} style={{ flexGrow: placeOf(quietPeak) }}>
              {i18n.t('setUp.microphone.quiet')}
            </span>
            <span className={`${styles.zone} ${styles.zoneGood}`} style={{ flexGrow: placeOf(loudPeak) - placeOf(quietPeak) }}>
              {i18n.t('setUp.microphone.good')}
            </span>
            <span className={styles.zone} style={{ flexGrow: 1 - placeOf(loudPeak) }}>
              {i18n.t('setUp.microphone.loud')}
            </span>
            <span className={styles.needle} style={{ insetInlineStart: `${placeOf(peak) * 100}%` }} />
          </div>
        </div>
        <div className={styles.cardFoot}>
          <div role="status">
            {phase.name === 'hearing' && heard === 'nothing' && <TestResult kind="busy">{i18n.t('setUp.microphone.waiting')}</TestResult>}
            {heard === 'quiet' && <TestResult kind="warning">{i18n.t('setUp.microphone.heardQuiet')}</TestResult>}
            {heard === 'good' && <TestResult kind="good">{i18n.t('setUp.microphone.heardGood')}</TestResult>}
            {heard === 'loud' && <TestResult kind="warning">{i18n.t('setUp.microphone.heardLoud')}</TestResult>}
          </div>
          <Button disabled={!isHeard || playing} onClick={test.play}>
            <Play size={14} strokeWidth={2} aria-hidden />
            {i18n.t(playing ? 'setUp.microphone.playing' : 'setUp.microphone.play')}
          </Button>
        </div>
      </div>
      <div className={common.tests} role="status">
        {phase.name === 'opening' && <TestResult kind="busy">{i18n.t('setUp.microphone.opening')}</TestResult>}
        {phase.name === 'hearing' && <TestResult kind="good">{i18n.t('setUp.microphone.allowed')}</TestResult>}
        {phase.name === 'failed' && (
          <>
            <TestResult kind="bad">
              {i18n.t(`setUp.microphone.${phase.reason}`)}
              <span className={common.detail}>{i18n.t(`setUp.microphone.${phase.reason}Line`)}</span>
            </TestResult>
            {phase.reason === 'refused' && <SystemSettingsButton page="microphone" />}
            <Button onClick={test.again}>{i18n.t('setUp.microphone.again')}</Button>
          </>
        )}
      </div>
    </>
  )
}

/** The position of a peak on the scale: speech is mostly in the lower part, so the scale expands it. */
function placeOf(peak: number): number {
  return Math.min(1, Math.max(0, peak) ** 0.4)
}
