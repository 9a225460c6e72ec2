import { ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './select.module.css'

/** One option. */
export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
}

interface SelectProps<Value extends string> {
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly label?: string
  readonly labelledBy?: string
  readonly describedBy?: string | undefined
  readonly look?: 'edge' | 'plain'
  /** the setting that a link to this page focuses */
  readonly field?: string
  readonly icon?: ReactNode
  onChange(value: Value): void
}

/** A native select in the app's style. */
export function Select<Value extends string>({
  value,
  choices,
  label,
  labelledBy,
  describedBy,
  look = 'edge',
  icon,
  field,
  onChange,
}: SelectProps<Value>) {
  return (
    <span className={`${styles.select} ${styles[look]}`}>
      {icon}
      <select
        value={value}
        data-model-field={field}
        aria-label={label}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.value === event.currentTarget.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <ChevronsUpDown size={14} strokeWidth={2} aria-hidden className={styles.chevron} />
    </span>
  )
}
