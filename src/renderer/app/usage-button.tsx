import { Popover } from '@base-ui/react/popover'
import { useState } from 'react'
import type { CostEstimate } from '../../shared/usage/prices'
import { sumOf, type TokenUsage } from '../../shared/usage/token-usage'
import { useI18n } from '../i18n/i18n-provider'
import { FloatingPanel } from '../ui/floating-panel'
import { dollars, shortCount } from '../ui/format'
import { whenWanted } from '../ui/when-wanted'
import { PartNotLoaded } from './not-loaded'
import styles from './usage-button.module.css'

interface UsageProps {
  readonly usage: TokenUsage
  readonly cost: CostEstimate | null
  /** the numbers come from a recording */
  readonly recorded: boolean
  readonly narrow: boolean
}

const UsageDetails = whenWanted(async () => (await import('./usage-details')).UsageDetails, { failed: PartNotLoaded })

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
        <UsageDetails {...{ usage, cost, amount, recorded }} />
      </FloatingPanel>
    </Popover.Root>
  )
}
