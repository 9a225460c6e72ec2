import { ArrowUpRight, ChevronDown, ChevronUp, Scale } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Approval } from '../../shared/approvals/approval'
import type { Remember } from '../../shared/approvals/policy-rule'
import { ruleNameText } from '../../shared/approvals/rule-name'
import type { Client } from '../../shared/ipc/client'
import type { TalkState } from '../../shared/ipc/schemas'
import { makeVisible } from '../../shared/text/make-visible'
import { ACCIDENTAL_INPUT_MS } from '../approval/accidental-input-delay'
import { ArgumentBox } from '../approval/argument-box'
import { CopiedNotes } from '../approval/copied-notes'
import { Countdown } from '../approval/countdown'
import { moreAnswers, rememberedHere } from '../approval/more-answers'
import { RiskChip } from '../approval/risk-chip'
import { useI18n } from '../i18n/i18n-provider'
import { Button, IconButton } from '../ui/button'
import { richText } from '../ui/rich-text'
import { useTick } from '../ui/use-now'
import { MoreList } from './more-list'
import styles from './overlay.module.css'
import { TalkDisc } from './talk-disc'

/** The maximum height of the arguments, in pixels; longer ones are read in the main window. */
const MOST = 260

interface QuestionBodyProps {
  readonly question: Approval
  readonly talk: TalkState
  readonly client: Client
  onBack(): void
}

/**
 * An approval with all of its arguments. Allow is only offered if all of them are visible, and no answer counts before
 * the user could have read them; anything that needs text or limits is in the main window.
 */
export function ApprovalBody({ question, talk, client, onBack }: QuestionBodyProps) {
  const i18n = useI18n()
  const now = useTick(Date.now, 1000, true)
  const box = useRef<HTMLDivElement>(null)
  const [whole, setWhole] = useState(false)
  const [armed, setArmed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [more, setMore] = useState(false)
  const moreId = useId()
  // a query's plan needs more space than this
  const isQuery = question.toolName === 'execute_sql' || question.toolName === 'query_artifact'

  // the list opens and closes under the pointer: a second click would hit something unread
  useEffect(() => {
    if (armed) return
    const timer = setTimeout(() => setArmed(true), ACCIDENTAL_INPUT_MS)
    return () => clearTimeout(timer)
  }, [armed])
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => setWhole(element.scrollHeight <= MOST && element.querySelector('[data-cut]') === null)
    measure()
    const observer = new ResizeObserver(measure)
    for (const part of [element, ...element.children]) observer.observe(part)
    return () => observer.disconnect()
  }, [])

  const answer = async (approved: boolean, remember?: Remember) => {
    if (!armed || busy) return
    setBusy(true)
    const { approvalId, inputHash } = question
    const reply = await client.call('overlay.answer', { approvalId, inputHash, approved, ...(remember !== undefined && { remember }) })
    setBusy(false)
    setRefusal(reply.ok ? null : reply.error.message)
  }
  const openParley = () => void client.call('overlay.showParley', { approvalId: question.approvalId })
  const mayAllow = whole && !isQuery
  return (
    <article className={styles.question} aria-label={makeVisible(i18n.of(question.question))}>
      <div className={styles.line}>
        <TalkDisc state="waiting" talk={talk} client={client} />
        <div className={styles.about}>
          <h1 className={styles.title}>{makeVisible(i18n.of(question.question))}</h1>
          <p className={styles.facts}>
            <RiskChip risk={question.risk} />
            <Countdown approval={question} now={now} short />
            {question.destination !== '' && <span>{i18n.t('card.goesTo', { destination: makeVisible(question.destination) })}</span>}
          </p>
        </div>
        <IconButton label={i18n.t('overlay.back')} onClick={onBack}>
          <ChevronUp size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </div>
      <div className={styles.arguments} ref={box}>
        <ArgumentBox input={question.input} />
      </div>
      <CopiedNotes copied={question.copied ?? []} className={styles.because} />
      <p className={styles.because}>
        <Scale size={14} strokeWidth={2} aria-hidden />
        <span>
          {richText(
            i18n.t('card.because', { number: question.rule.number, name: makeVisible(ruleNameText(question.rule.name, i18n)) }),
            (name) => (
              <em className={styles.rule}>{name}</em>
            ),
          )}
        </span>
      </p>
      {!mayAllow && <p className={styles.because}>{i18n.t('overlay.tooLong')}</p>}
      {refusal !== null && (
        <p className={styles.refusal} role="alert">
          {i18n.t('card.failed', { reason: refusal })}
        </p>
      )}
      <div id={moreId} hidden={!more || !mayAllow}>
        <MoreList
          disabled={!armed || busy}
          groups={moreAnswers(question, i18n, {
            onAllowHere: () => void answer(true, rememberedHere(question)),
            onAlways: openParley,
            onReason: openParley,
            onAlwaysDeny: () => void answer(false, { scope: 'always', matchers: [] }),
          }).map((answers) => answers.map((one) => (one.run === openParley ? { ...one, line: i18n.t('overlay.opensWindow') } : one)))}
        />
      </div>
      <div className={styles.foot}>
        <Button look={mayAllow ? 'plain' : 'ink'} className={styles.open} onClick={openParley}>
          <ArrowUpRight size={14} strokeWidth={2} aria-hidden />
          {i18n.t('overlay.open')}
        </Button>
        <Button aria-disabled={!armed || busy} onClick={() => void answer(false)}>
          {i18n.t('card.deny')}
        </Button>
        {mayAllow && (
          <span className={styles.split}>
            <Button look="ink" aria-disabled={!armed || busy} onClick={() => void answer(true)}>
              {i18n.t('card.allowOnce')}
            </Button>
            <Button
              look="ink"
              aria-label={i18n.t('more.open')}
              title={i18n.t('more.open')}
              aria-expanded={more}
              aria-controls={moreId}
              onClick={() => {
                setArmed(false)
                setMore(!more)
              }}
            >
              {more ? <ChevronUp size={16} strokeWidth={2} aria-hidden /> : <ChevronDown size={16} strokeWidth={2} aria-hidden />}
            </Button>
          </span>
        )}
      </div>
    </article>
  )
}
