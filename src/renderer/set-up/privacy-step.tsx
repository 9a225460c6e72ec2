import { Cloud, CloudOff, HardDrive, KeyRound, Mic, ShieldCheck, VolumeX } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useI18n } from '../i18n/i18n-provider'
import { useApp } from '../state/context'
import { type StepProps, StepTitle } from './step'
import styles from './step.module.css'

/** What leaves the computer, what stays on it, and where it is stored: in plain words, and only what applies here. */
export function PrivacyStep({ ready }: StepProps) {
  const i18n = useI18n()
  const key = useApp((state) => state.key)
  const tokens = useApp((state) => state.settings.tokenAddress !== '')
  const demo = key.source === 'none' && !tokens
  useEffect(() => ready(true))
  const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const
  return (
    <>
      <StepTitle title={i18n.t('setUp.privacy.title')} line={i18n.t('setUp.privacy.line')} />
      <ul className={styles.facts}>
        {demo ? (
          <Fact icon={<CloudOff {...icon} />}>{i18n.t('setUp.privacy.demo')}</Fact>
        ) : (
          <Fact icon={<Cloud {...icon} />}>{i18n.t('setUp.privacy.voice')}</Fact>
        )}
        <Fact icon={<Mic {...icon} />}>{i18n.t('setUp.privacy.microphone')}</Fact>
        <Fact icon={<ShieldCheck {...icon} />}>{i18n.t('setUp.privacy.tools')}</Fact>
        <Fact icon={<HardDrive {...icon} />}>{i18n.t('setUp.privacy.kept')}</Fact>
        {!demo && (
          <Fact icon={<KeyRound {...icon} />}>{i18n.t(key.storage === 'keyring' ? 'setUp.privacy.keyring' : 'setUp.privacy.memory')}</Fact>
        )}
        <Fact icon={<VolumeX {...icon} />}>{i18n.t('setUp.privacy.telemetry')}</Fact>
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
