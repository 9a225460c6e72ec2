import { useState } from 'react'
import { type DataSource, longestSourceName } from '../../../shared/data/source'
import { displayText, modelText } from '../../../shared/messages/message'
import { makeVisible } from '../../../shared/text/make-visible'
import { useI18n } from '../../i18n/i18n-provider'
import { useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { Fault } from '../../ui/fault'
import field from '../../ui/field.module.css'
import { byteSize, momentOf, wholeNumber } from '../../ui/format'
import { Confirm } from '../storage/confirm'
import type { Outcome } from '../storage/outcome-message'
import styles from './data-section.module.css'
import { Progress } from './progress'

interface SourceRowProps {
  readonly source: DataSource
  onOutcome(outcome: Outcome): void
}

const KINDS = { sqlite: 'SQLite', csv: 'CSV', xlsx: 'XLSX', ods: 'ODS', json: 'JSON', parquet: 'Parquet' } as const

/** The most tables that are named; the others are counted. */
const NAMED = 6

/** One source: its tables, state and notes; it can be renamed and removed. */
export function SourceRow({ source, onOutcome }: SourceRowProps) {
  const i18n = useI18n()
  const { actions } = useServices()
  const [mode, setMode] = useState<'shown' | 'naming' | 'removing'>('shown')
  const name = makeVisible(source.name)
  const { state } = source

  const showRefusal = (reply: { readonly ok: true } | { readonly ok: false; readonly error: { readonly message: string } }) => {
    onOutcome(reply.ok ? null : { kind: 'refused', words: reply.error.message })
    if (reply.ok) setMode('shown')
  }
  return (
    <div data-source={source.sourceId}>
      <div className={styles.row}>
        <div className={styles.words}>
          {mode === 'naming' ? (
            <NameForm
              source={source}
              onName={async (next) => showRefusal(await actions.renameSource(source.sourceId, next))}
              onCancel={() => setMode('shown')}
            />
          ) : (
            <p className={styles.name}>{name}</p>
          )}
          <Facts source={source} />
          {state.kind === 'importing' && (
            <Progress label={i18n.t(`sources.phase.${state.phase}`)} done={state.doneBytes} total={state.totalBytes} rows={state.rows} />
          )}
          {state.kind === 'failed' && (
            <div role="status">
              <Fault>{makeVisible(displayText(state.problem, i18n))}</Fault>
            </div>
          )}
          {state.kind === 'missing' && <p className={styles.line}>{i18n.t('sources.missing', { file: makeVisible(state.fileName) })}</p>}
          {source.notes.map((note) => (
            <p key={modelText(note)} className={styles.line}>
              {makeVisible(displayText(note, i18n))}
            </p>
          ))}
        </div>
        {mode !== 'naming' && (
          <span className={styles.buttons}>
            {state.kind !== 'importing' && (
              <Button small aria-label={i18n.t('sources.renameOf', { name })} onClick={() => setMode('naming')}>
                {i18n.t('sources.rename')}
              </Button>
            )}
            {state.kind === 'importing' ? (
              <Button
                small
                aria-label={i18n.t('sources.stopOf', { name })}
                onClick={async () => showRefusal(await actions.removeSource(source.sourceId))}
              >
                {i18n.t('sources.stop')}
              </Button>
            ) : (
              <Button
                small
                aria-label={i18n.t('sources.removeOf', { name })}
                aria-expanded={mode === 'removing'}
                onClick={() => setMode('removing')}
              >
                {i18n.t('sources.remove')}
              </Button>
            )}
          </span>
        )}
      </div>
      {mode === 'removing' && (
        <Confirm
          question={i18n.t('sources.removeQuestion', { name })}
          yes={i18n.t('sources.remove')}
          onYes={async () => showRefusal(await actions.removeSource(source.sourceId))}
          onNo={() => setMode('shown')}
        />
      )}
    </div>
  )
}

function Facts({ source: { kind, fileNames, tables, bytes, copiedAt } }: { readonly source: DataSource }) {
  const i18n = useI18n()
  const table = ({ name, rows }: DataSource['tables'][number]) =>
    rows === null ? makeVisible(name) : i18n.t('sources.table', { table: makeVisible(name), rows: wholeNumber(rows, i18n.locale) })
  const more = tables.length - NAMED
  const named = tables.slice(0, NAMED).map(table)
  const what = kind === 'sample' ? i18n.t('sources.sample') : [KINDS[kind], ...fileNames.map((file) => makeVisible(file))].join(' · ')
  return (
    <>
      <p className={styles.line}>
        {[
          what,
          ...(bytes > 0 ? [byteSize(bytes, i18n.locale)] : []),
          ...(copiedAt === null || kind === 'sample' ? [] : [i18n.t('sources.copied', { time: momentOf(copiedAt, i18n.locale) })]),
        ].join(' · ')}
      </p>
      {named.length > 0 && (
        <p className={styles.line}>{[...named, ...(more > 0 ? [i18n.t('sources.moreTables', { count: more })] : [])].join(', ')}</p>
      )}
    </>
  )
}

interface NameFormProps {
  readonly source: DataSource
  onName(name: string): void
  onCancel(): void
}

function NameForm({ source, onName, onCancel }: NameFormProps) {
  const i18n = useI18n()
  const [name, setName] = useState(source.name)
  const ready = name.trim() !== ''
  return (
    <form
      className={styles.naming}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) onName(name.trim())
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onCancel()
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: it replaces the name whose button was pressed
        autoFocus
        className={field.field}
        aria-label={i18n.t('sources.nameOf', { name: makeVisible(source.name) })}
        value={name}
        maxLength={longestSourceName}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button onClick={onCancel}>{i18n.t('storage.cancel')}</Button>
      <Button look="ink" type="submit" aria-disabled={!ready}>
        {i18n.t('sources.save')}
      </Button>
    </form>
  )
}
