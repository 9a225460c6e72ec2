import { useId } from 'react'
import { longestDayLimit } from '../../shared/approvals/policy-rule'
import { useI18n } from '../i18n/i18n-provider'
import { Fault } from '../ui/fault'
import field from '../ui/field.module.css'
import { type DayLimit, perDayOf } from './day-limit'
import styles from './limit-rows.module.css'
import { numberText } from './number-text'

interface DayLimitRowProps {
  readonly limit: DayLimit
  onChange(limit: DayLimit): void
}

/** How often a rule lets its calls run in 24 hours: a switch and a number. */
export function DayLimitRow({ limit, onChange }: DayLimitRowProps) {
  const i18n = useI18n()
  const id = useId()
  const faulty = perDayOf(limit) === null
  return (
    <div className={styles.day} data-limit="per-day">
      <input
        id={id}
        type="checkbox"
        className={field.check}
        checked={limit.on}
        onChange={(event) => onChange({ ...limit, on: event.currentTarget.checked })}
      />
      <label htmlFor={id}>{i18n.t('dayLimit.label')}</label>
      {limit.on && (
        <input
          className={`${field.field} ${styles.times}`}
          type="text"
          inputMode="numeric"
          maxLength={10}
          autoComplete="off"
          value={limit.text}
          aria-label={i18n.t('dayLimit.value')}
          aria-invalid={faulty}
          onChange={(event) => onChange({ ...limit, text: event.currentTarget.value })}
        />
      )}
      {faulty && <Fault>{i18n.t('dayLimit.fault', { most: numberText(longestDayLimit) })}</Fault>}
    </div>
  )
}
