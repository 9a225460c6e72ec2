import { useEffect, useId, useRef, useState } from 'react'
import {
  type ColumnKind,
  detectedChoices,
  type ImportChoices,
  type ImportPreview,
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
  const preview = usePreview(importId, choices)
  const table = useLastTable(preview)
  const [busy, setBusy] = useState(false)
  const file = makeVisible(fileName)
  const lineId = useId()

  const change = (next: Partial<ImportChoices>) => setChoices((before) => ({ ...before, ...next }))
  const start = async (then: (sourceId: string | null) => Promise<void>) => {
    if (busy || preview?.kind !== 'table') return
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
        <ImportControls choices={choices} table={table} encodings={preview?.encodings ?? []} onChange={change} />
        {preview === null && table === null && (
          <p className={styles.line} role="status">
            {i18n.t('imports.reading')}
          </p>
        )}
        {preview?.kind === 'refused' && (
          <div role="alert">
            <Fault>{makeVisible(displayText(preview.problem, i18n))}</Fault>
          </div>
        )}
        {table !== null && preview?.kind !== 'refused' && (
          <PreviewTable
            table={table}
            label={i18n.t('imports.rows', { file })}
            onKind={(name: string, kind: ColumnKind) => change({ kinds: { ...choices.kinds, [name]: kind } })}
          />
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
          <Button
            aria-disabled={busy || preview?.kind !== 'table'}
            aria-describedby={lineId}
            onClick={() => void start(async () => onEnd())}
          >
            {i18n.t('imports.start')}
          </Button>
          <Button look="ink" aria-disabled={busy || preview?.kind !== 'table'} onClick={() => void start(ask)}>
            {i18n.t('imports.ask')}
          </Button>
        </div>
      </div>
    </SettingsGroup>
  )
}

/** The preview by these choices; null until main has answered for them. */
function usePreview(importId: string, choices: ImportChoices): ImportPreview | null {
  const { actions } = useServices()
  const [answer, setAnswer] = useState<{ readonly choices: ImportChoices; readonly preview: ImportPreview } | null>(null)
  useEffect(() => {
    let current = true
    void actions.previewFile(importId, choices).then((reply) => {
      if (!current) return
      const preview: ImportPreview = reply.ok ? reply.value : { kind: 'refused', problem: reply.error.message, encodings: [] }
      setAnswer({ choices, preview })
    })
    return () => {
      current = false
    }
  }, [actions, importId, choices])
  return answer?.choices === choices ? answer.preview : null
}

/** The last table that was shown: it stays while the next is read, so that nothing jumps. */
function useLastTable(preview: ImportPreview | null): TablePreview | null {
  const last = useRef<TablePreview | null>(null)
  if (preview?.kind === 'table') last.current = preview.table
  return last.current
}
