import { useId } from 'react'
import { type Delimiter, delimiters, type ImportChoices, mostLinesAbove, type TablePreview } from '../../../shared/data/import-choices'
import { useI18n } from '../../i18n/i18n-provider'
import { type Choice, Select } from '../../ui/select'
import { Switch } from '../../ui/switch'
import styles from './import-check.module.css'
import { AboveField, Named } from './import-fields'

const DELIMITER_TEXTS = {
  ',': 'imports.delimiter.comma',
  ';': 'imports.delimiter.semicolon',
  '\t': 'imports.delimiter.tab',
  '|': 'imports.delimiter.bar',
} as const

/** Stands for what is detected. */
const DETECTED = 'detected' as const

interface ImportControlsProps {
  readonly choices: ImportChoices
  /** null: nothing could be read yet */
  readonly table: TablePreview | null
  readonly encodings: readonly string[]
  onChange(change: Partial<ImportChoices>): void
}

/** Encoding, delimiter and header of a text table. */
export function ImportControls({ choices, table, encodings, onChange }: ImportControlsProps) {
  const i18n = useI18n()
  const headerId = useId()
  const unsureId = useId()
  const maybe = table?.otherEncodings ?? []
  const others = encodings.filter((label) => !maybe.includes(label))
  const isUnsure = choices.encoding === null && table !== null && (!table.isSure || maybe.length > 0)
  const detected = (isDetected: boolean, value: string | undefined): Choice<typeof DETECTED> => ({
    value: DETECTED,
    label: isDetected && value !== undefined ? i18n.t('imports.detected', { value }) : i18n.t('imports.detect'),
  })
  return (
    <div className={styles.controls}>
      <Named name={i18n.t('imports.encoding')}>
        {(labelledBy) => (
          <Select<string>
            labelledBy={labelledBy}
            describedBy={isUnsure ? unsureId : undefined}
            value={choices.encoding ?? DETECTED}
            choices={[
              detected(choices.encoding === null, table?.encoding),
              ...maybe.map((label) => ({ value: label, label: i18n.t('imports.maybe', { value: label }) })),
              ...others.map((label) => ({ value: label, label })),
            ]}
            onChange={(value) => onChange({ encoding: value === DETECTED ? null : value })}
          />
        )}
      </Named>
      <Named name={i18n.t('imports.delimiter')}>
        {(labelledBy) => (
          <Select<Delimiter | typeof DETECTED>
            labelledBy={labelledBy}
            value={choices.delimiter ?? DETECTED}
            choices={[
              detected(choices.delimiter === null, table === null ? undefined : i18n.t(DELIMITER_TEXTS[table.delimiter])),
              ...delimiters.map((sign) => ({ value: sign, label: i18n.t(DELIMITER_TEXTS[sign]) })),
            ]}
            onChange={(value) => onChange({ delimiter: value === DETECTED ? null : value })}
          />
        )}
      </Named>
      <AboveField value={choices.above ?? table?.above ?? 0} most={mostLinesAbove} onChange={(above) => onChange({ above })} />
      <span className={styles.switch}>
        <span id={headerId}>{i18n.t('imports.header')}</span>
        <Switch labelledBy={headerId} checked={choices.header ?? table?.header ?? true} onChange={(header) => onChange({ header })} />
      </span>
      {isUnsure && (
        <p className={styles.unsure} id={unsureId}>
          {i18n.t('imports.unsure')}
        </p>
      )}
    </div>
  )
}
