import { ArrowUp } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { chosenKeys } from '../../shared/commands/chosen-keys'
import { isShortcut } from '../../shared/commands/shortcuts'
import type { RefusalCode } from '../../shared/i18n/refusal-codes'
import { longestText } from '../../shared/ipc/limits'
import { DraftFiles } from '../app/lazy-parts'
import { AttachButton } from '../attachments/attach-button'
import { DropMark } from '../attachments/drop-mark'
import { useSelectedFiles } from '../attachments/use-selected-files'
import { useTakeFiles } from '../attachments/use-take-files'
import { useI18n } from '../i18n/i18n-provider'
import { SightButton } from '../sight/sight-button'
import { useApp, useServices } from '../state/context'
import { currentStatus } from '../state/selectors'
import { Button } from '../ui/button'
import { editLastMessage } from '../ui/edit-last-message'
import { wholeNumber } from '../ui/format'
import { useLayout } from '../ui/use-width'
import styles from './composer.module.css'
import { InWritingButton } from './in-writing-button'
import { PicturesButton, PicturesNote } from './pictures-button'

/** Refusals of the voice model whose files the text model takes. */
const textTakes: ReadonlySet<string> = new Set<RefusalCode>(['attachment-not-in-voice', 'attachment-too-large-for-voice'])

const GROWS_TO = 200
/** A draft of this many characters fills the field, whatever it contains. */
const HUGE = 10_000

/**
 * The message field: Enter sends and Shift Enter breaks the line, or as configured; Enter of an input method is
 * ignored. The draft belongs to its conversation.
 */
export function Composer() {
  const i18n = useI18n()
  const { actions } = useServices()
  const conversationId = useApp((state) => state.currentConversationId)
  const draft = useApp((state) => (conversationId === null ? (state.early?.text ?? '') : (state.drafts[conversationId] ?? '')))
  const waits = useApp((state) => state.early?.send === true)
  const failure = useApp((state) => (conversationId === null ? undefined : state.sendFailures[conversationId]))
  const canChoose = useApp((state) => (currentStatus(state)?.replyModality ?? null) !== null)
  const field = useRef<HTMLTextAreaElement>(null)
  const keys = chosenKeys(useApp((state) => state.settings))
  const composing = useRef(false)
  const hasFiles = useApp((state) => conversationId !== null && (state.draftFiles[conversationId]?.length ?? 0) > 0)
  const coming = useApp((state) => conversationId !== null && (state.attaching[conversationId] ?? 0) > 0)
  const refused = useApp((state) => conversationId !== null && (state.attachFailures[conversationId] ?? null) !== null)
  const take = useTakeFiles(conversationId)
  // a narrow talk row has no room for it
  const narrow = useLayout() === 'column'
  const dragged = useSelectedFiles(field, i18n.t('attach.pastedText'), take)

  // the field is as high as the draft, whatever changed it
  useLayoutEffect(() => {
    const element = field.current
    if (element === null) return
    // a huge draft is not measured: it has the maximum height
    if (draft.length > HUGE) {
      element.style.height = `${GROWS_TO}px`
      return
    }
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight, GROWS_TO)}px`
  }, [draft])

  const tooLong = draft.length > longestText

  const send = () => {
    if (tooLong) return
    if (conversationId === null) actions.sendEarly()
    else void actions.sendDraft(conversationId)
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {dragged && <DropMark />}
      {conversationId !== null && (hasFiles || coming || refused) && <DraftFiles conversationId={conversationId} />}
      {tooLong && (
        <p className={styles.failure} role="alert">
          {i18n.t('composer.tooLong', { limit: wholeNumber(longestText, i18n.locale) })}
        </p>
      )}
      {failure !== undefined && !tooLong && (
        <p className={styles.failure} role="alert">
          {i18n.t('composer.failed', { reason: failure.message })}
          {textTakes.has(failure.code) && canChoose && conversationId !== null && (
            <Button small onClick={() => void actions.sendInText(conversationId)}>
              {i18n.t('composer.sendInText')}
            </Button>
          )}
        </p>
      )}
      <PicturesNote />
      {waits && (
        <p className={styles.waits} role="status">
          {i18n.t('composer.waits')}
        </p>
      )}
      <div className={styles.row}>
        <textarea
          ref={field}
          className={styles.field}
          data-composer
          rows={1}
          value={draft}
          placeholder={i18n.t('composer.placeholder')}
          aria-label={i18n.t('composer.placeholder')}
          onChange={(event) => {
            if (conversationId === null) actions.typeEarly(event.currentTarget.value)
            else actions.setDraft(conversationId, event.currentTarget.value)
          }}
          onCompositionStart={() => {
            composing.current = true
          }}
          onCompositionEnd={() => {
            composing.current = false
          }}
          onKeyDown={(event) => {
            if (isShortcut(event, 'editLast') && draft === '' && editLastMessage()) return event.preventDefault()
            if (!isShortcut(event, 'send', keys)) return
            // 229 is the code of a key that the input method handled, even after `isComposing` has ended
            if (composing.current || event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
            event.preventDefault()
            send()
          }}
        />
        {narrow && <SightButton />}
        <AttachButton onFiles={conversationId === null ? null : take} />
        <InWritingButton />
        <PicturesButton />
        <button
          type="submit"
          className={styles.send}
          aria-label={i18n.t('composer.send')}
          disabled={(draft.trim() === '' && !hasFiles) || tooLong || coming}
        >
          <ArrowUp size={16} strokeWidth={2} aria-hidden />
        </button>
      </div>
    </form>
  )
}
