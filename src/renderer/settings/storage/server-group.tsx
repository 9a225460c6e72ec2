import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { longestKey } from '../../../shared/ipc/limits'
import type { ServerState } from '../../../shared/ipc/server-calls'
import { readServerAddress } from '../../../shared/text/server-address'
import { useI18n } from '../../i18n/i18n-provider'
import type { Translator } from '../../i18n/translate'
import { useApp, useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { Fault } from '../../ui/fault'
import { momentOf } from '../../ui/format'
import row from '../address-row.module.css'
import { SettingsGroup, SettingsRow } from '../settings-group'
import input from '../settings-input.module.css'
import styles from './storage.module.css'
import { useServer } from './use-server'

/**
 * A libSQL server that also stores the conversations: its address, its token, and its state. A stored token can be
 * replaced, never read.
 */
export function ServerGroup() {
  const i18n = useI18n()
  const { client } = useServices()
  const saved = useApp((state) => state.settings.serverAddress)
  const state = useServer()
  const [typed, setTyped] = useState(saved)
  const [token, setToken] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [waits, setWaits] = useState(false)
  useEffect(() => setTyped(saved), [saved])

  const ask = async (call: 'server.disconnect' | 'server.exchange') => {
    setFault(null)
    const reply = await client.call(call, null)
    if (!reply.ok) setFault(reply.error.message)
  }
  const connect = async (event: FormEvent) => {
    event.preventDefault()
    const read = readServerAddress(typed)
    if (!read.ok) return setFault(i18n.t(`server.${read.error.code}`))
    setFault(null)
    setWaits(true)
    const reply = await client.call('server.connect', { address: read.value.url, token: token.trim() === '' ? null : token.trim() })
    setWaits(false)
    if (reply.ok) setToken('')
    else setFault(reply.error.message)
  }
  const changed = typed.trim() !== saved || token.trim() !== ''

  return (
    <form className={styles.form} onSubmit={(event) => void connect(event)}>
      <SettingsGroup name={i18n.t('server.title')}>
        <SettingsRow
          name={i18n.t('server.address')}
          line={i18n.t('server.addressLine')}
          control={(labelledBy, describedBy) => (
            <input
              className={input.input}
              type="text"
              inputMode="url"
              value={typed}
              maxLength={2000}
              spellCheck={false}
              autoComplete="off"
              placeholder="libsql://"
              aria-labelledby={labelledBy}
              aria-describedby={describedBy}
              onChange={({ currentTarget }) => {
                setTyped(currentTarget.value)
                setFault(null)
              }}
            />
          )}
        />
        <SettingsRow
          name={i18n.t('server.token')}
          line={i18n.t(state?.hasToken === true ? 'server.tokenKept' : 'server.tokenLine')}
          control={(labelledBy, describedBy) => (
            <>
              <input
                className={input.input}
                type="password"
                value={token}
                maxLength={longestKey}
                spellCheck={false}
                autoComplete="off"
                aria-labelledby={labelledBy}
                aria-describedby={describedBy}
                onChange={({ currentTarget }) => {
                  setToken(currentTarget.value)
                  setFault(null)
                }}
              />
              {changed && typed.trim() !== '' && (
                <Button type="submit" look="ink" disabled={waits}>
                  {i18n.t('server.connect')}
                </Button>
              )}
            </>
          )}
        />
        {state !== null && state.phase !== 'off' && (
          <SettingsRow
            name={i18n.t('server.state')}
            line={standing(state, i18n)}
            control={(_, describedBy) => (
              <>
                <Button aria-describedby={describedBy} disabled={state.phase === 'working'} onClick={() => void ask('server.exchange')}>
                  {i18n.t('server.now')}
                </Button>
                <Button aria-describedby={describedBy} onClick={() => void ask('server.disconnect')}>
                  {i18n.t('server.disconnect')}
                </Button>
              </>
            )}
          />
        )}
        {fault !== null && (
          <div className={row.under}>
            <Fault>{fault}</Fault>
          </div>
        )}
        {state?.storage === 'memory' && (state.hasToken || token !== '') && (
          <p className={row.warning}>
            <TriangleAlert size={14} strokeWidth={2.2} aria-hidden />
            {i18n.t('server.noStore')}
          </p>
        )}
      </SettingsGroup>
    </form>
  )
}

function standing({ phase, fault, waiting, at }: ServerState, i18n: Translator): string {
  if (phase === 'working') return i18n.t('server.working')
  const open = waiting === 0 ? '' : ` · ${i18n.count('server.waiting', waiting)}`
  if (fault !== null) return `${i18n.t(`server.fault.${fault}`)}${open}`
  const last = at === null ? '' : i18n.t('server.even', { time: momentOf(at, i18n.locale) })
  return waiting === 0 ? last : i18n.count('server.waiting', waiting)
}
