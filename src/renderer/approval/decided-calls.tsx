import { Check, TimerOff, TriangleAlert, Undo2, X } from 'lucide-react'
import type { Approval } from '../../shared/approvals/approval'
import { makeVisible } from '../../shared/text/make-visible'
import { useWords } from '../i18n/words'
import type { AppState } from '../state/app-state'
import { timeOfDay } from '../ui/format'
import styles from './questions-panel.module.css'

const SHOWN = 3

/** The last decided questions that this window knows of. */
export function DecidedCalls({ approvals }: { readonly approvals: AppState['approvals'] }) {
  const words = useWords()
  const decided = Object.values(approvals)
    .filter((approval) => approval.decidedAt !== null)
    .sort((left, right) => (right.decidedAt ?? 0) - (left.decidedAt ?? 0))
    .slice(0, SHOWN)
  if (decided.length === 0) return null
  return (
    <section className={styles.decided} aria-label={words.say('panel.decided')}>
      <h3 className={styles.decidedHead}>{words.say('panel.decided')}</h3>
      <ul>
        {decided.map((approval) => (
          <li key={approval.approvalId} className={styles.decidedRow}>
            <DecisionMark state={approval.state} />
            <span className={styles.decidedWords}>
              <code>{makeVisible(approval.toolName)}</code> {words.say(`tool.mark.${decisionWord(approval.state)}`)}
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
