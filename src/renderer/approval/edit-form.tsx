import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Approval } from '../../shared/approvals/approval'
import type { CallReply } from '../../shared/ipc/contract'
import type { JsonObject } from '../../shared/lib/json'
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
  /** Why the last attempt was refused; shown above the buttons. */
  readonly children?: ReactNode
}

/**
 * The arguments as inputs. Unreadable ones are reported at once; main checks the rest against the tool's schema and the
 * rules.
 */
export function EditForm({ approval, busy, onAllow, onDeny, onCancel, children }: EditFormProps) {
  const i18n = useI18n()
  const [drafts, setDrafts] = useState<ArgumentDrafts>({})
  const fields = useMemo(() => argumentFields(approval.input), [approval.input])
  const { changes, input, faults } = readDrafts(fields, drafts)
  const said = Object.fromEntries(
    Object.entries(faults).map(([key, fault]) => [key, i18n.t(fault === 'number' ? 'edit.notNumber' : 'edit.notJson')]),
  )
  const denial = useDenial(approval, changes > 0 ? input : null)
  const ready = changes > 0 && input !== null && denial === null && !busy
  return (
    <div className={styles.form} data-editing>
      <ArgumentEditor fields={fields} drafts={drafts} changes={changes} faults={said} onChange={setDrafts} />
      <div role="status">
        {denial !== null && <Fault>{i18n.t('edit.ruleDenies', { number: denial.number, name: makeVisible(i18n.of(denial.name)) })}</Fault>}
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

/** The rule that would deny these arguments, requested from main after each pause in typing; null if none would. */
function useDenial({ toolName, conversationId }: Approval, input: JsonObject | null): CallReply<'rules.try'> | null {
  const { client } = useServices()
  const [denial, setDenial] = useState<CallReply<'rules.try'> | null>(null)
  const written = input === null ? null : JSON.stringify(input)
  useEffect(() => {
    let over = false
    setDenial(null)
    if (written === null) return
    const timer = setTimeout(async () => {
      const reply = await client.call('rules.try', { toolName, input: JSON.parse(written), conversationId })
      if (!over && reply.ok && reply.value.effect === 'deny') setDenial(reply.value)
    }, PAUSE_MS)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [client, toolName, conversationId, written])
  return denial
}
