import type { TurnFacts } from '../../shared/inspector/turn-log'
import { estimateCost } from '../../shared/usage/prices'
import { addUsage, type ModalityCounts, type TokenUsage } from '../../shared/usage/token-usage'
import { useI18n } from '../i18n/i18n-provider'
import { dollars, wholeNumber } from '../ui/format'
import styles from './panels.module.css'

/** The tokens that each turn read and wrote, and their cost. */
export function TokenPanel({ turns, chosen }: { readonly turns: readonly TurnFacts[]; readonly chosen: number | null }) {
  const i18n = useI18n()
  const counted = turns.flatMap(({ number, usage, model }) =>
    usage === null ? [] : [{ number, usage, cost: estimateCost(model, usage)?.dollars ?? null }],
  )
  const [first, ...more] = counted
  if (first === undefined) return <p className={styles.none}>{i18n.t('inspector.noTokens')}</p>
  const total = more.reduce((sum, { usage }) => addUsage(sum, usage), first.usage)
  const costs = counted.map(({ cost }) => cost)
  const whole = costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)
  return (
    <table className={styles.tokens}>
      <thead>
        <tr>
          <th scope="col">{i18n.t('inspector.turn')}</th>
          {(['read', 'written'] as const).flatMap((way) =>
            (['text', 'speech', ...(way === 'read' ? (['pictures'] as const) : [])] as const).map((what) => (
              <th key={`${way} ${what}`} scope="col">
                {i18n.t(`inspector.${way}`)} {i18n.t(`inspector.${what}`)}
              </th>
            )),
          )}
          <th scope="col">{i18n.t('inspector.thoughts')}</th>
          <th scope="col">{i18n.t('inspector.cost')}</th>
        </tr>
      </thead>
      <tbody>
        {counted.map(({ number, usage, cost }) => (
          <Counted key={number} name={String(number)} usage={usage} cost={cost} look={number === chosen ? styles.chosen : undefined} />
        ))}
      </tbody>
      <tfoot>
        <Counted name={i18n.t('inspector.total')} usage={total} cost={whole} look={styles.total} />
      </tfoot>
    </table>
  )
}

interface CountedProps {
  readonly name: string
  readonly usage: TokenUsage
  readonly cost: number | null
  readonly look: string | undefined
}

function Counted({ name, usage: { input, output, thoughts }, cost, look }: CountedProps) {
  const i18n = useI18n()
  const pictures = ({ image, video }: ModalityCounts): number => image + video
  const cells = [input.text, input.audio, pictures(input), output.text + pictures(output), output.audio, thoughts]
  return (
    <tr className={look}>
      <th scope="row">{name}</th>
      {cells.map((count, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
        <td key={index}>{wholeNumber(count, i18n.locale)}</td>
      ))}
      <td>{cost === null ? i18n.t('inspector.noPrice') : dollars(cost, i18n.locale)}</td>
    </tr>
  )
}
