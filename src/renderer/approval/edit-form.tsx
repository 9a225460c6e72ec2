import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Approval } from '../../shared/approvals/approval'
import { ruleNameText } from '../../shared/approvals/rule-name'
import type { CallReply } from '../../shared/ipc/contract'
import type { JsonObject } from '../../shared/lib/json'
import { displayText } from '../../shared/messages/message'
import type { Localized } from '../../shared/text/localized'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { useServices } from '../state/context'
import { Button } from '../ui/button'
import { Fault } from '../ui/fault'
import styles from './approval-card.module.css'
import { ArgumentEditor } from './argument-editor'
import { type ArgumentDrafts, argumentFields, readDrafts } from './edited-arguments'

/** ms without typing before the rules are checked. */
const PAUSE_MS = 200

interface EditFormProps {
  readonly approval: Approval
  readonly busy: boolean
  onAllow(editedInput: JsonObject): void
  onDeny(): void
  onCancel(): void
  /** What is asked with the arguments as they are now; null: what was asked first. */
  onQuestion(question: Localized | null): void
  /** Why the last attempt was refused; shown above the buttons. */
  readonly children?: ReactNode
}

/**
 * The arguments as inputs. Unreadable ones are reported at once; main checks the rest against the tool's schema and the
 * rules, and says what would be asked.
 */
export function EditForm({ approval, busy, onAllow, onDeny, onCancel, onQuestion, children }: EditFormProps) {
  const i18n = useI18n()
  const [drafts, setDrafts] = useState<ArgumentDrafts>({})
  const fields = useMemo(() => argumentFields(approval.input), [approval.input])
  const { changes, input, faults } = readDrafts(fields, drafts)
  const preview = usePreview(approval, changes > 0 ? input : null)
  const denial = preview?.denial ?? null
  const unfit = (preview?.faults ?? []).map(({ argument, problem }) => ({ argument, text: makeVisible(displayText(problem, i18n)) }))
  const said = {
    ...Object.fromEntries(unfit.map(({ argument, text }) => [argument, text])),
    ...Object.fromEntries(
      Object.entries(faults).map(([key, fault]) => [key, i18n.t(fault === 'number' ? 'edit.notNumber' : 'edit.notJson')]),
    ),
  }
  const ready = changes > 0 && input !== null && denial === null && unfit.length === 0 && !busy

  const question = preview?.question ?? null
  useEffect(() => onQuestion(question), [onQuestion, question])
  return (
    <div className={styles.form} data-editing>
      <ArgumentEditor fields={fields} drafts={drafts} changes={changes} faults={said} onChange={setDrafts} />
      <div role="status">
        {unfit
          .filter(({ argument }) => fields.every(({ key }) => key !== argument))
          .map(({ text }) => (
            <Fault key={text}>{text}</Fault>
          ))}
        {denial !== null && (
          <Fault>{i18n.t('edit.ruleDenies', { number: denial.number, name: makeVisible(ruleNameText(denial.name, i18n)) })}</Fault>
        )}
      </div>
      {children}
      <div className={styles.formButtons}>
        <Button look="plain" onClick={onCancel}>
          {i18n.t('edit.cancel')}
        </Button>
        <Button data-answer="deny" aria-disabled={busy} onClick={onDeny}>
          {i18n.t('card.deny')}
        </Button>
        <Button look="ink" data-answer="allow-edited" aria-disabled={!ready} onClick={() => ready && onAllow(input)}>
          {i18n.t('edit.allow')}
        </Button>
      </div>
    </div>
  )
}

/** What these arguments would mean, requested from main after each pause in typing; null before its first answer, and while nothing is changed. */
function usePreview({ approvalId }: Approval, input: JsonObject | null): CallReply<'approval.preview'> | null {
  const { client } = useServices()
  const [preview, setPreview] = useState<CallReply<'approval.preview'> | null>(null)
  const written = input === null ? null : JSON.stringify(input)
  useEffect(() => {
    let over = false
    setPreview((before) => (written === null || before === null ? null : { ...before, faults: [], denial: null }))
    if (written === null) return
    const timer = setTimeout(async () => {
      const reply = await client.call('approval.preview', { approvalId, input: JSON.parse(written) })
      if (!over && reply.ok) setPreview(reply.value)
    }, PAUSE_MS)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [client, approvalId, written])
  return preview
}
