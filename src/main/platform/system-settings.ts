import type { SystemPage } from '../../shared/ipc/desktop-calls'

const pages: Readonly<Record<'darwin' | 'win32', Readonly<Record<SystemPage, string | null>>>> = {
  darwin: {
    microphone: 'x-apple.systempreferences:com.apple.preference.security?Privacy_Microphone',
    keyboard: 'x-apple.systempreferences:com.apple.preference.security?Privacy_Accessibility',
  },
  // every program may watch the keyboard there
  win32: { microphone: 'ms-settings:privacy-microphone', keyboard: null },
}

/** The address of a page of the system's own settings; null if the system has none. */
export function systemSettingsAddress(page: SystemPage, operatingSystem: 'linux' | 'darwin' | 'win32'): string | null {
  return operatingSystem === 'linux' ? null : pages[operatingSystem][page]
}

/** Opens a page of the system's own settings. Rejects if the system has none. */
export async function openSystemPage(
  page: SystemPage,
  operatingSystem: 'linux' | 'darwin' | 'win32',
  open: (address: string) => Promise<void>,
): Promise<void> {
  const address = systemSettingsAddress(page, operatingSystem)
  if (address === null) throw new Error(`no page for the ${page} on ${operatingSystem}`)
  await open(address)
}
