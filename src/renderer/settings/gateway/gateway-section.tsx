import { useEffect, useState } from 'react'
import { toldWords } from '../../../shared/told/told-words'
import { useWords } from '../../i18n/words'
import { useApp, useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { Fault } from '../../ui/fault'
import { SettingsGroup, SettingsRow } from '../settings-group'
import input from '../settings-input.module.css'
import { SwitchRow } from '../switch-row'
import { ClientForm } from './client-form'
import { ClientList } from './client-list'
import styles from './gateway-section.module.css'
import { useGateway } from './use-gateway'

/** Whether other programs of this computer may use Parley, which ones, and what each may do. */
export function GatewaySection() {
  const words = useWords()
  const gateway = useGateway()
  const port = gateway?.port ?? null
  return (
    <>
      <SettingsGroup name={words.say('gateway.title')}>
        <SwitchRow setting="gateway" name={words.say('gateway.on')} line={words.say('gateway.onLine')} />
        <PortRow />
        <p className={styles.line} role="status">
          {port === null ? words.say('gateway.off') : words.say('gateway.listening', { address: `http://127.0.0.1:${port}` })}
        </p>
        {gateway !== null && gateway.problem !== null && (
          <div className={styles.under}>
            <Fault>{toldWords(gateway.problem, words)}</Fault>
          </div>
        )}
      </SettingsGroup>
      <SettingsGroup name={words.say('gateway.programs')}>
        <ClientList clients={gateway?.clients ?? []} />
      </SettingsGroup>
      <SettingsGroup name={words.say('gateway.new')}>
        <ClientForm />
      </SettingsGroup>
    </>
  )
}

function PortRow() {
  const words = useWords()
  const { actions } = useServices()
  const kept = useApp((state) => state.settings.gatewayPort)
  const [typed, setTyped] = useState(String(kept))
  const [tried, setTried] = useState(false)
  useEffect(() => setTyped(String(kept)), [kept])
  const port = /^\d{4,5}$/.test(typed) ? Number(typed) : 0
  const fits = port >= 1024 && port <= 65_535
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (fits) void actions.updateSettings({ gatewayPort: port })
      }}
    >
      <SettingsRow
        name={words.say('gateway.port')}
        keys={['gatewayPort']}
        line={words.say('gateway.portLine')}
        control={(labelledBy, describedBy) => (
          <>
            <input
              className={`${input.input} ${styles.port}`}
              type="text"
              inputMode="numeric"
              value={typed}
              maxLength={5}
              autoComplete="off"
              aria-labelledby={labelledBy}
              aria-describedby={describedBy}
              aria-invalid={tried && !fits}
              onChange={(event) => {
                setTyped(event.currentTarget.value)
                setTried(false)
              }}
            />
            {typed !== String(kept) && (
              <Button type="submit" look="ink">
                {words.say('gateway.save')}
              </Button>
            )}
          </>
        )}
      />
      {tried && !fits && (
        <div className={styles.under}>
          <Fault>{words.say('gateway.portWrong')}</Fault>
        </div>
      )}
    </form>
  )
}
