import { useId, useState } from 'react'
import { type GatewayScope, gatewayScopeSchema } from '../../../shared/gateway/gateway-client'
import { useWords } from '../../i18n/words'
import { useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { Fault } from '../../ui/fault'
import field from '../../ui/field.module.css'
import input from '../settings-input.module.css'
import styles from './gateway-section.module.css'

interface Made {
  readonly name: string
  readonly token: string
}

/** Gives a program access: its name, what it may do, and once its token. */
export function ClientForm() {
  const words = useWords()
  const { client } = useServices()
  const nameId = useId()
  const originId = useId()
  const originLineId = useId()
  const [name, setName] = useState('')
  const [origin, setOrigin] = useState('')
  const [scopes, setScopes] = useState<readonly GatewayScope[]>(['chat'])
  const [failure, setFailure] = useState<string | null>(null)
  const [made, setMade] = useState<Made | null>(null)

  const add = async () => {
    const page = origin.trim()
    const reply = await client.call('gateway.addClient', { name: name.trim(), scopes: [...scopes], origins: page === '' ? [] : [page] })
    if (!reply.ok) {
      setFailure(reply.error.message)
      return
    }
    setFailure(null)
    setMade({ name: reply.value.client.name, token: reply.value.token })
    setName('')
    setOrigin('')
    setScopes(['chat'])
  }

  if (made !== null) return <NewToken made={made} onDone={() => setMade(null)} />
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <label className={styles.label} htmlFor={nameId}>
        {words.say('gateway.name')}
      </label>
      <input
        id={nameId}
        className={input.input}
        value={name}
        maxLength={60}
        autoComplete="off"
        placeholder={words.say('gateway.namePlaceholder')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <fieldset className={styles.scopes}>
        <legend className={styles.label}>{words.say('gateway.scopes')}</legend>
        {gatewayScopeSchema.options.map((scope) => (
          <label key={scope} className={styles.scope}>
            <input
              type="checkbox"
              className={field.check}
              checked={scopes.includes(scope)}
              onChange={(event) => setScopes(event.currentTarget.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
            />
            {words.say(`gateway.scope.${scope}`)}
          </label>
        ))}
        <p className={styles.facts}>{words.say('gateway.scopeLine.approve')}</p>
      </fieldset>
      <label className={styles.label} htmlFor={originId}>
        {words.say('gateway.origin')}
      </label>
      <input
        id={originId}
        className={input.input}
        value={origin}
        maxLength={300}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="http://localhost:3000"
        aria-describedby={originLineId}
        onChange={(event) => setOrigin(event.currentTarget.value)}
      />
      <p className={styles.facts} id={originLineId}>
        {words.say('gateway.originLine')}
      </p>
      {failure !== null && <Fault>{words.say('settings.failed', { reason: failure })}</Fault>}
      <div>
        <Button type="submit" look="ink" disabled={name.trim() === '' || scopes.length === 0}>
          {words.say('gateway.add')}
        </Button>
      </div>
    </form>
  )
}

function NewToken({ made, onDone }: { readonly made: Made; onDone(): void }) {
  const words = useWords()
  const tokenId = useId()
  const [copied, setCopied] = useState(false)
  return (
    <div className={styles.form}>
      <label className={styles.label} htmlFor={tokenId}>
        {words.say('gateway.token', { name: made.name })}
      </label>
      <input
        id={tokenId}
        className={`${input.input} ${styles.token}`}
        value={made.token}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className={styles.facts}>{words.say('gateway.tokenLine')}</p>
      <div className={styles.buttons}>
        <Button
          look="ink"
          onClick={() => {
            void navigator.clipboard.writeText(made.token).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }}
        >
          {words.say(copied ? 'gateway.copied' : 'gateway.copy')}
        </Button>
        <Button onClick={onDone}>{words.say('gateway.done')}</Button>
      </div>
    </div>
  )
}
