import { useEffect, useId, useRef, useState } from 'react'
import {
  type ColumnKind,
  detectedChoices,
  type ImportChoices,
  type ImportPreview,
  type SheetsPreview,
  type TablePreview,
  type WaitingImport,
} from '../../../shared/data/import-choices'
import { displayText } from '../../../shared/messages/message'
import { makeVisible } from '../../../shared/text/make-visible'
import { useI18n } from '../../i18n/i18n-provider'
import { useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { Fault } from '../../ui/fault'
import { focusComposer } from '../../ui/focus-composer'
import { whenDrawn } from '../../ui/when-drawn'
import { SettingsGroup } from '../settings-group'
import type { Outcome } from '../storage/outcome-message'
import styles from './import-check.module.css'
import { ImportControls } from './import-controls'
import { PreviewTable } from './preview-table'
import { SheetControls, withSheet } from './sheet-controls'

interface ImportCheckProps {
  readonly waiting: WaitingImport
  /** files that wait behind this one */
  readonly later: number
  onOutcome(outcome: Outcome): void
  /** It was imported or given up: the focus needs another place. */
  onEnd(): void
}

/** The first rows of a file before it is imported, as the choices above them read them. */
export function ImportCheck({ waiting: { importId, fileName }, later, onOutcome, onEnd }: ImportCheckProps) {
  const i18n = useI18n()
  const { actions, store } = useServices()
  const [choices, setChoices] = useState<ImportChoices>(detectedChoices)
  const [sheet, setSheet] = useState<number | null>(null)
  const preview = usePreview(importId, choices, sheet)
  const { table, sheets } = useLastShown(preview)
  const rows = table ?? sheets?.shown ?? null
  const isNothing = choices.onlySheets?.length === 0
  const isReady = preview !== null && preview.kind !== 'refused' && !isNothing
  const [busy, setBusy] = useState(false)
  const file = makeVisible(fileName)
  const lineId = useId()

  const change = (next: Partial<ImportChoices>) => setChoices((before) => ({ ...before, ...next }))
  const onKind = (name: string, kind: ColumnKind) => {
    const own = sheets === null ? undefined : sheets.names?.[sheet ?? sheets.shown.index]
    if (own === undefined) change({ kinds: { ...choices.kinds, [name]: kind } })
    else change(withSheet(choices, own, { kinds: { ...choices.sheets?.[own]?.kinds, [name]: kind } }))
  }
  const start = async (then: (sourceId: string | null) => Promise<void>) => {
    if (busy || !isReady) return
    setBusy(true)
    onOutcome(null)
    const reply = await actions.startFileImport(importId, choices)
    if (!reply.ok) {
      setBusy(false)
      onOutcome({ kind: 'refused', words: i18n.t('sources.failed', { file, reason: reply.error.message }) })
      return
    }
    await then(reply.value)
  }
  const ask = async (sourceId: string | null) => {
    await actions.readSources()
    const source = store.api.getState().sources?.find((one) => one.sourceId === sourceId)
    await store.create()
    const { currentConversationId } = store.api.getState()
    if (currentConversationId !== null)
      actions.setDraft(currentConversationId, i18n.t('imports.draft', { source: source?.name ?? fileName }))
    whenDrawn(() => {
      focusComposer()
      return document.activeElement?.matches('[data-composer]') ?? false
    })
  }

  return (
    <SettingsGroup name={i18n.t('imports.title', { file })}>
      <div className={styles.check} data-import={importId} aria-busy={preview === null}>
        <p className={styles.line} id={lineId}>
          {i18n.t('imports.line')} {later > 0 && i18n.count('imports.later', later)}
        </p>
        {sheets !== null && (
          <SheetControls
            choices={choices}
            sheets={sheet === null ? sheets : { ...sheets, shown: { ...sheets.shown, index: sheet } }}
            onChange={change}
            onShow={setSheet}
          />
        )}
        {(table !== null || (preview?.kind === 'refused' && preview.encodings.length > 0)) && (
          <ImportControls choices={choices} table={table} encodings={encodingsOf(preview)} onChange={change} />
        )}
        {preview === null && rows === null && (
          <p className={styles.line} role="status">
            {i18n.t('imports.reading')}
          </p>
        )}
        {preview?.kind === 'refused' && (
          <div role="alert">
            <Fault>{makeVisible(displayText(preview.problem, i18n))}</Fault>
          </div>
        )}
        {rows !== null && rows.columns.length > 0 && preview?.kind !== 'refused' && (
          <PreviewTable table={rows} label={i18n.t('imports.rows', { file })} onKind={onKind} />
        )}
        {rows?.rows.length === 0 && preview?.kind !== 'refused' && <p className={styles.line}>{i18n.t('imports.noRows')}</p>}
        {isNothing && (
          <p className={styles.line} role="status">
            {i18n.t('imports.noSheet')}
          </p>
        )}
        <div className={styles.foot}>
          <Button
            onClick={() => {
              onEnd()
              void actions.cancelFileImport(importId)
            }}
          >
            {i18n.t('imports.cancel')}
          </Button>
          <span className={styles.space} />
          <Button aria-disabled={busy || !isReady} aria-describedby={lineId} onClick={() => void start(async () => onEnd())}>
            {i18n.t('imports.start')}
          </Button>
          <Button look="ink" aria-disabled={busy || !isReady} onClick={() => void start(ask)}>
            {i18n.t('imports.ask')}
          </Button>
        </div>
      </div>
    </SettingsGroup>
  )
}

/** The preview of a sheet by these choices; null until main has answered for them. */
function usePreview(importId: string, choices: ImportChoices, sheet: number | null): ImportPreview | null {
  const { actions } = useServices()
  const [answer, setAnswer] = useState<{
    readonly choices: ImportChoices
    readonly sheet: number | null
    readonly preview: ImportPreview
  } | null>(null)
  useEffect(() => {
    let current = true
    void actions.previewFile(importId, choices, sheet).then((reply) => {
      if (!current) return
      const preview: ImportPreview = reply.ok ? reply.value : { kind: 'refused', problem: reply.error.message, encodings: [] }
      setAnswer({ choices, sheet, preview })
    })
    return () => {
      current = false
    }
  }, [actions, importId, choices, sheet])
  return answer?.choices === choices && answer.sheet === sheet ? answer.preview : null
}

/** What was shown last: it stays while the next is read, so that nothing jumps. */
function useLastShown(preview: ImportPreview | null): { readonly table: TablePreview | null; readonly sheets: SheetsPreview | null } {
  const table = useRef<TablePreview | null>(null)
  const sheets = useRef<SheetsPreview | null>(null)
  if (preview?.kind === 'table') table.current = preview.table
  if (preview?.kind === 'sheets') sheets.current = preview.sheets
  return { table: table.current, sheets: sheets.current }
}

/** The encodings that can be chosen; none while the preview is read. */
function encodingsOf(preview: ImportPreview | null): readonly string[] {
  return preview === null || preview.kind === 'sheets' ? [] : preview.encodings
}
