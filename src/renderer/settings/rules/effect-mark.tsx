import { Ban, Check, CircleQuestionMark } from 'lucide-react'
import type { PolicyEffect } from '../../../shared/approvals/policy-rule'
import { useI18n } from '../../i18n/i18n-provider'
import styles from './effect-mark.module.css'

/** The effect of a rule: a shape of its own and the word. */
export function EffectMark({ effect }: { readonly effect: PolicyEffect }) {
  const i18n = useI18n()
  const face = { size: 14, strokeWidth: 2.2, 'aria-hidden': true } as const
  return (
    <span className={`${styles.mark} ${styles[effect]}`}>
      {effect === 'allow' ? <Check {...face} /> : effect === 'ask' ? <CircleQuestionMark {...face} /> : <Ban {...face} />}
      {i18n.t(`effect.${effect}`)}
    </span>
  )
}
