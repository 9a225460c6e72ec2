import { Ban, Check, CircleQuestionMark } from 'lucide-react'
import type { PolicyEffect } from '../../../shared/approvals/policy-rule'
import { useWords } from '../../i18n/words'
import styles from './effect-mark.module.css'

/** What a rule decides: a shape of its own and the word. */
export function EffectMark({ effect }: { readonly effect: PolicyEffect }) {
  const words = useWords()
  const face = { size: 14, strokeWidth: 2.2, 'aria-hidden': true } as const
  return (
    <span className={`${styles.mark} ${styles[effect]}`}>
      {effect === 'allow' ? <Check {...face} /> : effect === 'ask' ? <CircleQuestionMark {...face} /> : <Ban {...face} />}
      {words.say(`effect.${effect}`)}
    </span>
  )
}
