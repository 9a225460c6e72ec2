import { Plus } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useWords } from '../../i18n/words'
import { useApp, useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { SettingsGroup } from '../settings-group'
import { type Outcome, Told } from '../storage/told'
import styles from './data-section.module.css'
import { SourceRow } from './source-row'
import { UploadRow } from './upload-row'
import { useUploads } from './use-uploads'

/** What the model may be asked about: files that were added, and the sample. */
export function DataSection() {
  const words = useWords()
  const { actions } = useServices()
  const sources = useApp((state) => state.sources)
  const [outcome, setOutcome] = useState<Outcome>(null)
  const [over, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
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
      <Told outcome={outcome} />
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
        <p className={styles.dropWords}>{words.say('sources.drop')}</p>
        <Button onClick={() => void choose()}>
          <Plus size={14} strokeWidth={2} aria-hidden />
          {words.say('sources.add')}
        </Button>
        <input
          ref={chooser}
          className={styles.file}
          type="file"
          multiple
          accept=".csv,.tsv,.txt,.db,.sqlite,.sqlite3,.db3"
          aria-label={words.say('sources.add')}
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])])
            // the same file can be chosen again
            currentTarget.value = ''
          }}
        />
      </div>
      <SettingsGroup name={words.say('sources.group')}>
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} onCancel={() => cancel(upload.id)} />
        ))}
        {sources?.map((source) => (
          <SourceRow key={source.sourceId} source={source} onOutcome={setOutcome} />
        ))}
        {sources?.length === 0 && uploads.length === 0 && <p className={styles.none}>{words.say('sources.none')}</p>}
      </SettingsGroup>
      <p className={styles.note}>{words.say('sources.note')}</p>
    </>
  )
}
