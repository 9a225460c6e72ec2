import { useId, useState } from 'react'
import type { PlainKey } from '../../../shared/i18n/language-file'
import { useI18n } from '../../i18n/i18n-provider'
import { useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { Fault } from '../../ui/fault'
import field from '../../ui/field.module.css'
import input from '../settings-input.module.css'
import { emptyServerDraft, readServerDraft, type ServerDraft } from './server-draft'
import styles from './servers.module.css'

interface TextFieldProps {
  readonly text: PlainKey
  readonly line?: PlainKey
  readonly value: string
  readonly rows?: number
  readonly example?: string
  onValue(value: string): void
}

/** Adds a server. Main shows the whole command in a dialog of its own before anything is stored or started. */
export function ServerForm() {
  const i18n = useI18n()
  const { client } = useServices()
  const [draft, setDraft] = useState<ServerDraft>(emptyServerDraft)
  const [failure, setFailure] = useState<string | null>(null)
  const change = (changed: Partial<ServerDraft>) => setDraft((before) => ({ ...before, ...changed }))

  const add = async () => {
    const read = readServerDraft(draft)
    if (read === null) {
      setFailure(i18n.t('servers.wrong'))
      return
    }
    const reply = await client.call('toolServers.save', { server: read.server, variables: { ...read.variables } })
    setFailure(reply.ok ? null : i18n.t('settings.failed', { reason: reply.error.message }))
    if (reply.ok) setDraft(emptyServerDraft)
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <fieldset className={styles.kinds}>
        <legend className={styles.label}>{i18n.t('servers.kind')}</legend>
        {(['command', 'address'] as const).map((kind) => (
          <label key={kind} className={styles.choice}>
            <input type="radio" name="kind" className={field.check} checked={draft.kind === kind} onChange={() => change({ kind })} />
            {i18n.t(`servers.kind.${kind}`)}
          </label>
        ))}
      </fieldset>
      <TextField text="servers.name" line="servers.nameLine" value={draft.name} onValue={(name) => change({ name })} />
      {draft.kind === 'address' ? (
        <>
          <TextField
            text="servers.address"
            value={draft.address}
            example="https://example.com/mcp"
            onValue={(address) => change({ address })}
          />
          <TextField
            text="servers.clientId"
            line="servers.clientIdLine"
            value={draft.clientId}
            onValue={(clientId) => change({ clientId })}
          />
          {draft.clientId.trim() !== '' && (
            <TextField text="servers.clientSecret" value={draft.clientSecret} onValue={(clientSecret) => change({ clientSecret })} />
          )}
        </>
      ) : (
        <>
          <TextField
            text="servers.command"
            line="servers.commandLine"
            value={draft.command}
            example="npx"
            onValue={(command) => change({ command })}
          />
          <TextField
            text="servers.args"
            value={draft.args}
            rows={3}
            example={'-y\n@modelcontextprotocol/server-filesystem\n/home/ann/Notes'}
            onValue={(args) => change({ args })}
          />
          <TextField
            text="servers.variables"
            line="servers.variablesLine"
            value={draft.variables}
            rows={2}
            onValue={(variables) => change({ variables })}
          />
          <TextField text="servers.folder" value={draft.folder} onValue={(folder) => change({ folder })} />
        </>
      )}
      {failure !== null && <Fault>{failure}</Fault>}
      <div>
        <Button type="submit" look="ink" disabled={draft.name.trim() === ''}>
          {i18n.t('servers.add')}
        </Button>
      </div>
    </form>
  )
}

function TextField({ text, line, value, rows, example, onValue }: TextFieldProps) {
  const i18n = useI18n()
  const id = useId()
  const lineId = useId()
  const shared = {
    id,
    className: input.input,
    value,
    autoComplete: 'off',
    spellCheck: false,
    ...(example !== undefined && { placeholder: example }),
    ...(line !== undefined && { 'aria-describedby': lineId }),
  }
  return (
    <>
      <label className={styles.label} htmlFor={id}>
        {i18n.t(text)}
      </label>
      {rows === undefined ? (
        <input {...shared} onChange={(event) => onValue(event.currentTarget.value)} />
      ) : (
        <textarea {...shared} rows={rows} onChange={(event) => onValue(event.currentTarget.value)} />
      )}
      {line !== undefined && (
        <p className={styles.facts} id={lineId}>
          {i18n.t(line)}
        </p>
      )}
    </>
  )
}
