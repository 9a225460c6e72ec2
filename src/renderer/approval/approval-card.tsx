import { CornerDownLeft, Scale } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Approval } from '../../shared/approvals/approval'
import { makeVisible } from '../../shared/text/make-visible'
import { useWords } from '../i18n/words'
import { useServices } from '../state/context'
import { Button } from '../ui/button'
import { focusComposer } from '../ui/focus-composer'
import { KeyCap } from '../ui/key-cap'
import { richText } from '../ui/rich-text'
import { useNow } from '../ui/use-now'
import { useLayout } from '../ui/use-width'
import { QuestionGlyph } from '../voice/state-glyph'
import styles from './approval-card.module.css'
import { ArgumentBox } from './argument-box'
import { Countdown } from './countdown'
import { moveBetweenCards } from './move-between-cards'
import { RiskChip } from './risk-chip'
import { useCardFocus } from './use-card-focus'

/** A key pressed before the question could be read does not answer it. */
const DEAF_MS = 500

/**
 * One open question: the whole call, why it is asked and what happens on silence. Enter presses the focused button, D
 * denies, the arrows go to the other cards, Esc leaves the card and answers nothing.
 */
export function ApprovalCard({ approval }: { readonly approval: Approval }) {
  const words = useWords()
  const { actions } = useServices()
  const titleId = useId()
  const narrow = useLayout() === 'column'
  const now = useNow(1000, true)
  const armed = useArmed(approval.approvalId)
  const [answer, setAnswer] = useState<'none' | 'sending'>('none')
  const [refusal, setRefusal] = useState<string | null>(null)
  const card = useRef<HTMLElement>(null)
  const safeIsDeny = approval.risk === 'high'

  useCardFocus(card, approval.approvalId)

  const decide = async (approved: boolean) => {
    if ((approved && !armed) || answer === 'sending') return
    setAnswer('sending')
    setRefusal(null)
    const reply = await actions.decide(approval, approved)
    setAnswer('none')
    if (!reply.ok) setRefusal(reply.error.message)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented) return
    if (!armed) {
      if (event.key !== 'Tab') event.preventDefault()
      return
    }
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === 'Escape') {
      event.preventDefault()
      focusComposer()
    } else if (event.key === 'd' || event.key === 'D') {
      event.preventDefault()
      if (!event.repeat) void decide(false)
    } else moveBetweenCards(event)
  }

  return (
    <article
      className={`${styles.card} ${armed ? '' : styles.deaf}`}
      aria-labelledby={titleId}
      data-approval={approval.approvalId}
      data-deaf={armed ? undefined : ''}
      tabIndex={-1}
      ref={card}
      onKeyDown={onKeyDown}
    >
      <div className={styles.body}>
        <div className={styles.head}>
          <QuestionGlyph size={24} />
          <h2 className={styles.title} id={titleId}>
            {makeVisible(approval.question[words.language])}
          </h2>
          {!narrow && <Countdown approval={approval} now={now} />}
        </div>
        <p className={styles.facts}>
          <RiskChip risk={approval.risk} />
          <code className={styles.tool}>{makeVisible(approval.toolName)}</code>
          {approval.destination !== '' && <span>{words.say('card.goesTo', { destination: makeVisible(approval.destination) })}</span>}
        </p>
        <ArgumentBox input={approval.input} />
        <p className={styles.because}>
          <Scale size={14} strokeWidth={2} aria-hidden />
          <span>
            {richText(words.say('card.because', { number: approval.rule.number, name: approval.rule.name[words.language] }), (name) => (
              <em>{name}</em>
            ))}
          </span>
        </p>
        {refusal !== null && (
          <p className={styles.refusal} role="alert">
            {words.say('card.failed', { reason: refusal })}
          </p>
        )}
      </div>
      <div className={styles.foot}>
        {narrow && (
          <span className={styles.footTime}>
            <Countdown approval={approval} now={now} />
          </span>
        )}
        <div className={styles.buttons}>
          <Button
            data-answer="deny"
            data-safe={safeIsDeny || undefined}
            aria-disabled={answer === 'sending'}
            onClick={() => void decide(false)}
          >
            {words.say('card.deny')}
            {!narrow && <KeyCap name="D" />}
          </Button>
          <Button
            look="ink"
            data-answer="allow"
            data-safe={!safeIsDeny || undefined}
            aria-disabled={!armed || answer === 'sending'}
            onClick={() => void decide(true)}
          >
            {words.say('card.allowOnce')}
            {!narrow && (
              <span className={styles.enter}>
                <CornerDownLeft size={11} strokeWidth={2.4} aria-hidden />
              </span>
            )}
          </Button>
        </div>
      </div>
    </article>
  )
}

/** False for the first moments of a question, so that a key meant for something else can't answer it. */
function useArmed(approvalId: string): boolean {
  const [armedFor, setArmedFor] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setArmedFor(approvalId), DEAF_MS)
    return () => clearTimeout(timer)
  }, [approvalId])
  return armedFor === approvalId
}
