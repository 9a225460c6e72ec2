import { useMemo, useState } from 'react'
import type { Approval } from '../../shared/approvals/approval'
import type { JsonObject } from '../../shared/lib/json'
import { useWords } from '../i18n/words'
import { Button } from '../ui/button'
import styles from './approval-card.module.css'
import { ArgumentEditor } from './argument-editor'
import { type ArgumentDrafts, argumentFields, readDrafts } from './edited-arguments'

interface EditFormProps {
  readonly approval: Approval
  readonly busy: boolean
  onAllow(editedInput: JsonObject): void
  onDeny(): void
  onCancel(): void
}

/** The arguments as inputs. What can't be read is said at once; main checks the rest against the tool's schema and the rules. */
export function EditForm({ approval, busy, onAllow, onDeny, onCancel }: EditFormProps) {
  const words = useWords()
  const [drafts, setDrafts] = useState<ArgumentDrafts>({})
  const fields = useMemo(() => argumentFields(approval.input), [approval.input])
  const { changes, input, faults } = readDrafts(fields, drafts)
  const said = Object.fromEntries(
    Object.entries(faults).map(([key, fault]) => [key, words.say(fault === 'number' ? 'edit.notNumber' : 'edit.notJson')]),
  )
  const ready = changes > 0 && input !== null && !busy
  return (
    <div className={styles.form} data-editing>
      <ArgumentEditor fields={fields} drafts={drafts} changes={changes} faults={said} onChange={setDrafts} />
      <div className={styles.formButtons}>
        <Button look="plain" onClick={onCancel}>
          {words.say('edit.cancel')}
        </Button>
        <Button data-answer="deny" aria-disabled={busy} onClick={onDeny}>
          {words.say('card.deny')}
        </Button>
        <Button look="ink" data-answer="allow-edited" aria-disabled={!ready} onClick={() => ready && onAllow(input)}>
          {words.say('edit.allow')}
        </Button>
      </div>
    </div>
  )
}
