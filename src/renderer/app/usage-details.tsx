import type { CostEstimate } from '../../shared/usage/prices'
import { sumOf, type TokenUsage } from '../../shared/usage/token-usage'
import { useI18n } from '../i18n/i18n-provider'
import { dayOf, wholeNumber } from '../ui/format'
import styles from './usage-details.module.css'

interface UsageDetailsProps {
  readonly usage: TokenUsage
  readonly cost: CostEstimate | null
  /** the cost as it is written in the bar; null if it is unknown */
  readonly amount: string | null
  /** the numbers come from a recording */
  readonly recorded: boolean
}

const MODALITIES = ['text', 'audio', 'image', 'video'] as const

/** The tokens by kind, and how far their cost can be known. */
export function UsageDetails({ usage, cost, amount, recorded }: UsageDetailsProps) {
  const i18n = useI18n()
  return (
    <>
      <UsageTable usage={usage} />
      <p className={styles.cost}>{amount === null ? i18n.t('usage.costUnknown') : i18n.t('usage.cost', { cost: amount })}</p>
      {cost?.partial === true && <p className={styles.note}>{i18n.t('usage.costPartial')}</p>}
      {cost !== null && <p className={styles.note}>{i18n.t('usage.costNote', { date: dayOf(cost.pricesOf, i18n.locale) })}</p>}
      {recorded && <p className={styles.note}>{i18n.t('usage.recorded')}</p>}
    </>
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
