import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { currentStatus } from '../state/selectors'
import { Button } from '../ui/button'
import { SettingsGroup, SettingsRow } from './settings-group'
import { SwitchRow } from './switch-row'

/** Developer mode, and where each of its parts is found while it is on. */
export function DeveloperSection() {
  const i18n = useI18n()
  const { actions } = useServices()
  const developer = useApp((state) => state.settings.developer)
  const desktop = useApp((state) => state.installation.platform === 'electron')
  const firstSoundMs = useApp((state) => currentStatus(state)?.firstSoundMs ?? null)
  return (
    <SettingsGroup name={i18n.t('settings.developer')}>
      <SwitchRow setting="developer" name={i18n.t('settings.developer')} line={i18n.t('settings.developerLine')} />
      {developer && (
        <>
          <SettingsRow
            name={i18n.t('developer.inspector')}
            line={i18n.t('developer.inspectorLine')}
            control={() => (
              <>
                {desktop && (
                  <Button look="edge" onClick={() => actions.inspectInWindow(null)}>
                    {i18n.t('developer.inspectorWindow')}
                  </Button>
                )}
                <Button look="edge" onClick={() => actions.inspect(null)}>
                  {i18n.t('developer.inspectorOpen')}
                </Button>
              </>
            )}
          />
          <SettingsRow
            name={i18n.t('developer.firstSound')}
            line={i18n.t('developer.firstSoundLine')}
            control={() => (
              <span>
                {firstSoundMs === null
                  ? i18n.t('developer.firstSoundNone')
                  : i18n.t('bar.firstSound', { seconds: (firstSoundMs / 1000).toFixed(2) })}
              </span>
            )}
          />
          <SettingsRow
            name={i18n.t('developer.faults')}
            line={i18n.t('developer.faultsLine')}
            control={() => (
              <Button look="edge" onClick={actions.showDemos}>
                {i18n.t('developer.faultsOpen')}
              </Button>
            )}
          />
        </>
      )}
    </SettingsGroup>
  )
}
