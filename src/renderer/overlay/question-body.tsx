import { ArrowUpRight, ChevronLeft, Scale } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Approval } from '../../shared/approvals/approval'
import type { Client } from '../../shared/ipc/client'
import { makeVisible } from '../../shared/text/make-visible'
import { ArgumentBox } from '../approval/argument-box'
import { Countdown } from '../approval/countdown'
import { DEAF_MS } from '../approval/deaf'
import { RiskChip } from '../approval/risk-chip'
import { useWords } from '../i18n/words'
import { Button, IconButton } from '../ui/button'
import { richText } from '../ui/rich-text'
import { useTick } from '../ui/use-now'
import styles from './overlay.module.css'

/** The highest that the arguments may be, in pixels; longer ones are read in the main window. */
const MOST = 260

interface QuestionBodyProps {
  readonly question: Approval
  readonly client: Client
  onBack(): void
}

/**
 * A question with all of its arguments. Allow stands there only beside the whole of them, and no answer counts before the
 * question could be read; whatever needs more than a yes or no is in the main window.
 */
export function QuestionBody({ question, client, onBack }: QuestionBodyProps) {
  const words = useWords()
  const now = useTick(Date.now, 1000, true)
  const box = useRef<HTMLDivElement>(null)
  const [whole, setWhole] = useState(false)
  const [armed, setArmed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  // the plan of a query needs more room than this
  const isQuery = question.toolName === 'execute_sql' || question.toolName === 'query_artifact'

  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), DEAF_MS)
    return () => clearTimeout(timer)
  }, [])
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => setWhole(element.scrollHeight <= MOST && element.querySelector('[data-cut]') === null)
    measure()
    const observer = new ResizeObserver(measure)
    for (const part of [element, ...element.children]) observer.observe(part)
    return () => observer.disconnect()
  }, [])

  const answer = async (approved: boolean) => {
    if (!armed || busy) return
    setBusy(true)
    const { approvalId, inputHash } = question
    const reply = await client.call('overlay.answer', { approvalId, inputHash, approved })
    setBusy(false)
    setRefusal(reply.ok ? null : reply.error.message)
  }
  const openParley = () => void client.call('overlay.showParley', { approvalId: question.approvalId })
  const mayAllow = whole && !isQuery
  return (
    <article className={styles.question} aria-label={makeVisible(words.of(question.question))}>
      <div className={styles.line}>
        <IconButton label={words.say('overlay.back')} onClick={onBack}>
          <ChevronLeft size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
        <h1 className={styles.title}>{makeVisible(words.of(question.question))}</h1>
        <Countdown approval={question} now={now} short />
      </div>
      <p className={styles.facts}>
        <RiskChip risk={question.risk} />
        {question.destination !== '' && <span>{words.say('card.goesTo', { destination: makeVisible(question.destination) })}</span>}
      </p>
      <div className={styles.arguments} ref={box}>
        <ArgumentBox input={question.input} />
      </div>
      <p className={styles.because}>
        <Scale size={14} strokeWidth={2} aria-hidden />
        <span>
          {richText(words.say('card.because', { number: question.rule.number, name: words.of(question.rule.name) }), (name) => (
            <em className={styles.rule}>{name}</em>
          ))}
        </span>
      </p>
      {!mayAllow && <p className={styles.because}>{words.say('overlay.tooLong')}</p>}
      {refusal !== null && (
        <p className={styles.refusal} role="alert">
          {words.say('card.failed', { reason: refusal })}
        </p>
      )}
      <div className={styles.foot}>
        <Button look={mayAllow ? 'plain' : 'ink'} onClick={openParley}>
          <ArrowUpRight size={14} strokeWidth={2} aria-hidden />
          {words.say('overlay.open')}
        </Button>
        <span className={styles.space} />
        <Button aria-disabled={!armed || busy} onClick={() => void answer(false)}>
          {words.say('card.deny')}
        </Button>
        {mayAllow && (
          <Button look="ink" aria-disabled={!armed || busy} onClick={() => void answer(true)}>
            {words.say('card.allowOnce')}
          </Button>
        )}
      </div>
    </article>
  )
}
