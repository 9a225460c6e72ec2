import { connectionsOf } from '../../shared/inspector/connections'
import type { Inspection } from '../../shared/inspector/inspection'
import { useI18n } from '../i18n/i18n-provider'
import { moveFocusInside } from '../ui/roving'
import { ConnectionPanel } from './connection-panel'
import styles from './inspector.module.css'
import { TimePanel } from './time-panel'
import { TokenPanel } from './token-panel'

const panels = ['time', 'tokens', 'connections'] as const
export type BelowPanel = (typeof panels)[number]

interface BelowProps {
  readonly inspection: Inspection
  readonly turn: number | null
  readonly panel: BelowPanel
  readonly now: number
  onPanel(panel: BelowPanel): void
}

/** Times of the chosen turn, tokens and cost, or the connections. */
export function Below({ inspection, turn, panel, now, onPanel }: BelowProps) {
  const i18n = useI18n()
  const turns = inspection.turns()
  return (
    <div className={styles.below}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons inside */}
      <div className={styles.belowBar} onKeyDown={(event) => moveFocusInside(event, 'button')}>
        {panels.map((name) => (
          <button key={name} type="button" className={styles.belowName} aria-pressed={panel === name} onClick={() => onPanel(name)}>
            {i18n.t(`inspector.${name}`)}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={styles.belowContent} tabIndex={0} aria-label={i18n.t(`inspector.${panel}`)}>
        {panel === 'time' && <TimePanel turn={turns.find(({ number }) => number === turn) ?? null} />}
        {panel === 'tokens' && <TokenPanel turns={turns} chosen={turn} />}
        {panel === 'connections' && <ConnectionPanel connections={connectionsOf(inspection.events())} now={now} />}
      </section>
    </div>
  )
}
