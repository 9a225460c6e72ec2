import type { SystemPage } from '../../shared/ipc/desktop-calls'
import { useI18n } from '../i18n/i18n-provider'
import type { AppState } from '../state/app-state'
import { useApp, useServices } from '../state/context'
import { Button } from './button'

/** Whether the system's own settings have a page with that permission, and Parley can open it. */
export function hasSystemPage(page: SystemPage, { platform, operatingSystem }: AppState['installation']): boolean {
  return platform === 'electron' && (operatingSystem === 'darwin' || (operatingSystem === 'win32' && page === 'microphone'))
}

/** Opens the page of the system settings with a permission of Parley; hidden if the system has no such page. */
export function SystemSettingsButton({ page, small = false }: { readonly page: SystemPage; readonly small?: boolean }) {
  const i18n = useI18n()
  const { client } = useServices()
  const installation = useApp((state) => state.installation)
  if (!hasSystemPage(page, installation)) return null
  return (
    <Button small={small} onClick={() => void client.call('system.settings', { page })}>
      {i18n.t('setUp.systemSettings')}
    </Button>
  )
}
