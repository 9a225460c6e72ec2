import { useState } from 'react'
import { type DataSource, longestSourceName } from '../../../shared/data/source'
import { makeVisible } from '../../../shared/text/make-visible'
import { useWords } from '../../i18n/words'
import { useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { Fault } from '../../ui/fault'
import field from '../../ui/field.module.css'
import { byteSize, momentOf, wholeNumber } from '../../ui/format'
import { Confirm } from '../storage/confirm'
import type { Outcome } from '../storage/told'
import styles from './data-section.module.css'
import { Progress } from './progress'

interface SourceRowProps {
  readonly source: DataSource
  onOutcome(outcome: Outcome): void
}

/** Tables that are named; the others are counted. */
const NAMED = 6

/** One source: what is in it, what it is doing, what was noticed; it can be renamed and removed. */
export function SourceRow({ source, onOutcome }: SourceRowProps) {
  const words = useWords()
  const { actions } = useServices()
  const [mode, setMode] = useState<'shown' | 'naming' | 'removing'>('shown')
  const name = makeVisible(source.name)
  const { state } = source

  const tell = (reply: { readonly ok: true } | { readonly ok: false; readonly error: { readonly message: string } }) => {
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
              onName={async (next) => tell(await actions.renameSource(source.sourceId, next))}
              onCancel={() => setMode('shown')}
            />
          ) : (
            <p className={styles.name}>{name}</p>
          )}
          <Facts source={source} />
          {state.kind === 'importing' && (
            <Progress label={words.say(`sources.phase.${state.phase}`)} done={state.doneBytes} total={state.totalBytes} rows={state.rows} />
          )}
          {state.kind === 'failed' && (
            <div role="status">
              <Fault>{makeVisible(words.of(state.problem))}</Fault>
            </div>
          )}
          {state.kind === 'missing' && <p className={styles.line}>{words.say('sources.missing', { file: makeVisible(state.fileName) })}</p>}
          {source.notes.map((note) => (
            <p key={note.en} className={styles.line}>
              {makeVisible(words.of(note))}
            </p>
          ))}
        </div>
        {mode !== 'naming' && (
          <span className={styles.buttons}>
            {state.kind !== 'importing' && (
              <Button small aria-label={words.say('sources.renameOf', { name })} onClick={() => setMode('naming')}>
                {words.say('sources.rename')}
              </Button>
            )}
            {state.kind === 'importing' ? (
              <Button
                small
                aria-label={words.say('sources.stopOf', { name })}
                onClick={async () => tell(await actions.removeSource(source.sourceId))}
              >
                {words.say('sources.stop')}
              </Button>
            ) : (
              <Button
                small
                aria-label={words.say('sources.removeOf', { name })}
                aria-expanded={mode === 'removing'}
                onClick={() => setMode('removing')}
              >
                {words.say('sources.remove')}
              </Button>
            )}
          </span>
        )}
      </div>
      {mode === 'removing' && (
        <Confirm
          question={words.say('sources.removeQuestion', { name })}
          yes={words.say('sources.remove')}
          onYes={async () => tell(await actions.removeSource(source.sourceId))}
          onNo={() => setMode('shown')}
        />
      )}
    </div>
  )
}

function Facts({ source: { kind, fileNames, tables, bytes, copiedAt } }: { readonly source: DataSource }) {
  const words = useWords()
  const table = ({ name, rows }: DataSource['tables'][number]) =>
    rows === null ? makeVisible(name) : words.say('sources.table', { table: makeVisible(name), rows: wholeNumber(rows, words.locale) })
  const more = tables.length - NAMED
  const named = tables.slice(0, NAMED).map(table)
  const what =
    kind === 'sample'
      ? words.say('sources.sample')
      : [kind === 'sqlite' ? 'SQLite' : 'CSV', ...fileNames.map((file) => makeVisible(file))].join(' · ')
  return (
    <>
      <p className={styles.line}>
        {[
          what,
          ...(bytes > 0 ? [byteSize(bytes, words.locale)] : []),
          ...(copiedAt === null || kind === 'sample' ? [] : [words.say('sources.copied', { time: momentOf(copiedAt, words.locale) })]),
        ].join(' · ')}
      </p>
      {named.length > 0 && (
        <p className={styles.line}>{[...named, ...(more > 0 ? [words.say('sources.moreTables', { count: more })] : [])].join(', ')}</p>
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
  const words = useWords()
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
        // biome-ignore lint/a11y/noAutofocus: it stands where the name was whose button was pressed
        autoFocus
        className={field.field}
        aria-label={words.say('sources.nameOf', { name: makeVisible(source.name) })}
        value={name}
        maxLength={longestSourceName}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button onClick={onCancel}>{words.say('storage.cancel')}</Button>
      <Button look="ink" type="submit" aria-disabled={!ready}>
        {words.say('sources.save')}
      </Button>
    </form>
  )
}
