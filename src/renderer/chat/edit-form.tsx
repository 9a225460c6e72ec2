import { useEffect, useRef, useState } from 'react'
import { chosenKeys } from '../../shared/commands/chosen-keys'
import { isShortcut } from '../../shared/commands/shortcuts'
import { longestText } from '../../shared/ipc/limits'
import { useWords } from '../i18n/words'
import { useApp } from '../state/context'
import { Button } from '../ui/button'
import styles from './edit-form.module.css'

interface EditFormProps {
  readonly text: string
  /** Resolves with whether it was sent. */
  onSend(text: string): Promise<boolean>
  onClose(): void
}

/** What was said, to be said otherwise: the key that sends sends it, Esc leaves it as it was. */
export function EditForm({ text, onSend, onClose }: EditFormProps) {
  const words = useWords()
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
        aria-label={words.say('message.editField')}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (!isShortcut(event, 'send', keys) || event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
          event.preventDefault()
          void send()
        }}
      />
      <p className={styles.line}>{words.say('message.editLine')}</p>
      <div className={styles.buttons}>
        <Button small onClick={onClose}>
          {words.say('message.cancel')}
        </Button>
        <Button small look="ink" type="submit" disabled={!canSend}>
          {words.say('message.send')}
        </Button>
      </div>
    </form>
  )
}
