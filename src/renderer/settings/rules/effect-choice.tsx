import { useId } from 'react'
import type { PolicyEffect } from '../../../shared/approvals/policy-rule'
import { useWords } from '../../i18n/words'
import styles from './effect-choice.module.css'

const EFFECTS = ['allow', 'ask', 'deny'] as const satisfies readonly PolicyEffect[]

interface EffectChoiceProps {
  readonly label: string
  readonly value: PolicyEffect
  onChange(value: PolicyEffect): void
}

/** Allow, Ask or Deny: a radio group in three parts, one tab stop, arrows inside. */
export function EffectChoice({ label, value, onChange }: EffectChoiceProps) {
  const words = useWords()
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
          {words.say(`effect.${effect}`)}
        </label>
      ))}
    </div>
  )
}
