import { useEffect, useRef, useState } from 'react'
import { chosenKeys } from '../../shared/commands/chosen-keys'
import { isShortcut } from '../../shared/commands/shortcuts'
import { longestText } from '../../shared/ipc/limits'
import { useI18n } from '../i18n/i18n-provider'
import { useApp } from '../state/context'
import { Button } from '../ui/button'
import styles from './edit-form.module.css'

interface EditFormProps {
  readonly text: string
  /** Resolves with whether it was sent. */
  onSend(text: string): Promise<boolean>
  onClose(): void
}

/** The user's message in edit mode: the send key sends it, Esc cancels. */
export function EditForm({ text, onSend, onClose }: EditFormProps) {
  const i18n = useI18n()
  const keys = chosenKeys(useApp((state) => state.settings))
  const [draft, setDraft] = useState(text)
  const [sending, setSending] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(text.length, text.length)
  }, [text])
  const canSend = draft.trim() !== '' && draft.length <= longestText && !sending
  const send = async () => {
    if (!canSend) return
    setSending(true)
    if (await onSend(draft)) onClose()
    else setSending(false)
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault()
          onClose()
        }
      }}
    >
      <textarea
        ref={field}
        className={styles.field}
        rows={Math.min(8, draft.split('\n').length + 1)}
        value={draft}
        aria-label={i18n.t('message.editField')}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (!isShortcut(event, 'send', keys) || event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
          event.preventDefault()
          void send()
        }}
      />
      <p className={styles.line}>{i18n.t('message.editLine')}</p>
      <div className={styles.buttons}>
        <Button small onClick={onClose}>
          {i18n.t('message.cancel')}
        </Button>
        <Button small look="ink" type="submit" disabled={!canSend}>
          {i18n.t('message.send')}
        </Button>
      </div>
    </form>
  )
}
