import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Approval } from '../../shared/approvals/approval'
import { needsLimit } from '../../shared/approvals/policy'
import type { Remember } from '../../shared/approvals/policy-rule'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { Button } from '../ui/button'
import { Fault } from '../ui/fault'
import field from '../ui/field.module.css'
import styles from './approval-card.module.css'
import { dayLimitFor, perDayOf } from './day-limit'
import { DayLimitRow } from './day-limit-row'
import { limitDrafts, matchersOf } from './limit-drafts'
import { LimitRows } from './limit-rows'

/** The longest reason of a denial. */
const REASON_LENGTH = 500

interface DenyFormProps {
  readonly busy: boolean
  onDeny(reason: string): void
  onCancel(): void
  /** Why the last attempt was refused; shown above the buttons. */
  readonly children?: ReactNode
}

/** The form for a denial with a message to the model. */
export function DenyForm({ busy, onDeny, onCancel, children }: DenyFormProps) {
  const i18n = useI18n()
  const id = useId()
  const [reason, setReason] = useState('')
  const input = useRef<HTMLTextAreaElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && reason.trim() !== '') onDeny(reason.trim())
      }}
    >
      <label htmlFor={id} className={styles.formName}>
        {i18n.t('reason.label')}
      </label>
      <textarea
        id={id}
        ref={input}
        className={field.field}
        rows={2}
        maxLength={REASON_LENGTH}
        value={reason}
        placeholder={i18n.t('reason.placeholder')}
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      <p className={field.note}>{i18n.t('reason.note')}</p>
      {children}
      <div className={styles.formButtons}>
        <Button look="plain" onClick={onCancel}>
          {i18n.t('edit.cancel')}
        </Button>
        <Button look="ink" type="submit" aria-disabled={busy || reason.trim() === ''}>
          {i18n.t('reason.deny')}
        </Button>
      </div>
    </form>
  )
}

interface AlwaysFormProps {
  readonly approval: Approval
  readonly busy: boolean
  onAllow(limits: Pick<Remember, 'matchers' | 'mostPerDay'>): void
  onCancel(): void
  /** Why the last attempt was refused; shown above the buttons. */
  readonly children?: ReactNode
}

/**
 * The form for a rule that allows calls like this one from now on. A high risk needs a limit on at least one argument; for a medium one,
 * the number of calls in a day is limited until the user says otherwise.
 */
export function AlwaysForm({ approval, busy, onAllow, onCancel, children }: AlwaysFormProps) {
  const i18n = useI18n()
  const headingId = useId()
  const high = approval.risk === 'high'
  const [limits, setLimits] = useState(() => limitDrafts(approval.input, approval.risk))
  const [day, setDay] = useState(() => dayLimitFor(approval.risk))
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, button')?.focus(), [])
  const matchers = matchersOf(limits)
  const unlimited = matchers !== null && needsLimit({ effect: 'allow', scope: { kind: 'always' }, matchers }, approval.risk)
  const perDay = high ? {} : perDayOf(day)
  const ready = matchers !== null && perDay !== null && !unlimited && !busy
  return (
    <form
      ref={form}
      className={styles.form}
      aria-labelledby={headingId}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) onAllow({ matchers, ...perDay })
      }}
    >
      <p id={headingId} className={styles.formName}>
        {i18n.t(limits.length === 0 ? 'always.headingPlain' : 'always.heading', { tool: makeVisible(approval.toolName) })}
      </p>
      {limits.length > 0 && <LimitRows limits={limits} onChange={setLimits} />}
      {!high && <DayLimitRow limit={day} onChange={setDay} />}
      {unlimited ? <Fault>{i18n.t('always.needsLimit')}</Fault> : <p className={field.note}>{i18n.t('always.note')}</p>}
      {children}
      <div className={styles.formButtons}>
        <Button look="plain" onClick={onCancel}>
          {i18n.t('edit.cancel')}
        </Button>
        <Button look="ink" type="submit" aria-disabled={!ready}>
          {i18n.t('always.allow')}
        </Button>
      </div>
    </form>
  )
}
