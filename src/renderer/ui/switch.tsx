import styles from './switch.module.css'

interface SwitchProps {
  readonly checked: boolean
  readonly labelledBy: string
  readonly describedBy?: string | undefined
  onChange(checked: boolean): void
}

/** A switch that applies at once. */
export function Switch({ checked, labelledBy, describedBy, onChange }: SwitchProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      className={styles.switch}
      checked={checked}
      aria-checked={checked}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
