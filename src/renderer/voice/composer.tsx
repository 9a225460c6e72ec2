import { ArrowUp } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { longestText } from '../../shared/ipc/limits'
import { useWords } from '../i18n/words'
import { useApp, useServices } from '../state/context'
import { wholeNumber } from '../ui/format'
import styles from './composer.module.css'
import { InWritingButton } from './in-writing-button'
import { usePasteLimit } from './use-paste-limit'

const GROWS_TO = 200
/** A draft of so many characters fills the field, whatever it says. */
const HUGE = 10_000

/** The typed message: Enter sends, Shift Enter breaks the line, an input method keeps its own Enter. The draft stays with its conversation. */
export function Composer() {
  const words = useWords()
  const { actions } = useServices()
  const conversationId = useApp((state) => state.currentConversationId)
  const draft = useApp((state) => (conversationId === null ? '' : (state.drafts[conversationId] ?? '')))
  const failure = useApp((state) => (conversationId === null ? undefined : state.sendFailures[conversationId]))
  const field = useRef<HTMLTextAreaElement>(null)
  const composing = useRef(false)
  const refused = usePasteLimit(field)

  // the field is as high as the draft, whoever wrote it
  useLayoutEffect(() => {
    const element = field.current
    if (element === null) return
    // a huge draft is not laid out once more to find what is known: it is as high as it may be
    if (draft.length > HUGE) {
      element.style.height = `${GROWS_TO}px`
      return
    }
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight, GROWS_TO)}px`
  }, [draft])

  const tooLong = draft.length > longestText

  const send = () => {
    if (conversationId !== null && !tooLong) void actions.sendDraft(conversationId)
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {refused !== null && (
        <p className={styles.failure} role="alert">
          {words.say('composer.pasteTooLong', {
            count: wholeNumber(refused, words.language),
            limit: wholeNumber(longestText, words.language),
          })}
        </p>
      )}
      {tooLong && (
        <p className={styles.failure} role="alert">
          {words.say('composer.tooLong', { limit: wholeNumber(longestText, words.language) })}
        </p>
      )}
      {failure !== undefined && !tooLong && (
        <p className={styles.failure} role="alert">
          {words.say('composer.failed', { reason: failure })}
        </p>
      )}
      <div className={styles.row}>
        <textarea
          ref={field}
          className={styles.field}
          data-composer
          rows={1}
          value={draft}
          placeholder={words.say('composer.placeholder')}
          aria-label={words.say('composer.placeholder')}
          onChange={(event) => {
            if (conversationId !== null) actions.setDraft(conversationId, event.currentTarget.value)
          }}
          onCompositionStart={() => {
            composing.current = true
          }}
          onCompositionEnd={() => {
            composing.current = false
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return
            // 229 is the key code of a key that the input method took, also where `isComposing` already ended
            if (composing.current || event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
            event.preventDefault()
            send()
          }}
        />
        <InWritingButton />
        <button type="submit" className={styles.send} aria-label={words.say('composer.send')} disabled={draft.trim() === '' || tooLong}>
          <ArrowUp size={16} strokeWidth={2} aria-hidden />
        </button>
      </div>
    </form>
  )
}
