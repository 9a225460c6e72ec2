import { useEffect, useId, useState } from 'react'
import { useWords } from '../i18n/words'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import field from '../ui/field.module.css'
import { wholeNumber } from '../ui/format'
import styles from './instruction-row.module.css'

/** The user's own words to the model, kept when they say so; what is typed and not kept stays in the box. */
export function InstructionRow() {
  const words = useWords()
  const { actions } = useServices()
  const kept = useApp((state) => state.settings.instruction)
  const [typed, setTyped] = useState(kept)
  const id = useId()
  useEffect(() => setTyped(kept), [kept])
  const changed = typed !== kept
  const tooLong = typed.length > LONGEST
  return (
    <form
      className={styles.row}
      data-setting={words.say('session.instruction')}
      onSubmit={(event) => {
        event.preventDefault()
        if (changed && !tooLong) void actions.updateSettings({ instruction: typed })
      }}
    >
      <label className={styles.name} htmlFor={id}>
        {words.say('session.instruction')}
      </label>
      <p className={styles.line} id={`${id}-line`}>
        {words.say('session.instructionLine')}
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
          {words.say('session.instructionTooLong', { limit: wholeNumber(LONGEST, words.locale) })}
        </p>
      )}
      {changed && (
        <div className={styles.buttons}>
          <Button type="submit" look="ink" disabled={tooLong}>
            {words.say('session.instructionSave')}
          </Button>
          <Button look="edge" onClick={() => setTyped(kept)}>
            {words.say('session.instructionBack')}
          </Button>
        </div>
      )}
    </form>
  )
}

const LONGEST = 8000
