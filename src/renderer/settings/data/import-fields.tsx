import { type ReactNode, useId } from 'react'
import { useI18n } from '../../i18n/i18n-provider'
import field from '../../ui/field.module.css'
import styles from './import-check.module.css'

/** A choice with its name above it. */
export function Named({ name, children }: { readonly name: string; children(labelledBy: string): ReactNode }) {
  const id = useId()
  return (
    <span className={styles.named}>
      <span className={styles.label} id={id}>
        {name}
      </span>
      {children(id)}
    </span>
  )
}

interface AboveFieldProps {
  readonly value: number
  readonly most: number
  onChange(above: number): void
}

/** How many lines above a table are left out. */
export function AboveField({ value, most, onChange }: AboveFieldProps) {
  const i18n = useI18n()
  return (
    <Named name={i18n.t('imports.above')}>
      {(labelledBy) => (
        <input
          type="number"
          className={`${field.field} ${styles.number}`}
          aria-labelledby={labelledBy}
          min={0}
          max={most}
          value={value}
          onChange={({ currentTarget: { valueAsNumber } }) => {
            if (Number.isInteger(valueAsNumber) && valueAsNumber >= 0 && valueAsNumber <= most) onChange(valueAsNumber)
          }}
        />
      )}
    </Named>
  )
}
