import { useId, useState } from 'react'
import { type ContentArgument, type ContentItem, longestArgument } from '../../shared/servers/server-content'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { Button } from '../ui/button'
import field from '../ui/field.module.css'
import styles from './server-content.module.css'

interface ContentArgumentsProps {
  readonly item: Exclude<ContentItem, { readonly kind: 'resource' }>
  onBack(): void
  onValues(values: Readonly<Record<string, string>>): void
}

/** The values that a template or a prompt needs. */
export function ContentArguments({ item, onBack, onValues }: ContentArgumentsProps) {
  const i18n = useI18n()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const isMissing = item.arguments.some(({ name, required }) => required && (values[name] ?? '').trim() === '')
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        // what is left empty is no value
        if (!isMissing) onValues(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')))
      }}
    >
      <p className={styles.name}>{item.title}</p>
      {item.arguments.map((one) => (
        <Argument
          key={one.name}
          argument={one}
          value={values[one.name] ?? ''}
          onValue={(value) => setValues({ ...values, [one.name]: value })}
        />
      ))}
      <div className={styles.buttons}>
        <Button look="plain" onClick={onBack}>
          {i18n.t('content.back')}
        </Button>
        <Button type="submit" look="ink" disabled={isMissing}>
          {i18n.t('content.show')}
        </Button>
      </div>
    </form>
  )
}

interface ArgumentProps {
  readonly argument: ContentArgument
  readonly value: string
  onValue(value: string): void
}

function Argument({ argument: { name, description, required }, value, onValue }: ArgumentProps) {
  const i18n = useI18n()
  const id = useId()
  const noteId = useId()
  const title = makeVisible(name)
  return (
    <div>
      <label className={styles.name} htmlFor={id}>
        {required ? title : i18n.t('elicitation.optional', { title })}
      </label>
      <input
        id={id}
        className={field.field}
        aria-describedby={noteId}
        autoComplete="off"
        maxLength={longestArgument}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
      <p id={noteId} className={styles.facts}>
        {description}
      </p>
    </div>
  )
}
