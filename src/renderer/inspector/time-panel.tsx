import { TriangleAlert } from 'lucide-react'
import type { TurnFacts } from '../../shared/inspector/turn-log'
import { type Span, waterfallOf } from '../../shared/inspector/turn-spans'
import { useI18n } from '../i18n/i18n-provider'
import { duration } from '../ui/format'
import styles from './panels.module.css'

/** Part of the width for bars, so that every number fits after its bar. */
const SHARE = 0.72

/** How the time of one turn was spent, phase by phase; phases over their budget are marked. */
export function TimePanel({ turn }: { readonly turn: TurnFacts | null }) {
  const i18n = useI18n()
  const { spans, length, toFirstSound } = waterfallOf(turn?.times ?? {}, turn?.heard)
  if (spans.length === 0) return <p className={styles.none}>{i18n.t('inspector.noTimes')}</p>
  const scale = length / SHARE
  const step = niceStep(scale)
  const ticks = Array.from({ length: Math.floor(scale / step) + 1 }, (_, index) => index * step)
  const place = (milliseconds: number): string => `${(milliseconds / Math.max(1, scale)) * 100}%`
  return (
    <div className={styles.time}>
      {toFirstSound !== null && <p className={styles.fact}>{i18n.t('inspector.toFirstSound', { time: duration(toFirstSound) })}</p>}
      <ul className={styles.spans}>
        {spans.map((span) => (
          <li key={span.name} className={styles.span}>
            <span className={styles.spanName}>{i18n.t(`inspector.span.${span.name}`)}</span>
            <span className={styles.track}>
              {span.pieces.map(({ from, to }) => (
                <span key={from} className={`${styles.bar} ${styles[span.side]}`} style={{ left: place(from), width: place(to - from) }} />
              ))}
              <span className={styles.spanTime} style={{ left: place(span.to) }}>
                <SpanTime span={span} />
              </span>
            </span>
          </li>
        ))}
        <li className={styles.span} aria-hidden="true">
          <span className={styles.spanName} />
          <span className={styles.axis}>
            {ticks.map((tick) => (
              <span key={tick} className={styles.tick} style={{ left: place(tick) }}>
                {tick === 0 ? '0' : `${(tick / 1000).toFixed(step < 1000 ? 1 : 0)} s`}
              </span>
            ))}
          </span>
        </li>
      </ul>
    </div>
  )
}

function SpanTime({ span: { took, budget } }: { readonly span: Span }) {
  const i18n = useI18n()
  if (budget === null) return duration(took)
  if (took <= budget)
    return (
      <>
        <b>{duration(took)}</b> · {i18n.t('inspector.budget', { milliseconds: budget })}
      </>
    )
  return (
    <span className={styles.over}>
      <TriangleAlert size={13} strokeWidth={2} aria-hidden />
      <b>{duration(took)}</b> · {i18n.t('inspector.overBudget', { milliseconds: budget })}
    </span>
  )
}

/** An axis step that gives four to eight steps. */
function niceStep(length: number): number {
  const steps = [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 60_000, 120_000, 300_000]
  return steps.find((step) => length / step <= 7) ?? 600_000
}
