import { useI18n } from '../../i18n/i18n-provider'
import { SettingsGroup, SettingsRow } from '../settings-group'
import { SwitchRow } from '../switch-row'

/** What Google stores of conversations: of typed ones according to the user's choice, of spoken ones unspecified. */
export function GoogleGroup() {
  const i18n = useI18n()
  return (
    <SettingsGroup name={i18n.t('google.title')}>
      <SwitchRow setting="storeAtGoogle" name={i18n.t('google.store')} line={i18n.t('google.storeLine')} />
      <SettingsRow name={i18n.t('google.live')} line={i18n.t('google.liveLine')} control={() => null} />
    </SettingsGroup>
  )
}
