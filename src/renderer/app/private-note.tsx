import { EyeOff } from 'lucide-react'
import { useI18n } from '../i18n/i18n-provider'
import { useApp } from '../state/context'
import { currentIsPrivate } from '../state/selectors'
import styles from './private-note.module.css'

/** Says that this conversation is private and not stored, while it is open. */
export function PrivateNote() {
  const i18n = useI18n()
  if (!useApp(currentIsPrivate)) return null
  return (
    <p className={styles.note} role="status">
      <EyeOff size={14} strokeWidth={2} aria-hidden />
      <span>{i18n.t('private.line')}</span>
    </p>
  )
}
