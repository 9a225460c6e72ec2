import process from 'node:process'
import type { Desktop } from '../desktop'
import { createLinuxNotifications, type LinuxNotificationsOptions } from './linux-notifications'

/**
 * The desktop; on Linux, with buttons on notifications if the desktop's own service shows them, which Electron does not use.
 * Notifications without buttons, or without such a service, are left to Electron.
 */
export function withLinuxNotifications(
  desktop: Desktop,
  { clock, report }: Pick<LinuxNotificationsOptions, 'clock' | 'report'>,
  bringToFront: () => void,
): Desktop {
  if (process.platform !== 'linux') return desktop
  const linux = createLinuxNotifications({ clock, report, bringToFront, environment: process.env })
  return {
    ...desktop,
    notificationButtons: () => linux.buttons(),
    notify: (words, listener) =>
      listener === undefined || words.buttons === undefined || words.buttons.length === 0
        ? desktop.notify(words, listener)
        : linux.show(words, listener),
  }
}
