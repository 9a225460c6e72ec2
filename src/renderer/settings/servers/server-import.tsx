import { useId, useState } from 'react'
import { type FoundServer, readServersJson } from '../../../shared/servers/read-servers-json'
import { launchText } from '../../../shared/servers/tool-server'
import { makeVisible } from '../../../shared/text/make-visible'
import { useI18n } from '../../i18n/i18n-provider'
import { useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { Fault } from '../../ui/fault'
import input from '../settings-input.module.css'
import styles from './servers.module.css'

interface ServerImportProps {
  /** names of the servers that there are */
  readonly names: readonly string[]
}

/**
 * Reads the configuration of another assistant as it is pasted, and shows every command. Nothing is stored or started before each was added
 * by itself, with main's own dialog.
 */
export function ServerImport({ names }: ServerImportProps) {
  const i18n = useI18n()
  const id = useId()
  const lineId = useId()
  const [text, setText] = useState('')
  const [added, setAdded] = useState<readonly string[]>([])
  const found = text.trim() === '' ? null : readServersJson(text, names)
  const left = found?.servers.filter(({ source }) => !added.includes(source)) ?? []
  return (
    <div className={styles.form}>
      <label className={styles.label} htmlFor={id}>
        {i18n.t('servers.paste')}
      </label>
      <textarea
        id={id}
        className={input.input}
        rows={4}
        spellCheck={false}
        autoComplete="off"
        aria-describedby={lineId}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setAdded([])
        }}
      />
      <p className={styles.facts} id={lineId}>
        {i18n.t('servers.pasteLine')}
      </p>
      {text.trim() !== '' && found === null && <Fault>{i18n.t('servers.pasteWrong')}</Fault>}
      <ul className={styles.tools}>
        {left.map((one) => (
          <Found key={one.source} found={one} onAdded={() => setAdded([...added, one.source])} />
        ))}
      </ul>
      {found?.problems.map(({ source, problem }) => (
        <p key={source} className={styles.facts}>
          {i18n.t(`servers.problem.${problem}`, { name: makeVisible(source) })}
        </p>
      ))}
    </div>
  )
}

function Found({ found: { server, variables, missing }, onAdded }: { readonly found: FoundServer; onAdded(): void }) {
  const i18n = useI18n()
  const { client } = useServices()
  const [failure, setFailure] = useState<string | null>(null)
  const { name } = server
  const add = async () => {
    const reply = await client.call('toolServers.save', { server, variables: { ...variables } })
    if (reply.ok) onAdded()
    else setFailure(i18n.t('settings.failed', { reason: reply.error.message }))
  }
  return (
    <li className={styles.server}>
      <div className={styles.head}>
        <p className={styles.name}>{name}</p>
        <Button aria-label={i18n.t('servers.addOf', { name })} onClick={() => void add()}>
          {i18n.t('servers.add')}
        </Button>
      </div>
      <pre className={styles.code}>{launchText(server).split('\n').map(makeVisible).join('\n')}</pre>
      {missing.length > 0 && <p className={styles.facts}>{i18n.t('servers.missing', { names: missing.join(', ') })}</p>}
      {failure !== null && <Fault>{failure}</Fault>}
    </li>
  )
}
