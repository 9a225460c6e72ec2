import { useState } from 'react'
import type { GatewayClient } from '../../../shared/gateway/gateway-client'
import { makeVisible } from '../../../shared/text/make-visible'
import { useWords } from '../../i18n/words'
import { useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { Fault } from '../../ui/fault'
import styles from './gateway-section.module.css'

/** The programs that have access, each with what it may do and a way to shut it out. */
export function ClientList({ clients }: { readonly clients: readonly GatewayClient[] }) {
  const words = useWords()
  const { client } = useServices()
  const [failure, setFailure] = useState<string | null>(null)
  const revoke = async (clientId: string) => {
    const reply = await client.call('gateway.revokeClient', { clientId })
    setFailure(reply.ok ? null : reply.error.message)
  }
  const time = (at: number) => new Intl.DateTimeFormat(words.language, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
  if (clients.length === 0) return <p className={styles.line}>{words.say('gateway.none')}</p>
  return (
    <>
      <ul className={styles.list}>
        {clients.map((one) => (
          <li key={one.clientId} className={styles.client}>
            <div className={styles.words}>
              <p className={styles.name}>{makeVisible(one.name)}</p>
              <p className={styles.facts}>
                {words.say('gateway.may', {
                  scopes: one.scopes.map((scope) => words.say(`gateway.scope.${scope}`)).join(words.say('limit.join')),
                })}
              </p>
              <p className={styles.facts}>
                {one.lastUsedAt === null ? words.say('gateway.neverUsed') : words.say('gateway.usedAt', { time: time(one.lastUsedAt) })}
                {one.origins.length > 0 && ` · ${words.say('gateway.pages', { origins: one.origins.join(' ') })}`}
              </p>
            </div>
            <Button aria-label={words.say('gateway.revokeOf', { name: one.name })} onClick={() => void revoke(one.clientId)}>
              {words.say('gateway.revoke')}
            </Button>
          </li>
        ))}
      </ul>
      {failure !== null && (
        <div className={styles.under}>
          <Fault>{words.say('settings.failed', { reason: failure })}</Fault>
        </div>
      )}
    </>
  )
}
