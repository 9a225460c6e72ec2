import { useEffect, useState } from 'react'
import type { UpdateState } from '../../../shared/ipc/upkeep-calls'
import { useI18n } from '../../i18n/i18n-provider'
import type { Translator } from '../../i18n/translate'
import { useApp, useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { Fault } from '../../ui/fault'
import { momentOf } from '../../ui/format'
import { Select } from '../../ui/select'
import { SettingsGroup, SettingsRow } from '../settings-group'
import { SwitchRow } from '../switch-row'

/** Whether Parley looks for newer versions, which ones, and the result. */
export function UpdatesGroup() {
  const i18n = useI18n()
  const { client, actions } = useServices()
  const channel = useApp((state) => state.settings.updateChannel)
  const state = useUpdates()
  const [refusal, setRefusal] = useState<string | null>(null)
  if (state === null) return null
  const install = async (): Promise<void> => {
    const reply = await client.call('updates.install', null)
    setRefusal(reply.ok ? null : reply.error.message)
  }
  const busy = state.phase === 'checking' || state.phase === 'fetching'
  return (
    <SettingsGroup name={i18n.t('updates.title')}>
      <SettingsRow
        name={i18n.t('updates.state')}
        line={stateWords(state, i18n)}
        control={() =>
          state.phase === 'ready' ? (
            <Button onClick={() => void install()}>{i18n.t('updates.install', { version: state.version })}</Button>
          ) : (
            state.phase !== 'unavailable' && (
              <Button disabled={busy} onClick={() => void client.call('updates.check', null)}>
                {i18n.t('updates.check')}
              </Button>
            )
          )
        }
      />
      {refusal !== null && <Fault>{refusal}</Fault>}
      {state.phase !== 'unavailable' && (
        <>
          <SwitchRow setting="updates" name={i18n.t('updates.auto')} line={i18n.t('updates.autoLine')} />
          <SettingsRow
            name={i18n.t('updates.channel')}
            keys={['updateChannel']}
            line={i18n.t('updates.channelLine')}
            control={(labelledBy, describedBy) => (
              <Select
                value={channel}
                labelledBy={labelledBy}
                describedBy={describedBy}
                choices={(['latest', 'beta'] as const).map((value) => ({ value, label: i18n.t(`updates.channel.${value}`) }))}
                onChange={(updateChannel) => void actions.updateSettings({ updateChannel })}
              />
            )}
          />
        </>
      )}
    </SettingsGroup>
  )
}

/** Null until main has replied. */
function useUpdates(): UpdateState | null {
  const { client } = useServices()
  const [state, setState] = useState<UpdateState | null>(null)
  useEffect(() => {
    const stop = client.on('updates.changed', setState)
    void client.call('updates.state', null).then((reply) => reply.ok && setState((known) => known ?? reply.value))
    return stop
  }, [client])
  return state
}

function stateWords(state: UpdateState, i18n: Translator): string {
  switch (state.phase) {
    case 'idle':
      return state.checkedAt === null ? i18n.t('updates.idle') : i18n.t('updates.newest', { time: momentOf(state.checkedAt, i18n.locale) })
    case 'fetching':
      return i18n.t('updates.fetching', { version: state.version, percent: state.percent })
    case 'ready':
      return i18n.t('updates.ready', { version: state.version, notes: state.notes })
    case 'failed':
      return i18n.t('updates.failed', { reason: state.reason })
    default:
      return i18n.t(`updates.${state.phase}`)
  }
}
