import { Popover } from '@base-ui/react/popover'
import { useState } from 'react'
import type { CostEstimate } from '../../shared/usage/prices'
import { sumOf, type TokenUsage } from '../../shared/usage/token-usage'
import { useI18n } from '../i18n/i18n-provider'
import { FloatingPanel } from '../ui/floating-panel'
import { dayOf, dollars, shortCount, wholeNumber } from '../ui/format'
import styles from './usage-button.module.css'

interface UsageProps {
  readonly usage: TokenUsage
  readonly cost: CostEstimate | null
  /** the numbers come from a recording */
  readonly recorded: boolean
  readonly narrow: boolean
}

const MODALITIES = ['text', 'audio', 'image', 'video'] as const

/** Tokens read and written, and their estimated cost; opens a table of them by kind. */
export function UsageButton({ usage, cost, recorded, narrow }: UsageProps) {
  const i18n = useI18n()
  const [trigger, setTrigger] = useState<HTMLElement | null>(null)
  const totals = { in: shortCount(sumOf(usage.input)), out: shortCount(sumOf(usage.output) + usage.thoughts) }
  const amount = cost === null ? null : dollars(cost.dollars, i18n.locale)
  return (
    <Popover.Root>
      <Popover.Trigger ref={setTrigger} className={styles.opener}>
        <span className={styles.tokens}>{i18n.t(narrow ? 'bar.tokensShort' : 'bar.tokens', totals)}</span>
        {amount !== null && (
          <span>
            {cost?.partial === true ? `> ${amount}` : `≈ ${amount}`}
            {recorded && !narrow && <span className={styles.recorded}> {i18n.t('usage.recordedShort')}</span>}
          </span>
        )}
      </Popover.Trigger>
      <FloatingPanel opener={trigger} within="section" side="top" align="end" width="middle" title={i18n.t('usage.title')}>
        <UsageTable usage={usage} />
        <p className={styles.cost}>
          {cost === null || amount === null ? i18n.t('usage.costUnknown') : i18n.t('usage.cost', { cost: amount })}
        </p>
        {cost?.partial === true && <p className={styles.note}>{i18n.t('usage.costPartial')}</p>}
        {cost !== null && <p className={styles.note}>{i18n.t('usage.costNote', { date: dayOf(cost.pricesOf, i18n.locale) })}</p>}
        {recorded && <p className={styles.note}>{i18n.t('usage.recorded')}</p>}
      </FloatingPanel>
    </Popover.Root>
  )
}

function UsageTable({ usage }: { readonly usage: TokenUsage }) {
  const i18n = useI18n()
  const number = (count: number) => wholeNumber(count, i18n.locale)
  const shown = MODALITIES.filter((modality) => usage.input[modality] + usage.output[modality] > 0)
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <td />
          <th scope="col">{i18n.t('usage.read')}</th>
          <th scope="col">{i18n.t('usage.written')}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((modality) => (
          <tr key={modality}>
            <th scope="row">{i18n.t(`usage.${modality}`)}</th>
            <td>{number(usage.input[modality])}</td>
            <td>{number(usage.output[modality])}</td>
          </tr>
        ))}
        {usage.thoughts > 0 && (
          <tr>
            <th scope="row">{i18n.t('usage.thoughts')}</th>
            <td />
            <td>{number(usage.thoughts)}</td>
          </tr>
        )}
        <tr>
          <th scope="row">{i18n.t('usage.total')}</th>
          <td>{number(sumOf(usage.input))}</td>
          <td>{number(sumOf(usage.output) + usage.thoughts)}</td>
        </tr>
      </tbody>
    </table>
  )
}
