import { useId } from 'react'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { Fault } from '../ui/fault'
import field from '../ui/field.module.css'
import { Select } from '../ui/select'
import { isFaulty, type LimitDraft, OPERATORS } from './limit-drafts'
import styles from './limit-rows.module.css'

interface LimitRowsProps {
  readonly limits: readonly LimitDraft[]
  onChange(limits: readonly LimitDraft[]): void
}

/** The arguments that a rule can limit, each with a switch, a comparison and a value. */
export function LimitRows({ limits, onChange }: LimitRowsProps) {
  const change = (argument: string, part: Partial<LimitDraft>) =>
    onChange(limits.map((limit) => (limit.argument === argument ? { ...limit, ...part } : limit)))
  return (
    <ul className={styles.limits}>
      {limits.map((limit) => (
        <Row key={limit.argument} limit={limit} onChange={(part) => change(limit.argument, part)} />
      ))}
    </ul>
  )
}

function Row({ limit, onChange }: { readonly limit: LimitDraft; onChange(part: Partial<LimitDraft>): void }) {
  const i18n = useI18n()
  const id = useId()
  const name = makeVisible(limit.argument)
  const faulty = isFaulty(limit)
  const text = { value: limit.text, 'aria-label': i18n.t('limit.value', { argument: name }) }
  return (
    <li className={styles.limit} data-limit={limit.argument}>
      <input
        id={id}
        type="checkbox"
        className={field.check}
        checked={limit.on}
        onChange={(event) => onChange({ on: event.currentTarget.checked })}
      />
      <label className={styles.key} htmlFor={id}>
        {name}
      </label>
      {limit.on && (
        <div className={styles.value}>
          <Select
            value={limit.operator}
            label={i18n.t('limit.operator', { argument: name })}
            choices={OPERATORS[limit.type].map((value) => ({ value, label: i18n.t(`operator.${value}`) }))}
            onChange={(operator) => onChange({ operator })}
          />
          {limit.type === 'boolean' ? (
            <select
              {...text}
              className={`${field.field} ${styles.input}`}
              onChange={(event) => onChange({ text: event.currentTarget.value })}
            >
              <option value="true">true</option>
              <option value="false">false</option>
            </select>
          ) : (
            <input
              {...text}
              className={`${field.field} ${styles.input}`}
              type="text"
              inputMode={limit.type === 'number' ? 'decimal' : 'text'}
              maxLength={2000}
              autoComplete="off"
              spellCheck={false}
              aria-invalid={faulty}
              onChange={(event) => onChange({ text: event.currentTarget.value })}
            />
          )}
          {faulty && <Fault>{i18n.t(limit.type === 'number' ? 'edit.notNumber' : 'limit.noText')}</Fault>}
        </div>
      )}
    </li>
  )
}
