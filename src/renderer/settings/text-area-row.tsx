import { useEffect, useId, useState } from 'react'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import field from '../ui/field.module.css'
import { wholeNumber } from '../ui/format'
import styles from './text-area-row.module.css'

/** A setting of several lines. `saved` is the stored text; `fault` says why a text can't be stored, or null. */
interface TextAreaRowProps {
  readonly saved: string
  readonly name: string
  readonly line: string
  /** label of the button that stores the text */
  readonly save: string
  /** Converts typed text to its stored form. */
  normalized(typed: string): string
  fault(typed: string): string | null
  onSave(typed: string): void
}

/** A text area, saved by a button; unsaved text stays in it. */
function TextAreaRow({ saved, name, line, save, normalized, fault, onSave }: TextAreaRowProps) {
  const i18n = useI18n()
  const [typed, setTyped] = useState(saved)
  const id = useId()
  useEffect(() => setTyped(saved), [saved])
  const changed = normalized(typed) !== saved
  const reason = fault(typed)
  return (
    <form
      className={styles.row}
      data-setting={name}
      onSubmit={(event) => {
        event.preventDefault()
        if (changed && reason === null) onSave(typed)
      }}
    >
      <label className={styles.name} htmlFor={id}>
        {name}
      </label>
      <p className={styles.line} id={`${id}-line`}>
        {line}
      </p>
      <textarea
        id={id}
        className={field.field}
        rows={3}
        value={typed}
        aria-describedby={`${id}-line`}
        aria-invalid={reason !== null}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {reason !== null && (
        <p className={field.fault} role="alert">
          {reason}
        </p>
      )}
      {changed && (
        <div className={styles.buttons}>
          <Button type="submit" look="ink" disabled={reason !== null}>
            {save}
          </Button>
          <Button look="edge" onClick={() => setTyped(saved)}>
            {i18n.t('session.instructionBack')}
          </Button>
        </div>
      )}
    </form>
  )
}

/** Longest instruction, in UTF-16 units. */
const LONGEST_INSTRUCTION = 8000

/** The user's own instruction to the model. */
export function InstructionRow() {
  const i18n = useI18n()
  const { actions } = useServices()
  return (
    <TextAreaRow
      saved={useApp((state) => state.settings.instruction)}
      name={i18n.t('session.instruction')}
      line={i18n.t('session.instructionLine')}
      save={i18n.t('session.instructionSave')}
      normalized={(typed) => typed}
      fault={(typed) =>
        typed.length > LONGEST_INSTRUCTION
          ? i18n.t('session.instructionTooLong', { limit: wholeNumber(LONGEST_INSTRUCTION, i18n.locale) })
          : null
      }
      onSave={(instruction) => void actions.updateSettings({ instruction })}
    />
  )
}

const MOST_TERMS = 100
/** Longest term, in UTF-16 units. */
const LONGEST_TERM = 80

/** The user's names and terms, one per line. */
export function VocabularyRow() {
  const i18n = useI18n()
  const { actions } = useServices()
  const saved = useApp((state) => state.settings.vocabulary)
  return (
    <TextAreaRow
      saved={saved.join('\n')}
      name={i18n.t('session.vocabulary')}
      line={i18n.t('session.vocabularyLine')}
      save={i18n.t('session.vocabularySave')}
      normalized={(typed) => termsOf(typed).join('\n')}
      fault={(typed) => {
        const terms = termsOf(typed)
        return terms.length > MOST_TERMS || terms.some((term) => term.length > LONGEST_TERM)
          ? i18n.t('session.vocabularyTooLong', {
              count: wholeNumber(MOST_TERMS, i18n.locale),
              length: wholeNumber(LONGEST_TERM, i18n.locale),
            })
          : null
      }}
      onSave={(typed) => void actions.updateSettings({ vocabulary: termsOf(typed) })}
    />
  )
}

/** The non-empty lines, without duplicates. */
function termsOf(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '')
}
