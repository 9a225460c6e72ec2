import { PanelRightClose } from 'lucide-react'
import { useState } from 'react'
import type { Approval } from '../../shared/approvals/approval'
import { makeVisible } from '../../shared/text/make-visible'
import { WindowButtons } from '../app/window-buttons'
import { useCaps } from '../commands/use-caps'
import { useI18n } from '../i18n/i18n-provider'
import { openApprovals } from '../state/apply-event'
import { useApp, useServices } from '../state/context'
import { Button, IconButton } from '../ui/button'
import { KeyCap } from '../ui/key-cap'
import { shownTitle } from '../ui/shown-title'
import { useNow } from '../ui/use-now'
import styles from './approvals-panel.module.css'
import { Countdown } from './countdown'
import { DecidedCalls } from './decided-calls'
import { ElicitationRow } from './elicitation-row'
import { RiskChip } from './risk-chip'
import { useGoToApproval } from './use-go-to-approval'

/**
 * All open approvals, the one that expires first on top. Without its arguments in view an approval can be denied or
 * reviewed, not allowed.
 */
export function ApprovalsPanel({ withWindowButtons }: { readonly withWindowButtons: boolean }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const approvals = useApp((state) => state.approvals)
  const { caps } = useCaps('nextQuestion')
  const elicitations = useApp((state) => state.elicitations)
  const questions = openApprovals(approvals)
  const waiting = questions.length + elicitations.length
  const now = useNow(1000, waiting > 0)
  return (
    <aside className={styles.panel} aria-label={i18n.t('region.panel')} data-region="panel">
      <div className={styles.head}>
        <h2 className={styles.heading}>
          {i18n.t('panel.questions')} {waiting > 0 && <span className={styles.count}>{waiting}</span>}
        </h2>
        <IconButton label={i18n.t('app.close')} onClick={() => actions.showQuestions(false)}>
          <PanelRightClose size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
        {withWindowButtons && <WindowButtons />}
      </div>
      <div className={styles.list}>
        {waiting === 0 ? (
          <p className={styles.none}>{i18n.t('panel.none')}</p>
        ) : (
          <ul className={styles.questions}>
            {questions.map((approval) => (
              <QuestionRow key={approval.approvalId} approval={approval} now={now} />
            ))}
            {elicitations.map((elicitation) => (
              <ElicitationRow key={elicitation.elicitationId} elicitation={elicitation} now={now} />
            ))}
          </ul>
        )}
        <DecidedCalls approvals={approvals} now={now} />
      </div>
      {questions.length > 0 && (
        <div className={styles.foot}>
          <span className={styles.hint}>
            {caps.map((key) => (
              <KeyCap key={key} name={key} />
            ))}
            {i18n.t('panel.next')}
          </span>
          <DenyAll questions={questions} />
        </div>
      )}
    </aside>
  )
}

function QuestionRow({ approval, now }: { readonly approval: Approval; readonly now: number }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const goTo = useGoToApproval()
  const [refusal, setRefusal] = useState<string | null>(null)
  const here = useApp((state) => state.currentConversationId === approval.conversationId)
  const title = useApp((state) => state.conversations.find((one) => one.conversationId === approval.conversationId)?.title ?? '')
  const number = approval.rule.number
  const deny = async () => {
    const reply = await actions.decide(approval, false)
    setRefusal(reply.ok ? null : reply.error.message)
  }
  return (
    <li className={`${styles.question} ${here ? styles.here : ''}`}>
      <div className={styles.questionHead}>
        <h3 className={styles.title}>{makeVisible(i18n.of(approval.question))}</h3>
        <Countdown approval={approval} now={now} short />
      </div>
      <p className={styles.where}>
        {here
          ? i18n.t('panel.thisConversation', { number })
          : i18n.t('panel.otherConversation', { title: shownTitle(title, i18n), number })}
      </p>
      <div className={styles.questionFoot}>
        <RiskChip risk={approval.risk} />
        <span className={styles.buttons}>
          <Button small onClick={() => void deny()}>
            {i18n.t('card.deny')}
          </Button>
          <Button small onClick={() => void goTo(approval)}>
            {i18n.t('panel.review')}
          </Button>
        </span>
      </div>
      {refusal !== null && (
        <p className={styles.refusal} role="alert">
          {i18n.t('card.failed', { reason: refusal })}
        </p>
      )}
    </li>
  )
}

function DenyAll({ questions }: { readonly questions: readonly Approval[] }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const [refusal, setRefusal] = useState<string | null>(null)
  return (
    <>
      <Button small look="plain" onClick={() => void actions.decideAll(questions, false).then(setRefusal)}>
        {i18n.count('panel.denyAll', questions.length)}
      </Button>
      {refusal !== null && (
        <p className={styles.refusal} role="alert">
          {i18n.t('card.failed', { reason: refusal })}
        </p>
      )}
    </>
  )
}
