import { useId } from 'react'
import type { FieldFault, FormField } from '../../shared/servers/elicitation'
import { useI18n } from '../i18n/i18n-provider'
import { Fault } from '../ui/fault'
import field from '../ui/field.module.css'
import styles from './elicitations.module.css'
import type { FormDrafts } from './form-drafts'

interface FormFieldsProps {
  readonly fields: readonly FormField[]
  readonly drafts: FormDrafts
  /** what is wrong, for the fields whose faults are to be shown */
  readonly faults: ReadonlyMap<string, FieldFault>
  onChange(drafts: FormDrafts): void
}

/** The fields of a server's form, each with the server's words and its fault. */
export function FormFields({ fields, drafts, faults, onChange }: FormFieldsProps) {
  return fields.map((one) => (
    <Row
      key={one.name}
      field={one}
      draft={drafts[one.name] ?? ''}
      fault={faults.get(one.name) ?? null}
      onDraft={(draft) => onChange({ ...drafts, [one.name]: draft })}
    />
  ))
}

interface RowProps {
  readonly field: FormField
  readonly draft: FormDrafts[string]
  readonly fault: FieldFault | null
  onDraft(draft: FormDrafts[string]): void
}

function Row({ field: one, draft, fault, onDraft }: RowProps) {
  const i18n = useI18n()
  const id = useId()
  const noteId = useId()
  const { title, description, required } = one
  const face = { id, 'data-field': one.name, 'aria-describedby': noteId, 'aria-invalid': fault !== null }
  const name = required ? title : i18n.t('elicitation.optional', { title })
  return (
    <div className={styles.row}>
      {one.kind === 'boolean' ? (
        <label className={styles.choice}>
          <input
            {...face}
            type="checkbox"
            className={field.check}
            checked={draft === true}
            onChange={(event) => onDraft(event.currentTarget.checked)}
          />
          {title}
        </label>
      ) : one.kind === 'choices' ? (
        <fieldset className={styles.choices} aria-describedby={noteId}>
          <legend className={styles.label}>{name}</legend>
          {one.options.map(({ value, title: option }) => (
            <label key={value} className={styles.choice}>
              <input
                type="checkbox"
                className={field.check}
                checked={Array.isArray(draft) && draft.includes(value)}
                onChange={(event) => onDraft(changed(draft, value, event.currentTarget.checked))}
              />
              {option}
            </label>
          ))}
        </fieldset>
      ) : (
        <>
          <label className={styles.label} htmlFor={id}>
            {name}
          </label>
          {one.kind === 'choice' ? (
            <select {...face} className={field.field} value={String(draft)} onChange={(event) => onDraft(event.currentTarget.value)}>
              <option value="">{i18n.t('elicitation.choose')}</option>
              {one.options.map(({ value, title: option }) => (
                <option key={value} value={value}>
                  {option}
                </option>
              ))}
            </select>
          ) : (
            <input
              {...face}
              className={field.field}
              type="text"
              inputMode={one.kind === 'number' ? 'decimal' : 'text'}
              placeholder={one.kind === 'text' && one.format === 'date' ? '2026-01-31' : undefined}
              autoComplete="off"
              value={String(draft)}
              onChange={(event) => onDraft(event.currentTarget.value)}
            />
          )}
        </>
      )}
      <div id={noteId}>
        {description !== '' && <p className={field.note}>{description}</p>}
        {fault !== null && <Fault>{i18n.t(`elicitation.fault.${fault}`)}</Fault>}
      </div>
    </div>
  )
}

function changed(draft: FormDrafts[string], value: string, isChosen: boolean): readonly string[] {
  const chosen = typeof draft === 'object' ? draft : []
  return isChosen ? [...chosen, value] : chosen.filter((one) => one !== value)
}
