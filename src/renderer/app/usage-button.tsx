import { Popover } from '@base-ui/react/popover'
import { useState } from 'react'
import type { CostEstimate } from '../../shared/usage/prices'
import { sumOf, type TokenUsage } from '../../shared/usage/token-usage'
import { useWords } from '../i18n/words'
import { FloatingPanel } from '../ui/floating-panel'
import { dollars, shortCount, wholeNumber } from '../ui/format'
import styles from './usage-button.module.css'

interface UsageProps {
  readonly usage: TokenUsage
  readonly cost: CostEstimate | null
  /** the numbers are those of a recording */
  readonly recorded: boolean
  readonly narrow: boolean
}

const MODALITIES = ['text', 'audio', 'image', 'video'] as const

/** Tokens read and written, and about what they cost; opens a table of them by kind. */
export function UsageButton({ usage, cost, recorded, narrow }: UsageProps) {
  const words = useWords()
  const [trigger, setTrigger] = useState<HTMLElement | null>(null)
  const totals = { in: shortCount(sumOf(usage.input)), out: shortCount(sumOf(usage.output) + usage.thoughts) }
  const amount = cost === null ? null : dollars(cost.dollars, words.locale)
  return (
    <Popover.Root>
      <Popover.Trigger ref={setTrigger} className={styles.opener}>
        <span>{words.say(narrow ? 'bar.tokensShort' : 'bar.tokens', totals)}</span>
        {amount !== null && <span>{cost?.partial === true ? `> ${amount}` : `≈ ${amount}`}</span>}
      </Popover.Trigger>
      <FloatingPanel opener={trigger} within="section" side="top" align="end" width="middle" title={words.say('usage.title')}>
        <UsageTable usage={usage} />
        <p className={styles.cost}>
          {cost === null || amount === null ? words.say('usage.costUnknown') : words.say('usage.cost', { cost: amount })}
        </p>
        {cost?.partial === true && <p className={styles.note}>{words.say('usage.costPartial')}</p>}
        {cost !== null && <p className={styles.note}>{words.say('usage.costNote', { date: cost.pricesOf })}</p>}
        {recorded && <p className={styles.note}>{words.say('usage.recorded')}</p>}
      </FloatingPanel>
    </Popover.Root>
  )
}

function UsageTable({ usage }: { readonly usage: TokenUsage }) {
  const words = useWords()
  const number = (count: number) => wholeNumber(count, words.locale)
  const shown = MODALITIES.filter((modality) => usage.input[modality] + usage.output[modality] > 0)
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <td />
          <th scope="col">{words.say('usage.read')}</th>
          <th scope="col">{words.say('usage.written')}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((modality) => (
          <tr key={modality}>
            <th scope="row">{words.say(`usage.${modality}`)}</th>
            <td>{number(usage.input[modality])}</td>
            <td>{number(usage.output[modality])}</td>
          </tr>
        ))}
        {usage.thoughts > 0 && (
          <tr>
            <th scope="row">{words.say('usage.thoughts')}</th>
            <td />
            <td>{number(usage.thoughts)}</td>
          </tr>
        )}
        <tr>
          <th scope="row">{words.say('usage.total')}</th>
          <td>{number(sumOf(usage.input))}</td>
          <td>{number(sumOf(usage.output) + usage.thoughts)}</td>
        </tr>
      </tbody>
    </table>
  )
}
