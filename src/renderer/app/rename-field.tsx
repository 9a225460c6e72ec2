import { useEffect, useRef } from 'react'
import { longestTitle } from '../../shared/ipc/limits'
import { useI18n } from '../i18n/i18n-provider'
import styles from './conversation-list.module.css'

interface RenameFieldProps {
  readonly title: string
  /** Called once: with the new name, or with null if nothing changes. */
  onDone(name: string | null): void
}

/**
 * The title of a conversation in edit mode. Enter and blur save it; Esc and an empty name do not. Enter of an input
 * method is ignored.
 */
export function RenameField({ title, onDone }: RenameFieldProps) {
  const i18n = useI18n()
  const field = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const finish = (name: string | null) => {
    if (done.current) return
    done.current = true
    onDone(name === null || name.trim() === '' || name.trim() === title ? null : name)
  }
  return (
    <input
      ref={field}
      className={styles.rename}
      defaultValue={title}
      maxLength={longestTitle}
      aria-label={i18n.t('history.name')}
      onBlur={(event) => finish(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        finish(event.key === 'Enter' ? event.currentTarget.value : null)
      }}
    />
  )
}
