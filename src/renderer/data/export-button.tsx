import { Popover } from '@base-ui/react/popover'
import { Braces, ClipboardList, FileSpreadsheet, Image, Sheet } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Artifact } from '../../shared/data/artifact'
import { type CsvStyle, usualCsvStyle } from '../../shared/data/csv-text'
import type { ArtifactView } from '../../shared/ipc/data-calls'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { saveFile } from '../settings/audit/save-file'
import { useServices } from '../state/context'
import { Button } from '../ui/button'
import { Fault } from '../ui/fault'
import field from '../ui/field.module.css'
import { FloatingPanel } from '../ui/floating-panel'
import { wholeNumber } from '../ui/format'
import { Select } from '../ui/select'
import { markdownTable } from './cell-text'
import type { TakePicture } from './chart'
import styles from './export-button.module.css'
import { readRange } from './read-range'
import { csvFileName, writeCsv } from './write-csv'
import { type FileToWrite, writeFiles } from './write-files'
import { jsonFormat, tableFile, tableFileName } from './write-table'
import { WORKBOOK_TYPE, workbookFile } from './write-xlsx'

/** Most rows that are copied as a Markdown table. */
const MOST_COPIED = 1_000

interface ExportProps {
  readonly artifact: Artifact
  /** the table's current view, which is what is exported */
  readonly view: ArtifactView
  readonly total: number
  /** null: no chart is shown */
  readonly chart: TakePicture | null
  readonly side: 'top' | 'bottom'
  readonly children: ReactNode
}

type Outcome = { readonly kind: 'done' | 'refused'; readonly words: string } | null

/** Exports a result: as CSV with options, as a workbook, as JSON, its chart as an image, or as text to the clipboard. */
export function ExportButton({ artifact, view, total, chart, side, children }: ExportProps) {
  const i18n = useI18n()
  const [trigger, setTrigger] = useState<HTMLElement | null>(null)
  return (
    <Popover.Root>
      <Popover.Trigger ref={setTrigger} render={<Button small data-export />}>
        {children}
      </Popover.Trigger>
      <FloatingPanel opener={trigger} within="[data-region]" side={side} align="end" width="middle" title={i18n.t('export.title')}>
        <ExportForm artifact={artifact} view={view} total={total} chart={chart} />
      </FloatingPanel>
    </Popover.Root>
  )
}

function ExportForm({ artifact, view, total, chart }: Omit<ExportProps, 'side' | 'children'>) {
  const i18n = useI18n()
  const { client } = useServices()
  const [style, setStyle] = useState<CsvStyle>(usualCsvStyle)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>(null)
  const number = (count: number) => wholeNumber(count, i18n.locale)

  const take = async (work: () => Promise<Outcome>) => {
    if (busy) return
    setBusy(true)
    setOutcome(null)
    try {
      setOutcome(await work())
    } finally {
      setBusy(false)
    }
  }
  const outcomeOf = (written: Awaited<ReturnType<typeof writeCsv>>): Outcome => {
    if (written.kind === 'failed') return { kind: 'refused', words: written.failure.message }
    const [saved] = written.kind === 'saved' ? written.files : []
    return saved === undefined ? null : { kind: 'done', words: i18n.t('export.saved', { file: makeVisible(saved.file) }) }
  }
  const lasting = new AbortController().signal
  const asCsv = async () =>
    outcomeOf(await writeCsv(client, [{ artifact, view, fileName: csvFileName(artifact.title, style) }], style, keep('text/csv'), lasting))
  const asJson = async () =>
    outcomeOf(
      await writeFiles(
        client,
        [tableFile(client, artifact, tableFileName(artifact.title, 'json'), jsonFormat, lasting, view)],
        keep('application/json'),
      ),
    )
  const asWorkbook = async () =>
    outcomeOf(
      await writeFiles(client, [workbookFile(client, artifact, tableFileName(artifact.title, 'xlsx'), lasting, view)], keep(WORKBOOK_TYPE)),
    )
  const asPicture = async (picture: TakePicture): Promise<Outcome> => {
    const bytes = await picture()
    if (bytes === null) return { kind: 'refused', words: i18n.t('export.noPicture') }
    const file: FileToWrite<number> = {
      fileName: tableFileName(artifact.title, 'png'),
      make: async (put) => {
        await put(bytes)
        return 0
      },
    }
    return outcomeOf(await writeFiles(client, [file], keep('image/png')))
  }
  const asMarkdown = async (): Promise<Outcome> => {
    const rows = await readRange(client, artifact.artifactId, view, 0, Math.min(total, MOST_COPIED))
    if (!rows.ok) return { kind: 'refused', words: rows.error.message }
    try {
      await navigator.clipboard.writeText(markdownTable(artifact.columns, rows.value.rows))
    } catch {
      return { kind: 'refused', words: i18n.t('data.notCopied') }
    }
    return { kind: 'done', words: i18n.t('data.copied', { rows: number(rows.value.rows.length) }) }
  }

  return (
    <div className={styles.form} aria-busy={busy}>
      <div className={styles.csv}>
        <CsvOptions style={style} onStyle={setStyle} />
        <Button look="ink" aria-disabled={busy} data-format="csv" onClick={() => void take(asCsv)}>
          <FileSpreadsheet size={14} strokeWidth={2} aria-hidden />
          {i18n.t('export.csv')}
        </Button>
        <p className={styles.note}>{i18n.t('export.formulas')}</p>
      </div>
      <div className={styles.others}>
        <Button look="plain" data-format="xlsx" onClick={() => void take(asWorkbook)}>
          <Sheet size={14} strokeWidth={2} aria-hidden />
          {i18n.t('export.xlsx')}
        </Button>
        <Button look="plain" data-format="json" onClick={() => void take(asJson)}>
          <Braces size={14} strokeWidth={2} aria-hidden />
          {i18n.t('export.json')}
        </Button>
        {chart !== null && (
          <Button look="plain" data-format="png" onClick={() => void take(() => asPicture(chart))}>
            <Image size={14} strokeWidth={2} aria-hidden />
            {i18n.t('export.png')}
          </Button>
        )}
        <Button look="plain" data-format="markdown" onClick={() => void take(asMarkdown)}>
          <ClipboardList size={14} strokeWidth={2} aria-hidden />
          {i18n.t('export.markdown')}
        </Button>
      </div>
      <p className={styles.note}>
        {total === artifact.rows ? i18n.t('export.all', { rows: number(total) }) : i18n.t('export.shown', { rows: number(total) })}
      </p>
      {outcome?.kind === 'done' && (
        <p className={styles.done} role="status">
          {outcome.words}
        </p>
      )}
      {outcome?.kind === 'refused' && (
        <div role="alert">
          <Fault>{outcome.words}</Fault>
        </div>
      )}
    </div>
  )
}

/** The separator and the mark of a CSV file. */
function CsvOptions({ style, onStyle }: { readonly style: CsvStyle; onStyle(style: CsvStyle): void }) {
  const i18n = useI18n()
  return (
    <>
      <Select
        value={style.delimiter}
        label={i18n.t('export.delimiter')}
        choices={[
          { value: ',', label: i18n.t('export.comma') },
          { value: ';', label: i18n.t('export.semicolon') },
          { value: '\t', label: i18n.t('export.tab') },
        ]}
        onChange={(delimiter) => onStyle({ ...style, delimiter })}
      />
      <label className={styles.check}>
        <input
          type="checkbox"
          className={field.check}
          checked={style.byteOrderMark}
          onChange={(event) => onStyle({ ...style, byteOrderMark: event.currentTarget.checked })}
        />
        <span>{i18n.t('export.mark')}</span>
      </label>
    </>
  )
}

function keep(type: string) {
  return (fileName: string, parts: readonly Uint8Array<ArrayBuffer>[]) => saveFile(fileName, type, ...parts)
}
