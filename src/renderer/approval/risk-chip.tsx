import { Circle, Square, TriangleAlert } from 'lucide-react'
import type { Risk } from '../../shared/approvals/approval'
import { useI18n } from '../i18n/i18n-provider'
import styles from './risk-chip.module.css'

/** The risk of a call: a shape of its own, always with the word. */
export function RiskChip({ risk }: { readonly risk: Risk }) {
  const i18n = useI18n()
  return (
    <span className={`${styles.chip} ${styles[risk]}`}>
      <RiskGlyph risk={risk} />
      {i18n.t(`risk.${risk}`)}
    </span>
  )
}

/** The risk in one word with its shape, for lists. */
export function RiskMark({ risk }: { readonly risk: Risk }) {
  const i18n = useI18n()
  return (
    <span className={`${styles.chip} ${styles[`${risk}Mark`]}`}>
      <RiskGlyph risk={risk} />
      {i18n.t(`risk.word.${risk}`)}
    </span>
  )
}

function RiskGlyph({ risk }: { readonly risk: Risk }) {
  const face = { size: 12, strokeWidth: 2.2, 'aria-hidden': true } as const
  if (risk === 'high') return <TriangleAlert {...face} />
  return risk === 'medium' ? <Square {...face} /> : <Circle {...face} />
}
