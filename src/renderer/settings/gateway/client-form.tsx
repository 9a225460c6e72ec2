import { useId, useState } from 'react'
import { type GatewayScope, gatewayScopeSchema } from '../../../shared/gateway/gateway-client'
import { useI18n } from '../../i18n/i18n-provider'
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

/** Gives a program access: its name, its scopes, and its token, shown once. */
export function ClientForm() {
  const i18n = useI18n()
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
        {i18n.t('gateway.name')}
      </label>
      <input
        id={nameId}
        className={input.input}
        value={name}
        maxLength={60}
        autoComplete="off"
        placeholder={i18n.t('gateway.namePlaceholder')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <fieldset className={styles.scopes}>
        <legend className={styles.label}>{i18n.t('gateway.scopes')}</legend>
        {gatewayScopeSchema.options.map((scope) => (
          <label key={scope} className={styles.scope}>
            <input
              type="checkbox"
              className={field.check}
              checked={scopes.includes(scope)}
              onChange={(event) => setScopes(event.currentTarget.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
            />
            {i18n.t(`gateway.scope.${scope}`)}
          </label>
        ))}
        <p className={styles.facts}>{i18n.t('gateway.scopeLine.approve')}</p>
      </fieldset>
      <label className={styles.label} htmlFor={originId}>
        {i18n.t('gateway.origin')}
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
        {i18n.t('gateway.originLine')}
      </p>
      {failure !== null && <Fault>{i18n.t('settings.failed', { reason: failure })}</Fault>}
      <div>
        <Button type="submit" look="ink" disabled={name.trim() === '' || scopes.length === 0}>
          {i18n.t('gateway.add')}
        </Button>
      </div>
    </form>
  )
}

function NewToken({ made, onDone }: { readonly made: Made; onDone(): void }) {
  const i18n = useI18n()
  const tokenId = useId()
  const [copied, setCopied] = useState(false)
  return (
    <div className={styles.form}>
      <label className={styles.label} htmlFor={tokenId}>
        {i18n.t('gateway.token', { name: made.name })}
      </label>
      <input
        id={tokenId}
        className={`${input.input} ${styles.token}`}
        value={made.token}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className={styles.facts}>{i18n.t('gateway.tokenLine')}</p>
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
          {i18n.t(copied ? 'gateway.copied' : 'gateway.copy')}
        </Button>
        <Button onClick={onDone}>{i18n.t('gateway.done')}</Button>
      </div>
    </div>
  )
}
