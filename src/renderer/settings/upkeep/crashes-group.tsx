import { useEffect, useState } from 'react'
import type { CrashReport } from '../../../shared/ipc/upkeep-calls'
import { useI18n } from '../../i18n/i18n-provider'
import { useServices } from '../../state/context'
import { Button } from '../../ui/button'
import { momentOf, wholeNumber } from '../../ui/format'
import { SettingsGroup, SettingsRow } from '../settings-group'

/** The crash reports on this computer, and actions on them. */
export function CrashesGroup() {
  const i18n = useI18n()
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
      ? i18n.t('crashes.none')
      : i18n.t('crashes.some', { count: wholeNumber(reports.length, i18n.locale), time: momentOf(last.at, i18n.locale) })
  return (
    <SettingsGroup name={i18n.t('crashes.title')}>
      <SettingsRow
        name={i18n.t('crashes.reports')}
        line={i18n.t('crashes.line', { found })}
        control={() =>
          last !== undefined && (
            <>
              <Button onClick={() => void client.call('crashes.show', null)}>{i18n.t('crashes.show')}</Button>
              <Button onClick={() => void remove()}>{i18n.t('crashes.remove')}</Button>
            </>
          )
        }
      />
    </SettingsGroup>
  )
}
