import { useEffect, useState } from 'react'
import { displayText } from '../../../shared/messages/message'
import { useI18n } from '../../i18n/i18n-provider'
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
  const i18n = useI18n()
  const gateway = useGateway()
  const port = gateway?.port ?? null
  return (
    <>
      <SettingsGroup name={i18n.t('gateway.title')}>
        <SwitchRow setting="gateway" name={i18n.t('gateway.on')} line={i18n.t('gateway.onLine')} />
        <PortRow />
        <p className={styles.line} role="status">
          {port === null ? i18n.t('gateway.off') : i18n.t('gateway.listening', { address: `http://127.0.0.1:${port}` })}
        </p>
        {gateway !== null && gateway.problem !== null && (
          <div className={styles.under}>
            <Fault>{displayText(gateway.problem, i18n)}</Fault>
          </div>
        )}
      </SettingsGroup>
      <SettingsGroup name={i18n.t('gateway.programs')}>
        <ClientList clients={gateway?.clients ?? []} />
      </SettingsGroup>
      <SettingsGroup name={i18n.t('gateway.new')}>
        <ClientForm />
      </SettingsGroup>
    </>
  )
}

function PortRow() {
  const i18n = useI18n()
  const { actions } = useServices()
  const saved = useApp((state) => state.settings.gatewayPort)
  const [typed, setTyped] = useState(String(saved))
  const [tried, setTried] = useState(false)
  useEffect(() => setTyped(String(saved)), [saved])
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
        name={i18n.t('gateway.port')}
        keys={['gatewayPort']}
        line={i18n.t('gateway.portLine')}
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
            {typed !== String(saved) && (
              <Button type="submit" look="ink">
                {i18n.t('gateway.save')}
              </Button>
            )}
          </>
        )}
      />
      {tried && !fits && (
        <div className={styles.under}>
          <Fault>{i18n.t('gateway.portWrong')}</Fault>
        </div>
      )}
    </form>
  )
}
