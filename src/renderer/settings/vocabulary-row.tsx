import { useEffect, useId, useState } from 'react'
import { useWords } from '../i18n/words'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import field from '../ui/field.module.css'
import { wholeNumber } from '../ui/format'
import styles from './instruction-row.module.css'

const MOST_TERMS = 100
/** Longest term, in UTF-16 units. */
const LONGEST_TERM = 80

/** The user's names and terms, one on each line; what is typed and not kept stays in the box. */
export function VocabularyRow() {
  const words = useWords()
  const { actions } = useServices()
  const kept = useApp((state) => state.settings.vocabulary)
  const [typed, setTyped] = useState(kept.join('\n'))
  const id = useId()
  useEffect(() => setTyped(kept.join('\n')), [kept])
  const terms = termsOf(typed)
  const changed = terms.join('\n') !== kept.join('\n')
  const tooLong = terms.length > MOST_TERMS || terms.some((term) => term.length > LONGEST_TERM)
  return (
    <form
      className={styles.row}
      data-setting={words.say('session.vocabulary')}
      onSubmit={(event) => {
        event.preventDefault()
        if (changed && !tooLong) void actions.updateSettings({ vocabulary: terms })
      }}
    >
      <label className={styles.name} htmlFor={id}>
        {words.say('session.vocabulary')}
      </label>
      <p className={styles.line} id={`${id}-line`}>
        {words.say('session.vocabularyLine')}
      </p>
      <textarea
        id={id}
        className={field.field}
        rows={3}
        value={typed}
        aria-describedby={`${id}-line`}
        aria-invalid={tooLong}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {tooLong && (
        <p className={field.fault} role="alert">
          {words.say('session.vocabularyTooLong', {
            count: wholeNumber(MOST_TERMS, words.locale),
            length: wholeNumber(LONGEST_TERM, words.locale),
          })}
        </p>
      )}
      {changed && (
        <div className={styles.buttons}>
          <Button type="submit" look="ink" disabled={tooLong}>
            {words.say('session.vocabularySave')}
          </Button>
          <Button look="edge" onClick={() => setTyped(kept.join('\n'))}>
            {words.say('session.instructionBack')}
          </Button>
        </div>
      )}
    </form>
  )
}

/** The lines that hold something, each once. */
function termsOf(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '')
}
