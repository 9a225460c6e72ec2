import { Play } from 'lucide-react'
import { useEffect, useId } from 'react'
import { useWords } from '../i18n/words'
import { Button } from '../ui/button'
import { SystemSettingsButton } from '../ui/system-settings-button'
import { LevelCanvas } from '../voice/level-canvas'
import { LoudspeakerPicker } from '../voice/loudspeaker-picker'
import { MicrophonePicker } from '../voice/microphone-picker'
import styles from './microphone-step.module.css'
import { type StepProps, StepTitle, TestLine } from './step'
import common from './step.module.css'
import { loudPeak, quietPeak, useMicrophoneTest } from './use-microphone-test'

/** Speak and see the level, hear oneself again, and what to do where the microphone can't be had. */
export function MicrophoneStep({ ready }: StepProps) {
  const words = useWords()
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
      <StepTitle title={words.say('setUp.microphone.title')} line={words.say('setUp.microphone.line')} />
      <div className={common.card}>
        <div className={styles.pickers}>
          <span id={microphoneId} className="visually-hidden">
            {words.say('setUp.microphone.choose')}
          </span>
          <MicrophonePicker look="edge" labelledBy={microphoneId} />
          <span id={outputId} className="visually-hidden">
            {words.say('setUp.microphone.output')}
          </span>
          <LoudspeakerPicker labelledBy={outputId} />
        </div>
        <div className={styles.level}>
          <LevelCanvas source="microphone" look="listen" />
          <div className={styles.scale} aria-hidden="true">
            <span className={styles.zone} style={{ flexGrow: placeOf(quietPeak) }}>
              {words.say('setUp.microphone.quiet')}
            </span>
            <span className={`${styles.zone} ${styles.zoneGood}`} style={{ flexGrow: placeOf(loudPeak) - placeOf(quietPeak) }}>
              {words.say('setUp.microphone.good')}
            </span>
            <span className={styles.zone} style={{ flexGrow: 1 - placeOf(loudPeak) }}>
              {words.say('setUp.microphone.loud')}
            </span>
            <span className={styles.needle} style={{ insetInlineStart: `${placeOf(peak) * 100}%` }} />
          </div>
        </div>
        <div className={styles.cardFoot}>
          <div role="status">
            {heard === 'nothing' && <TestLine kind="busy">{words.say('setUp.microphone.waiting')}</TestLine>}
            {heard === 'quiet' && <TestLine kind="warning">{words.say('setUp.microphone.heardQuiet')}</TestLine>}
            {heard === 'good' && <TestLine kind="good">{words.say('setUp.microphone.heardGood')}</TestLine>}
            {heard === 'loud' && <TestLine kind="warning">{words.say('setUp.microphone.heardLoud')}</TestLine>}
          </div>
          <Button disabled={!isHeard || playing} onClick={test.play}>
            <Play size={14} strokeWidth={2} aria-hidden />
            {words.say(playing ? 'setUp.microphone.playing' : 'setUp.microphone.play')}
          </Button>
        </div>
      </div>
      <div className={common.tests} role="status">
        {phase.name === 'opening' && <TestLine kind="busy">{words.say('setUp.microphone.opening')}</TestLine>}
        {phase.name === 'hearing' && <TestLine kind="good">{words.say('setUp.microphone.allowed')}</TestLine>}
        {phase.name === 'failed' && (
          <>
            <TestLine kind="bad">
              {words.say(`setUp.microphone.${phase.reason}`)}
              <span className={common.detail}>{words.say(`setUp.microphone.${phase.reason}Line`)}</span>
            </TestLine>
            {phase.reason === 'refused' && <SystemSettingsButton page="microphone" />}
            <Button onClick={test.again}>{words.say('setUp.microphone.again')}</Button>
          </>
        )}
      </div>
    </>
  )
}

/** Where a peak stands on the scale: speech lies mostly in the lower part, so the scale opens it. */
function placeOf(peak: number): number {
  return Math.min(1, Math.max(0, peak) ** 0.4)
}
