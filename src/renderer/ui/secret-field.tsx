import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useI18n } from '../i18n/i18n-provider'
import { IconButton } from './button'
import styles from './secret-field.module.css'

interface SecretFieldProps {
  /** for a label of its own */
  readonly id?: string
  readonly label?: string
  readonly placeholder: string
  readonly value: string
  onChange(value: string): void
}

/** A field for a key: masked until its button shows it, and masked again when it has been emptied. */
export function SecretField({ id, label, placeholder, value, onChange }: SecretFieldProps) {
  const i18n = useI18n()
  const [visible, setVisible] = useState(false)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    if (value === '') setVisible(false)
  }
  return (
    <span className={styles.field}>
      <input
        id={id}
        data-key-field
        type={visible ? 'text' : 'password'}
        aria-label={label}
        value={value}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <IconButton
        className={styles.eye}
        label={i18n.t(visible ? 'settings.key.hide' : 'settings.key.show')}
        onClick={() => setVisible(!visible)}
      >
        {visible ? <EyeOff size={16} strokeWidth={1.75} aria-hidden /> : <Eye size={16} strokeWidth={1.75} aria-hidden />}
      </IconButton>
    </span>
  )
}
