import { useId } from 'react'
import type { PolicyEffect } from '../../../shared/approvals/policy-rule'
import { useI18n } from '../../i18n/i18n-provider'
import styles from './effect-choice.module.css'

const EFFECTS = ['allow', 'ask', 'deny'] as const satisfies readonly PolicyEffect[]

interface EffectChoiceProps {
  readonly label: string
  readonly value: PolicyEffect
  onChange(value: PolicyEffect): void
}

/** Allow, Ask or Deny: a radio group in three parts, one tab stop, arrows inside. */
export function EffectChoice({ label, value, onChange }: EffectChoiceProps) {
  const i18n = useI18n()
  const name = useId()
  return (
    <div className={styles.group} role="radiogroup" aria-label={label}>
      {EFFECTS.map((effect) => (
        <label key={effect} className={styles.part}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={effect}
            checked={value === effect}
            onChange={() => onChange(effect)}
          />
          {i18n.t(`effect.${effect}`)}
        </label>
      ))}
    </div>
  )
}
