import type { Approval } from '../../shared/approvals/approval'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import type { AppState } from '../state/app-state'
import { useServices } from '../state/context'
import { CallMark } from '../ui/call-mark'
import { timeOfDay } from '../ui/format'
import styles from './decided-calls.module.css'

const SHOWN = 3

/** The latest approvals decided today, and a link to the whole audit trail. */
export function DecidedCalls({ approvals, now }: { readonly approvals: AppState['approvals']; readonly now: number }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const today = new Date(now).setHours(0, 0, 0, 0)
  const decided = Object.values(approvals)
    .filter((approval) => (approval.decidedAt ?? 0) >= today)
    .sort((left, right) => (right.decidedAt ?? 0) - (left.decidedAt ?? 0))
    .slice(0, SHOWN)
  return (
    <section className={styles.decided} aria-label={i18n.t('panel.decided')}>
      <div className={styles.top}>
        <h3 className={styles.heading}>{i18n.t(decided.length === 0 ? 'panel.noneDecided' : 'panel.decided')}</h3>
        <button type="button" className={styles.link} onClick={() => actions.showSettings('audit')}>
          {i18n.t('audit.open')}
        </button>
      </div>
      <ul>
        {decided.map((approval) => (
          <DecidedCall key={approval.approvalId} approval={approval} />
        ))}
      </ul>
    </section>
  )
}

function DecidedCall({ approval }: { readonly approval: Approval }) {
  const i18n = useI18n()
  const decision = decisionOf(approval)
  return (
    <li className={styles.row}>
      <CallMark state={decision === 'allowed' ? 'done' : decision} size={13} />
      <span className={styles.words}>
        <code>{makeVisible(approval.toolName)}</code> {i18n.t(`tool.mark.${decision}`)}
        {approval.editedInput !== null && i18n.t('panel.edited')}
      </span>
      <span className={styles.time}>{timeOfDay(approval.decidedAt ?? 0, i18n.locale)}</span>
    </li>
  )
}

function decisionOf({ state }: Approval): 'allowed' | 'denied' | 'expired' | 'withdrawn' | 'failed' {
  if (state === 'denied' || state === 'expired' || state === 'withdrawn' || state === 'failed') return state
  return 'allowed'
}
