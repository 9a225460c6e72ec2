import { Plus } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useI18n } from '../../i18n/i18n-provider'
import { useApp, useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { SettingsGroup } from '../settings-group'
import { type Outcome, OutcomeMessage } from '../storage/outcome-message'
import styles from './data-section.module.css'
import { ImportCheck } from './import-check'
import { SourceRow } from './source-row'
import { UploadRow } from './upload-row'
import { useUploads } from './use-uploads'

/** The data sources that the model can query: files that were added, and the sample. */
export function DataSection() {
  const i18n = useI18n()
  const { actions } = useServices()
  const sources = useApp((state) => state.sources)
  const [waiting, ...later] = useApp((state) => state.waitingImports)
  const [outcome, setOutcome] = useState<Outcome>(null)
  const [over, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const { uploads, add, cancel } = useUploads(setOutcome)
  useEffect(() => {
    void actions.readSources().then((reply) => {
      if (!reply.ok) setOutcome({ kind: 'refused', words: reply.error.message })
    })
  }, [actions])

  const choose = async () => {
    setOutcome(null)
    const reply = await actions.chooseSource()
    if (!reply.ok) setOutcome({ kind: 'refused', words: reply.error.message })
    else if (!reply.value) chooser.current?.click()
  }
  const onDrop = (event: DragEvent<HTMLElement>) => {
    event.preventDefault()
    setOver(false)
    add([...event.dataTransfer.files])
  }

  return (
    <>
      <OutcomeMessage outcome={outcome} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for those without a pointer */}
      <div
        className={`${styles.drop} ${over ? styles.over : ''}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        data-drop
      >
        <p className={styles.dropWords}>{i18n.t('sources.drop')}</p>
        <Button ref={adder} onClick={() => void choose()}>
          <Plus size={14} strokeWidth={2} aria-hidden />
          {i18n.t('sources.add')}
        </Button>
        <input
          ref={chooser}
          className={styles.file}
          type="file"
          multiple
          accept=".csv,.tsv,.txt,.xlsx,.ods,.json,.jsonl,.ndjson,.parquet,.db,.sqlite,.sqlite3,.db3"
          aria-label={i18n.t('sources.add')}
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])])
            // allows the same file to be chosen again
            currentTarget.value = ''
          }}
        />
      </div>
      {waiting !== undefined && (
        <ImportCheck
          key={waiting.importId}
          waiting={waiting}
          later={later.length}
          onOutcome={setOutcome}
          onEnd={() => adder.current?.focus()}
        />
      )}
      <SettingsGroup name={i18n.t('sources.group')}>
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} onCancel={() => cancel(upload.id)} />
        ))}
        {sources?.map((source) => (
          <SourceRow key={source.sourceId} source={source} onOutcome={setOutcome} />
        ))}
        {sources?.length === 0 && uploads.length === 0 && <p className={styles.none}>{i18n.t('sources.none')}</p>}
      </SettingsGroup>
      <p className={styles.note}>{i18n.t('sources.note')}</p>
    </>
  )
}
