import type { SystemPage } from '../../shared/ipc/desktop-calls'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Button } from './button'

/** Opens the page of the system settings with a permission of Parley; hidden if the system has no such page. */
export function SystemSettingsButton({ page }: { readonly page: SystemPage }) {
  const i18n = useI18n()
  const { client } = useServices()
  const { platform, operatingSystem } = useApp((state) => state.installation)
  const hasPage = operatingSystem === 'darwin' || (operatingSystem === 'win32' && page === 'microphone')
  if (platform !== 'electron' || !hasPage) return null
  return <Button onClick={() => void client.call('system.settings', { page })}>{i18n.t('setUp.systemSettings')}</Button>
}
