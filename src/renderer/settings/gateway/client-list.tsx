import { useState } from 'react'
import type { GatewayClient } from '../../../shared/gateway/gateway-client'
import { makeVisible } from '../../../shared/text/make-visible'
import { useI18n } from '../../i18n/i18n-provider'
import { useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { Fault } from '../../ui/fault'
import styles from './gateway-section.module.css'

/** The programs with access, each with its scopes and a button to revoke it. */
export function ClientList({ clients }: { readonly clients: readonly GatewayClient[] }) {
  const i18n = useI18n()
  const { client } = useServices()
  const [failure, setFailure] = useState<string | null>(null)
  const revoke = async (clientId: string) => {
    const reply = await client.call('gateway.revokeClient', { clientId })
    setFailure(reply.ok ? null : reply.error.message)
  }
  const time = (at: number) => new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
  if (clients.length === 0) return <p className={styles.line}>{i18n.t('gateway.none')}</p>
  return (
    <>
      <ul className={styles.list}>
        {clients.map((one) => (
          <li key={one.clientId} className={styles.client}>
            <div className={styles.words}>
              <p className={styles.name}>{makeVisible(one.name)}</p>
              <p className={styles.facts}>
                {i18n.t('gateway.may', {
                  scopes: one.scopes.map((scope) => i18n.t(`gateway.scope.${scope}`)).join(i18n.t('limit.join')),
                })}
              </p>
              <p className={styles.facts}>
                {one.lastUsedAt === null ? i18n.t('gateway.neverUsed') : i18n.t('gateway.usedAt', { time: time(one.lastUsedAt) })}
                {one.origins.length > 0 && ` · ${i18n.t('gateway.pages', { origins: one.origins.join(' ') })}`}
              </p>
            </div>
            <Button aria-label={i18n.t('gateway.revokeOf', { name: one.name })} onClick={() => void revoke(one.clientId)}>
              {i18n.t('gateway.revoke')}
            </Button>
          </li>
        ))}
      </ul>
      {failure !== null && (
        <div className={styles.under}>
          <Fault>{i18n.t('settings.failed', { reason: failure })}</Fault>
        </div>
      )}
    </>
  )
}
