import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { SettingsGroup, SettingsRow } from './settings-group'
import { CrashesGroup } from './upkeep/crashes-group'
import { UpdatesGroup } from './upkeep/updates-group'

/** The installed version and its runtime. */
export function AboutSection() {
  const i18n = useI18n()
  const { actions } = useServices()
  const { version, runtime } = useApp((state) => state.installation)
  return (
    <>
      <SettingsGroup name={i18n.t('app.name')}>
        <SettingsRow name={i18n.t('settings.version')} control={() => <span>{version}</span>} />
        <SettingsRow name={i18n.t('settings.runtime')} control={() => <span>{runtime}</span>} />
        <SettingsRow
          name={i18n.t('setUp.again')}
          line={i18n.t('setUp.againLine')}
          control={(labelledBy) => (
            <Button aria-describedby={labelledBy} onClick={() => actions.setUpAgain()}>
              {i18n.t('setUp.againButton')}
            </Button>
          )}
        />
      </SettingsGroup>
      <UpdatesGroup />
      <CrashesGroup />
    </>
  )
}
