import { Scale } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Approval } from '../../shared/approvals/approval'
import { ruleNameText } from '../../shared/approvals/rule-name'
import { isShortcut } from '../../shared/commands/shortcuts'
import { assertNever } from '../../shared/lib/assert-never'
import type { JsonObject } from '../../shared/lib/json'
import type { Localized } from '../../shared/text/localized'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import type { AnswerDetails } from '../state/actions'
import { useServices } from '../state/context'
import { focusComposer } from '../ui/focus-composer'
import { richText } from '../ui/rich-text'
import { useNow } from '../ui/use-now'
import { useLayout } from '../ui/use-width'
import { whenDrawn } from '../ui/when-drawn'
import { ApprovalGlyph } from '../voice/state-glyph'
import { ACCIDENTAL_INPUT_MS } from './accidental-input-delay'
import styles from './approval-card.module.css'
import { AskingFoot } from './asking-foot'
import { CallArguments } from './call-arguments'
import { AlwaysForm, DenyForm } from './card-form'
import { CopiedNotes } from './copied-notes'
import { Countdown } from './countdown'
import { EditForm } from './edit-form'
import { focusSafeAnswer, moveBetweenCards } from './move-between-cards'
import { RiskChip } from './risk-chip'
import { HANDED_ON, useCardFocus } from './use-card-focus'

/** The lower part of the card: the plain question, its arguments as inputs, or one of the two forms. */
type Mode = 'asking' | 'editing' | 'reason' | 'always'

/** The user's answer to a question, on its way or refused. */
interface CardAnswer {
  readonly busy: boolean
  /** Why the last answer did not count; null where none was refused. */
  readonly refusal: string | null
  decide(approved: boolean, details?: AnswerDetails): Promise<void>
  clearRefusal(): void
}

function useAnswer(card: RefObject<HTMLElement | null>, approval: Approval, armed: boolean): CardAnswer {
  const i18n = useI18n()
  const { actions } = useServices()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  const decide = async (approved: boolean, details?: AnswerDetails) => {
    if ((approved && !armed) || busy) return
    // a yes is for what the user saw, not for folded content
    if (approved && card.current?.querySelector('[data-cut]')) {
      setRefusal(i18n.t('card.cutOff'))
      return
    }
    setBusy(true)
    setRefusal(null)
    const reply = await actions.decide(approval, approved, details)
    setBusy(false)
    if (!reply.ok) setRefusal(reply.error.message)
  }

  return { busy, refusal, decide, clearRefusal: () => setRefusal(null) }
}

/** What the keys of a card do. */
interface CardKeysOptions {
  readonly armed: boolean
  readonly mode: Mode
  readonly editable: boolean
  onDeny(): void
  onMore(): void
  onMode(mode: Mode): void
}

function handleCardKey(event: KeyboardEvent<HTMLElement>, { armed, mode, editable, onDeny, onMore, onMode }: CardKeysOptions): void {
  // keys of the menu come here too, through its place in the tree, though it is not inside the card
  if (event.defaultPrevented || !(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return
  if (!armed) {
    if (event.key !== 'Tab') event.preventDefault()
    return
  }
  if (isShortcut(event, 'leaveCard')) {
    event.preventDefault()
    if (mode === 'asking') focusComposer()
    else onMode('asking')
    return
  }
  if (isWriting(event.target)) return
  const [denies, edits, opens] = [isShortcut(event, 'deny'), isShortcut(event, 'edit'), isShortcut(event, 'moreAnswers')]
  if (denies || edits || opens) {
    event.preventDefault()
    if (event.repeat) return
    if (denies) onDeny()
    else if (mode === 'asking' && opens) onMore()
    else if (mode === 'asking' && editable) onMode('editing')
  } else moveBetweenCards(event)
}

interface CardFormProps {
  readonly approval: Approval
  readonly mode: Mode
  readonly armed: boolean
  readonly busy: boolean
  readonly children: ReactNode
  onQuestion(question: Localized | null): void
  onDecide(approved: boolean, details?: AnswerDetails): void
  onCancel(): void
}

/** One of the longer answers, or the arguments as inputs. */
function CardForm({ approval, mode, armed, busy, children, onQuestion, onDecide, onCancel }: CardFormProps) {
  switch (mode) {
    case 'asking':
      return null
    case 'reason':
      return (
        <DenyForm busy={busy} onDeny={(reason) => onDecide(false, { reason })} onCancel={onCancel}>
          {children}
        </DenyForm>
      )
    case 'always':
      return (
        <AlwaysForm
          approval={approval}
          busy={busy || !armed}
          onAllow={(limits) => onDecide(true, { remember: { scope: 'always', ...limits } })}
          onCancel={onCancel}
        >
          {children}
        </AlwaysForm>
      )
    case 'editing':
      return (
        <EditForm
          approval={approval}
          busy={busy || !armed}
          onAllow={(editedInput: JsonObject) => onDecide(true, { editedInput })}
          onDeny={() => onDecide(false)}
          onCancel={onCancel}
          onQuestion={onQuestion}
        >
          {children}
        </EditForm>
      )
    default:
      return assertNever(mode, 'card mode')
  }
}

/**
 * One open question: the whole call, why it is asked and what happens on silence. Enter presses the focused button, D
 * denies, E edits, M opens the further answers, the arrows go to the other cards, Esc leaves the card and answers nothing.
 */
export function ApprovalCard({ approval }: { readonly approval: Approval }) {
  const i18n = useI18n()
  const titleId = useId()
  const narrow = useLayout() === 'column'
  const now = useNow(1000, true)
  const card = useRef<HTMLElement>(null)
  const armed = useArmed(card, approval.approvalId)
  const [mode, setMode] = useState<Mode>('asking')
  const [moreOpen, setMoreOpen] = useState(false)
  const [editedQuestion, setEditedQuestion] = useState<Localized | null>(null)
  const answer = useAnswer(card, approval, armed)
  const { busy, refusal, decide } = answer
  const editable = Object.keys(approval.input).length > 0

  useCardFocus(card, approval.approvalId)

  const change = (next: Mode) => {
    answer.clearRefusal()
    setMode(next)
    if (next === 'asking') whenDrawn(() => card.current !== null && focusSafeAnswer(card.current))
  }

  const keys = { armed, mode, editable, onDeny: () => void decide(false), onMore: () => setMoreOpen(true), onMode: change }

  /** next to the pressed button, and scrolled into view however small the window is */
  const refused = refusal !== null && (
    <p className={styles.refusal} role="alert" ref={bringIntoView}>
      {i18n.t('card.failed', { reason: refusal })}
    </p>
  )

  return (
    <article
      className={`${styles.card} ${armed ? '' : styles.unarmed}`}
      aria-labelledby={titleId}
      data-approval={approval.approvalId}
      data-unarmed={armed ? undefined : ''}
      tabIndex={-1}
      ref={card}
      onKeyDown={(event) => handleCardKey(event, keys)}
    >
      <div className={styles.body}>
        <div className={styles.head}>
          <ApprovalGlyph size={24} />
          <h2 className={styles.title} id={titleId}>
            {makeVisible(i18n.of((mode === 'editing' ? editedQuestion : null) ?? approval.question))}
          </h2>
          {!narrow && <Countdown approval={approval} now={now} />}
        </div>
        <Facts approval={approval} />
        {narrow && mode !== 'asking' && <Countdown approval={approval} now={now} />}
        {mode !== 'editing' && (
          <>
            <CallArguments approval={approval} />
            <CopiedNotes copied={approval.copied ?? []} className={styles.because} />
            <Because approval={approval} />
          </>
        )}
        {mode === 'asking' && refused}
        <CardForm
          approval={approval}
          mode={mode}
          armed={armed}
          busy={busy}
          onQuestion={setEditedQuestion}
          onDecide={(approved, details) => void decide(approved, details)}
          onCancel={() => change('asking')}
        >
          {refused}
        </CardForm>
      </div>
      {mode === 'asking' && (
        <AskingFoot
          approval={approval}
          narrow={narrow}
          now={now}
          armed={armed}
          busy={busy}
          moreOpen={moreOpen}
          onMoreOpen={setMoreOpen}
          onEdit={editable ? () => change('editing') : null}
          onDecide={(approved, details) => void decide(approved, details)}
          onForm={change}
        />
      )}
    </article>
  )
}

function Facts({ approval }: { readonly approval: Approval }) {
  const i18n = useI18n()
  return (
    <p className={styles.facts}>
      <RiskChip risk={approval.risk} />
      <code className={styles.tool}>{makeVisible(approval.toolName)}</code>
      {approval.destination !== '' && <span>{i18n.t('card.goesTo', { destination: makeVisible(approval.destination) })}</span>}
      {approval.step.of > 1 && <span className={styles.step}>{i18n.t('card.step', approval.step)}</span>}
    </p>
  )
}

function Because({ approval }: { readonly approval: Approval }) {
  const i18n = useI18n()
  const { actions } = useServices()
  return (
    <p className={styles.because}>
      <Scale size={14} strokeWidth={2} aria-hidden />
      <span>
        {richText(
          i18n.t('card.because', { number: approval.rule.number, name: makeVisible(ruleNameText(approval.rule.name, i18n)) }),
          (name) => (
            <button type="button" className={styles.rule} onClick={() => actions.showSettings('rules', approval.rule.number)}>
              {name}
            </button>
          ),
        )}
      </span>
    </p>
  )
}

/** Whether a text field has the focus, where letters are text. */
function isWriting(target: Node): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && target.type !== 'checkbox')
  )
}

/** False right after a card appears, so that a key meant for something else can't answer it. */
function useArmed(card: RefObject<HTMLElement | null>, approvalId: string): boolean {
  const [armedFor, setArmedFor] = useState<string | null>(null)
  useEffect(() => {
    const element = card.current
    let timer = setTimeout(() => setArmedFor(approvalId), ACCIDENTAL_INPUT_MS)
    const again = () => {
      clearTimeout(timer)
      setArmedFor(null)
      timer = setTimeout(() => setArmedFor(approvalId), ACCIDENTAL_INPUT_MS)
    }
    element?.addEventListener(HANDED_ON, again)
    return () => {
      clearTimeout(timer)
      element?.removeEventListener(HANDED_ON, again)
    }
  }, [card, approvalId])
  return armedFor === approvalId
}

function bringIntoView(line: HTMLElement | null): void {
  line?.scrollIntoView({ block: 'nearest' })
}
