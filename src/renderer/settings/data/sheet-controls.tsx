import { useId } from 'react'
import {
  choicesOfSheet,
  type ImportChoices,
  isSheetWanted,
  mostLinesAbove,
  type SheetChoices,
  type SheetsPreview,
} from '../../../shared/data/import-choices'
import { makeVisible } from '../../../shared/text/make-visible'
import { useI18n } from '../../i18n/i18n-provider'
import { Select } from '../../ui/select'
import { Switch } from '../../ui/switch'
import styles from './import-check.module.css'
import { AboveField, Named } from './import-fields'

interface SheetControlsProps {
  readonly choices: ImportChoices
  readonly sheets: SheetsPreview
  onChange(change: Partial<ImportChoices>): void
  /** another sheet is to be shown */
  onShow(index: number): void
}

/** Which sheet is shown, whether it is imported, and where its table begins; nothing where the kind of file leaves no choice. */
export function SheetControls({ choices, sheets: { names, shown }, onChange, onShow }: SheetControlsProps) {
  const i18n = useI18n()
  const headerId = useId()
  const wantedId = useId()
  if (names === null) return null
  const name = names[shown.index] ?? ''
  const own = choicesOfSheet(choices, name)
  return (
    <div className={styles.controls}>
      {names.length > 1 && (
        <>
          <Named name={i18n.t('imports.sheet')}>
            {(labelledBy) => (
              <Select<string>
                labelledBy={labelledBy}
                value={String(shown.index)}
                choices={names.map((one, index) => ({ value: String(index), label: makeVisible(one) }))}
                onChange={(value) => onShow(Number(value))}
              />
            )}
          </Named>
          <span className={styles.switch}>
            <span id={wantedId}>{i18n.t('imports.wanted')}</span>
            <Switch
              labelledBy={wantedId}
              checked={isSheetWanted(choices, name)}
              onChange={(isWanted) =>
                onChange({ onlySheets: names.filter((one) => (one === name ? isWanted : isSheetWanted(choices, one))) })
              }
            />
          </span>
        </>
      )}
      {shown.header !== null && (
        <>
          <AboveField
            value={own.above ?? shown.above}
            most={mostLinesAbove}
            onChange={(above) => onChange(withSheet(choices, name, { above }))}
          />
          <span className={styles.switch}>
            <span id={headerId}>{i18n.t('imports.header')}</span>
            <Switch
              labelledBy={headerId}
              checked={own.header ?? shown.header}
              onChange={(header) => onChange(withSheet(choices, name, { header }))}
            />
          </span>
        </>
      )}
    </div>
  )
}

/** The choices with a change of one sheet. */
export function withSheet(choices: ImportChoices, name: string, change: Partial<SheetChoices>): Pick<ImportChoices, 'sheets'> {
  const sheets = new Map(Object.entries(choices.sheets ?? {}))
  sheets.set(name, { header: null, above: null, kinds: {}, ...sheets.get(name), ...change })
  return { sheets: Object.fromEntries(sheets) }
}
