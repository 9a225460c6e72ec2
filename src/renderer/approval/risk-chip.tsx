import { Circle, Square, TriangleAlert } from 'lucide-react'
import type { Risk } from '../../shared/approvals/approval'
import { useWords } from '../i18n/words'
import styles from './risk-chip.module.css'

/** The risk of a call: a shape of its own and always the word. */
export function RiskChip({ risk }: { readonly risk: Risk }) {
  const words = useWords()
  return (
    <span className={`${styles.chip} ${styles[risk]}`}>
      <RiskGlyph risk={risk} />
      {words.say(`risk.${risk}`)}
    </span>
  )
}

/** The risk in one word with its shape, for lists. */
export function RiskMark({ risk }: { readonly risk: Risk }) {
  const words = useWords()
  return (
    <span className={`${styles.chip} ${styles[`${risk}Mark`]}`}>
      <RiskGlyph risk={risk} />
      {words.say(`risk.word.${risk}`)}
    </span>
  )
}

function RiskGlyph({ risk }: { readonly risk: Risk }) {
  const face = { size: 12, strokeWidth: 2.2, 'aria-hidden': true } as const
  if (risk === 'high') return <TriangleAlert {...face} />
  return risk === 'medium' ? <Square {...face} /> : <Circle {...face} />
}
