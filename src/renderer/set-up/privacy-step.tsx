import { Cloud, CloudOff, HardDrive, KeyRound, Mic, ShieldCheck, VolumeX } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useWords } from '../i18n/words'
import { useApp } from '../state/context'
import { type StepProps, StepTitle } from './step'
import styles from './step.module.css'

/** What leaves the computer, what stays on it, and where it lies: in plain words, and only what holds here. */
export function PrivacyStep({ ready }: StepProps) {
  const words = useWords()
  const key = useApp((state) => state.key)
  const tokens = useApp((state) => state.settings.tokenAddress !== '')
  const demo = key.source === 'none' && !tokens
  useEffect(() => ready(true))
  const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const
  return (
    <>
      <StepTitle title={words.say('setUp.privacy.title')} line={words.say('setUp.privacy.line')} />
      <ul className={styles.facts}>
        {demo ? (
          <Fact icon={<CloudOff {...icon} />}>{words.say('setUp.privacy.demo')}</Fact>
        ) : (
          <Fact icon={<Cloud {...icon} />}>{words.say('setUp.privacy.voice')}</Fact>
        )}
        <Fact icon={<Mic {...icon} />}>{words.say('setUp.privacy.microphone')}</Fact>
        <Fact icon={<ShieldCheck {...icon} />}>{words.say('setUp.privacy.tools')}</Fact>
        <Fact icon={<HardDrive {...icon} />}>{words.say('setUp.privacy.kept')}</Fact>
        {!demo && (
          <Fact icon={<KeyRound {...icon} />}>
            {words.say(key.storage === 'keyring' ? 'setUp.privacy.keyring' : 'setUp.privacy.memory')}
          </Fact>
        )}
        <Fact icon={<VolumeX {...icon} />}>{words.say('setUp.privacy.telemetry')}</Fact>
      </ul>
    </>
  )
}

function Fact({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <li>
      {icon}
      <span>{children}</span>
    </li>
  )
}
