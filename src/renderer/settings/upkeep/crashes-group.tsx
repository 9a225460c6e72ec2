import { useEffect, useState } from 'react'
import type { CrashReport } from '../../../shared/ipc/upkeep-calls'
import { useWords } from '../../i18n/words'
import { useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { momentOf, wholeNumber } from '../../ui/format'
import { SettingsGroup, SettingsRow } from '../settings-group'

/** The reports of crashes that lie on this computer, and what to do with them. */
export function CrashesGroup() {
  const words = useWords()
  const { client } = useServices()
  const [reports, setReports] = useState<readonly CrashReport[] | null>(null)
  useEffect(() => {
    void client.call('crashes.list', null).then((reply) => reply.ok && setReports(reply.value.reports))
  }, [client])
  if (reports === null) return null
  const remove = async (): Promise<void> => {
    const reply = await client.call('crashes.remove', null)
    if (reply.ok) setReports(reply.value.reports)
  }
  const [last] = reports
  const found =
    last === undefined
      ? words.say('crashes.none')
      : words.say('crashes.some', { count: wholeNumber(reports.length, words.locale), time: momentOf(last.at, words.locale) })
  return (
    <SettingsGroup name={words.say('crashes.title')}>
      <SettingsRow
        name={words.say('crashes.reports')}
        line={words.say('crashes.line', { found })}
        control={() =>
          last !== undefined && (
            <>
              <Button onClick={() => void client.call('crashes.show', null)}>{words.say('crashes.show')}</Button>
              <Button onClick={() => void remove()}>{words.say('crashes.remove')}</Button>
            </>
          )
        }
      />
    </SettingsGroup>
  )
}
