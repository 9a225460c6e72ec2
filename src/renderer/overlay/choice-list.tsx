import { Check } from 'lucide-react'
import { useId } from 'react'
import type { DeviceChoices } from '../voice/device-choices'
import styles from './list.module.css'

/** A choice with all options visible, because a popup list would not fit into this window. */
export function ChoiceList({ name, chosen, choices, onChoose }: DeviceChoices & { readonly name: string; onChoose(value: string): void }) {
  const group = useId()
  return (
    <fieldset className={styles.list}>
      <legend className={styles.heading}>{name}</legend>
      {choices.map(({ value, label }) => (
        <label key={value} className={styles.row}>
          <input type="radio" className="visually-hidden" name={group} checked={value === chosen} onChange={() => onChoose(value)} />
          <span className={styles.mark}>{value === chosen && <Check size={14} strokeWidth={2} aria-hidden />}</span>
          <span className={styles.name}>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
