import { Check, TimerOff, TriangleAlert, Undo2, X } from 'lucide-react'
import type { Approval } from '../../shared/approvals/approval'
import { makeVisible } from '../../shared/text/make-visible'
import { useWords } from '../i18n/words'
import type { AppState } from '../state/app-state'
import { useServices } from '../state/context'
import { timeOfDay } from '../ui/format'
import styles from './questions-panel.module.css'

const SHOWN = 3

/** The last questions that were decided today, and the way to the whole trail. */
export function DecidedCalls({ approvals, now }: { readonly approvals: AppState['approvals']; readonly now: number }) {
  const words = useWords()
  const { actions } = useServices()
  const today = new Date(now).setHours(0, 0, 0, 0)
  const decided = Object.values(approvals)
    .filter((approval) => (approval.decidedAt ?? 0) >= today)
    .sort((left, right) => (right.decidedAt ?? 0) - (left.decidedAt ?? 0))
    .slice(0, SHOWN)
  return (
    <section className={styles.decided} aria-label={words.say('panel.decided')}>
      <div className={styles.decidedTop}>
        <h3 className={styles.decidedHead}>{words.say(decided.length === 0 ? 'panel.noneDecided' : 'panel.decided')}</h3>
        <button type="button" className={styles.link} onClick={() => actions.showSettings('audit')}>
          {words.say('audit.open')}
        </button>
      </div>
      <ul>
        {decided.map((approval) => (
          <li key={approval.approvalId} className={styles.decidedRow}>
            <DecisionMark state={approval.state} />
            <span className={styles.decidedWords}>
              <code>{makeVisible(approval.toolName)}</code> {words.say(`tool.mark.${decisionWord(approval.state)}`)}
              {approval.editedInput !== null && words.say('panel.edited')}
            </span>
            <span className={styles.time}>{timeOfDay(approval.decidedAt ?? 0, words.language)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function decisionWord(state: Approval['state']): 'allowed' | 'denied' | 'expired' | 'withdrawn' | 'failed' {
  if (state === 'denied' || state === 'expired' || state === 'withdrawn' || state === 'failed') return state
  return 'allowed'
}

function DecisionMark({ state }: { readonly state: Approval['state'] }) {
  const face = { size: 13, strokeWidth: 2.2, 'aria-hidden': true } as const
  switch (decisionWord(state)) {
    case 'denied':
      return <X {...face} />
    case 'expired':
      return <TimerOff {...face} />
    case 'withdrawn':
      return <Undo2 {...face} />
    case 'failed':
      return <TriangleAlert {...face} />
    case 'allowed':
      return <Check {...face} />
  }
}
