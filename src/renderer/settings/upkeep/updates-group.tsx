import { useEffect, useState } from 'react'
import type { UpdateState } from '../../../shared/ipc/upkeep-calls'
import type { Translator } from '../../i18n/translate'
import { useWords } from '../../i18n/words'
import { useApp, useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { Fault } from '../../ui/fault'
import { momentOf } from '../../ui/format'
import { Select } from '../../ui/select'
import { SettingsGroup, SettingsRow } from '../settings-group'
import { SwitchRow } from '../switch-row'

/** Whether newer versions are looked for, which ones, and what was found. */
export function UpdatesGroup() {
  const words = useWords()
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
    <SettingsGroup name={words.say('updates.title')}>
      <SettingsRow
        name={words.say('updates.state')}
        line={stateWords(state, words)}
        control={() =>
          state.phase === 'ready' ? (
            <Button onClick={() => void install()}>{words.say('updates.install', { version: state.version })}</Button>
          ) : (
            state.phase !== 'unavailable' && (
              <Button disabled={busy} onClick={() => void client.call('updates.check', null)}>
                {words.say('updates.check')}
              </Button>
            )
          )
        }
      />
      {refusal !== null && <Fault>{refusal}</Fault>}
      <SwitchRow setting="updates" name={words.say('updates.auto')} line={words.say('updates.autoLine')} />
      <SettingsRow
        name={words.say('updates.channel')}
        keys={['updateChannel']}
        line={words.say('updates.channelLine')}
        control={(labelledBy, describedBy) => (
          <Select
            value={channel}
            labelledBy={labelledBy}
            describedBy={describedBy}
            choices={(['latest', 'beta'] as const).map((value) => ({ value, label: words.say(`updates.channel.${value}`) }))}
            onChange={(updateChannel) => void actions.updateSettings({ updateChannel })}
          />
        )}
      />
    </SettingsGroup>
  )
}

/** Null until main has answered. */
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

function stateWords(state: UpdateState, words: Translator): string {
  switch (state.phase) {
    case 'idle':
      return state.checkedAt === null
        ? words.say('updates.idle')
        : words.say('updates.newest', { time: momentOf(state.checkedAt, words.locale) })
    case 'fetching':
      return words.say('updates.fetching', { version: state.version, percent: state.percent })
    case 'ready':
      return words.say('updates.ready', { version: state.version, notes: state.notes })
    case 'failed':
      return words.say('updates.failed', { reason: state.reason })
    default:
      return words.say(`updates.${state.phase}`)
  }
}
