import { PanelRightClose } from 'lucide-react'
import { useState } from 'react'
import type { Approval } from '../../shared/approvals/approval'
import { makeVisible } from '../../shared/text/make-visible'
import { WindowButtons } from '../app/window-buttons'
import { useCaps } from '../commands/use-caps'
import { useWords } from '../i18n/words'
import { openQuestions } from '../state/apply-event'
import { useApp, useServices } from '../state/context'
import { Button, IconButton } from '../ui/button'
import { KeyCap } from '../ui/key-cap'
import { shownTitle } from '../ui/shown-title'
import { useNow } from '../ui/use-now'
import { Countdown } from './countdown'
import { DecidedCalls } from './decided-calls'
import styles from './questions-panel.module.css'
import { RiskChip } from './risk-chip'
import { useGoToQuestion } from './use-go-to-question'

/** All open questions, the one that ends first on top. Without its arguments in view a question can be denied or reviewed, not allowed. */
export function QuestionsPanel({ withWindowButtons }: { readonly withWindowButtons: boolean }) {
  const words = useWords()
  const { actions } = useServices()
  const approvals = useApp((state) => state.approvals)
  const { caps } = useCaps('nextQuestion')
  const questions = openQuestions(approvals)
  const now = useNow(1000, questions.length > 0)
  return (
    <aside className={styles.panel} aria-label={words.say('region.panel')} data-region="panel">
      <div className={styles.head}>
        <h2 className={styles.heading}>
          {words.say('panel.questions')} {questions.length > 0 && <span className={styles.count}>{questions.length}</span>}
        </h2>
        <IconButton label={words.say('app.close')} onClick={() => actions.showQuestions(false)}>
          <PanelRightClose size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
        {withWindowButtons && <WindowButtons />}
      </div>
      <div className={styles.list}>
        {questions.length === 0 ? (
          <p className={styles.none}>{words.say('panel.none')}</p>
        ) : (
          <ul className={styles.questions}>
            {questions.map((approval) => (
              <QuestionRow key={approval.approvalId} approval={approval} now={now} />
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
            {words.say('panel.next')}
          </span>
          <DenyAll questions={questions} />
        </div>
      )}
    </aside>
  )
}

function QuestionRow({ approval, now }: { readonly approval: Approval; readonly now: number }) {
  const words = useWords()
  const { actions } = useServices()
  const goTo = useGoToQuestion()
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
        <h3 className={styles.title}>{makeVisible(words.of(approval.question))}</h3>
        <Countdown approval={approval} now={now} short />
      </div>
      <p className={styles.where}>
        {here
          ? words.say('panel.thisConversation', { number })
          : words.say('panel.otherConversation', { title: shownTitle(title, words), number })}
      </p>
      <div className={styles.questionFoot}>
        <RiskChip risk={approval.risk} />
        <span className={styles.buttons}>
          <Button small onClick={() => void deny()}>
            {words.say('card.deny')}
          </Button>
          <Button small onClick={() => void goTo(approval)}>
            {words.say('panel.review')}
          </Button>
        </span>
      </div>
      {refusal !== null && (
        <p className={styles.refusal} role="alert">
          {words.say('card.failed', { reason: refusal })}
        </p>
      )}
    </li>
  )
}

function DenyAll({ questions }: { readonly questions: readonly Approval[] }) {
  const words = useWords()
  const { actions } = useServices()
  const [refusal, setRefusal] = useState<string | null>(null)
  return (
    <>
      <Button small look="plain" onClick={() => void actions.decideAll(questions, false).then(setRefusal)}>
        {words.count('panel.denyAll', questions.length)}
      </Button>
      {refusal !== null && (
        <p className={styles.refusal} role="alert">
          {words.say('card.failed', { reason: refusal })}
        </p>
      )}
    </>
  )
}
