import { useEffect, useRef } from 'react'
import { useI18n } from '../../i18n/i18n-provider'
import { Button } from '../../ui/button'
import styles from './storage.module.css'

interface ConfirmProps {
  readonly question: string
  /** null: it can only be closed */
  readonly yes: string | null
  onYes(): void
  onNo(): void
}

/** A confirmation under its row. No is the safe answer: it has the focus, and Escape means it. */
export function Confirm({ question, yes, onYes, onNo }: ConfirmProps) {
  const i18n = useI18n()
  const no = useRef<HTMLButtonElement>(null)
  useEffect(() => no.current?.focus(), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own
    <div
      className={styles.asking}
      role="group"
      aria-label={question}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onNo()
      }}
    >
      <p className={styles.words}>{question}</p>
      <span className={styles.buttons}>
        <Button ref={no} onClick={onNo}>
          {i18n.t('storage.cancel')}
        </Button>
        {yes !== null && (
          <Button look="ink" onClick={onYes}>
            {yes}
          </Button>
        )}
      </span>
    </div>
  )
}
