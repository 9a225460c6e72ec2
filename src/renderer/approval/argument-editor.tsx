import { Pencil } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { Fault } from '../ui/fault'
import field from '../ui/field.module.css'
import styles from './argument-editor.module.css'
import { hiddenExcerpt, isUnbroken } from './argument-text'
import type { ArgumentDrafts, ArgumentField } from './edited-arguments'

interface ArgumentEditorProps {
  readonly fields: readonly ArgumentField[]
  readonly drafts: ArgumentDrafts
  readonly changes: number
  /** the fault of each invalid argument, as text, by its key */
  readonly faults: { readonly [key: string]: string }
  onChange(drafts: ArgumentDrafts): void
}

/** Every argument of a call as an input of its own type, with keys as sent, its fault below, and Undo for all. */
export function ArgumentEditor({ fields, drafts, changes, faults, onChange }: ArgumentEditorProps) {
  const i18n = useI18n()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const first = box.current?.querySelector<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>('input, textarea, select')
    first?.focus()
    if (first instanceof HTMLInputElement) first.select()
  }, [])
  return (
    <>
      <div className={styles.box} ref={box}>
        {fields.map((one) => (
          <Row
            key={one.key}
            field={one}
            text={drafts[one.key] ?? one.text}
            fault={Object.hasOwn(faults, one.key) ? faults[one.key] : undefined}
            onType={(text) => onChange({ ...drafts, [one.key]: text })}
          />
        ))}
      </div>
      <p className={styles.changes}>
        <Pencil size={13} strokeWidth={2} aria-hidden />
        <span className={styles.changesWords} role="status">
          {changes === 0 ? i18n.t('edit.none') : i18n.count('edit.changes', changes)}
        </span>
        {changes > 0 && (
          <button type="button" className={styles.undo} onClick={() => onChange({})}>
            {i18n.t('edit.undo')}
          </button>
        )}
      </p>
    </>
  )
}

interface RowProps {
  readonly field: ArgumentField
  readonly text: string
  readonly fault: string | undefined
  onType(text: string): void
}

function Row({ field: { key, kind }, text, fault, onType }: RowProps) {
  const i18n = useI18n()
  const id = useId()
  const hidden = hiddenExcerpt(text)
  const noteId = `${id}-note`
  const face = {
    id,
    value: text,
    dir: 'ltr',
    spellCheck: false,
    'aria-invalid': fault !== undefined,
    'aria-describedby': fault !== undefined || hidden !== null ? noteId : undefined,
    'data-argument': key,
  } as const
  return (
    <div className={styles.row}>
      <label className={styles.key} htmlFor={id}>
        {makeVisible(key)}
      </label>
      <div className={styles.value}>
        {kind === 'boolean' ? (
          <select {...face} className={field.field} onChange={(event) => onType(event.currentTarget.value)}>
            <option value="true">true</option>
            <option value="false">false</option>
          </select>
        ) : kind === 'long-text' || kind === 'json' ? (
          <textarea
            {...face}
            className={`${field.field} ${kind === 'json' ? field.code : ''}`}
            rows={4}
            wrap={isUnbroken(text) ? 'off' : 'soft'}
            onChange={(event) => onType(event.currentTarget.value)}
          />
        ) : (
          <input
            {...face}
            className={field.field}
            type="text"
            inputMode={kind === 'number' ? 'decimal' : 'text'}
            autoComplete="off"
            onChange={(event) => onType(event.currentTarget.value)}
          />
        )}
        {fault !== undefined ? (
          <Fault id={noteId}>{fault}</Fault>
        ) : (
          hidden !== null && (
            <p id={noteId} className={field.note}>
              {i18n.t('edit.hidden', { text: hidden })}
            </p>
          )
        )}
      </div>
    </div>
  )
}
