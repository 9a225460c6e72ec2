import { useEffect, useState } from 'react'
import type { CallReply } from '../../shared/ipc/contract'
import { useI18n } from '../i18n/i18n-provider'
import { useServices } from '../state/context'
import { Button } from '../ui/button'
import { Fault } from '../ui/fault'
import fields from '../ui/field.module.css'
import { Select } from '../ui/select'
import styles from './recording-form.module.css'

const KINDS = ['transcripts', 'values', 'sound', 'paths'] as const
const LAST_MINUTES = 5

/** A part of a conversation that can be recorded separately: the turns of these recorded events. */
export interface RecordedPart {
  readonly name: string
  readonly first: number
  readonly last: number
}

interface RecordingFormProps {
  readonly conversationId: string
  /** the first one is initially selected; empty: the last minutes are */
  readonly parts?: readonly RecordedPart[]
  /** when the recording that just ended was started, which is then selected; null without one */
  readonly since?: number | null
}

/** The options of a recording, a preview of the file's beginning, and the buttons that save and copy it. */
export function RecordingForm({ conversationId, parts = [], since = null }: RecordingFormProps) {
  const i18n = useI18n()
  const { client } = useServices()
  const [time, setTime] = useState<string>(since !== null ? 'recorded' : parts.length > 0 ? '0' : '5m')
  const [left, setLeft] = useState<ReadonlySet<(typeof KINDS)[number]>>(new Set(['paths']))
  const [names, setNames] = useState('')
  const [preview, setPreview] = useState<CallReply<'fixture.preview'> | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const leaveOut = {
    ...{ transcripts: left.has('transcripts'), values: left.has('values'), sound: left.has('sound'), paths: left.has('paths') },
    names: names
      .split(/[,、，]/)
      .map((name) => name.trim().slice(0, 100))
      .filter((name) => name !== '')
      .slice(0, 50),
  }
  const part = parts[Number(time)]
  const frames = part === undefined ? {} : { frames: { first: part.first, last: part.last } }
  const from = time === 'recorded' && since !== null ? { since } : {}
  const request = JSON.stringify({ conversationId, minutes: time === '5m' ? LAST_MINUTES : null, leaveOut, ...from, ...frames })

  useEffect(() => {
    let stale = false
    void client.call('fixture.preview', JSON.parse(request)).then((reply) => {
      if (stale) return
      setPreview(reply.ok ? reply.value : null)
      setRefusal(reply.ok ? null : reply.error.message)
    })
    return () => {
      stale = true
    }
  }, [client, request])

  const save = async () => {
    const reply = await client.call('fixture.save', JSON.parse(request))
    if (!reply.ok) setRefusal(reply.error.message)
    else if (reply.value.kind === 'saved') setSaid(i18n.t('rec.saved', { file: reply.value.fileName }))
  }
  const copy = async () => {
    const reply = await client.call('fixture.text', JSON.parse(request))
    if (!reply.ok) return setRefusal(reply.error.message)
    await navigator.clipboard.writeText(reply.value.text).then(
      () => setSaid(i18n.t('rec.copied')),
      () => setSaid(i18n.t('rec.notCopied')),
    )
  }
  const times = [
    ...(since === null ? [] : [{ value: 'recorded', label: i18n.t('rec.time.recorded') }]),
    ...parts.map(({ name }, place) => ({ value: String(place), label: name })),
    { value: '5m', label: i18n.t('rec.time.5') },
    { value: 'all', label: i18n.t('rec.time.all') },
  ]
  return (
    <>
      <p className={styles.line}>{i18n.t('rec.line')}</p>
      <Select value={time} choices={times} label={i18n.t('rec.time')} onChange={(value) => setTime(value)} />
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{i18n.t('rec.leaveOut')}</legend>
        {KINDS.map((kind) => (
          <label key={kind} className={styles.check}>
            <input
              type="checkbox"
              checked={left.has(kind)}
              onChange={() => setLeft(new Set(left.has(kind) ? [...left].filter((one) => one !== kind) : [...left, kind]))}
            />
            {i18n.t(`rec.leaveOut.${kind}`)}
          </label>
        ))}
      </fieldset>
      <input
        className={fields.field}
        placeholder={i18n.t('rec.names')}
        aria-label={i18n.t('rec.names')}
        value={names}
        onChange={(event) => setNames(event.currentTarget.value)}
      />
      {preview !== null && <Preview preview={preview} />}
      {refusal !== null && <Fault>{refusal}</Fault>}
      <div className={styles.row}>
        <Button look="ink" small disabled={preview === null} onClick={() => void save()}>
          {i18n.t('rec.save')}
        </Button>
        <Button small disabled={preview === null} onClick={() => void copy()}>
          {i18n.t('rec.copy')}
        </Button>
        <span role="status">{said}</span>
      </div>
    </>
  )
}

function Preview({ preview: { text, lines, files, removed } }: { readonly preview: CallReply<'fixture.preview'> }) {
  const i18n = useI18n()
  const megabytes = (files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(1)
  const cleaned = removed.secrets + removed.handles + removed.paths + removed.names
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard */}
      <section className={styles.preview} tabIndex={0} aria-label={i18n.t('rec.preview')}>
        {text}
      </section>
      <p className={styles.line}>{i18n.t('rec.facts', { megabytes, files: files.length, lines, removed: cleaned })}</p>
    </>
  )
}
