import { useEffect, useState } from 'react'
import { useI18n } from '../i18n/i18n-provider'
import { useServices } from '../state/context'
import { Switch } from '../ui/switch'
import { SettingsRow } from './settings-group'

/**
 * Starts Parley at login, in the background. The system stores this, so it is asked; hidden if the system does not
 * support it.
 */
export function LoginRow() {
  const i18n = useI18n()
  const { client } = useServices()
  const [on, setOn] = useState<boolean | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    void client.call('login.get', null).then((reply) => setOn(reply.ok ? reply.value.on : null))
  }, [client])
  if (on === null) return null
  const change = async (wanted: boolean) => {
    const reply = await client.call('login.set', { on: wanted })
    if (reply.ok) setOn(reply.value.on)
    setFailure(reply.ok ? null : reply.error.message)
  }
  return (
    <SettingsRow
      name={i18n.t('desktop.login')}
      line={failure ?? i18n.t('desktop.loginLine')}
      control={(labelledBy, describedBy) => (
        <Switch checked={on} labelledBy={labelledBy} describedBy={describedBy} onChange={(wanted) => void change(wanted)} />
      )}
    />
  )
}
