import { type NotificationKind, notificationSettings } from '../../../shared/ipc/notification-choices'
import type { Settings } from '../../../shared/ipc/schemas'
import type { Disposable } from '../../lib/disposable'
import type { Desktop, NotificationListener, NotificationText } from '../desktop'

/** Shows a notification of one kind, unless the user does not want that kind. */
export type NotifyAsChosen = (kind: NotificationKind, words: NotificationText, listener?: NotificationListener) => Disposable

/** The only way to the system's notifications: each time the settings decide. Without a desktop there are none. */
export function notifyAsChosen(desktop: Pick<Desktop, 'notify'> | null, settings: () => Settings): NotifyAsChosen {
  return (kind, words, listener) => {
    if (desktop === null || !settings()[notificationSettings[kind]]) return { dispose: () => undefined }
    return desktop.notify(words, listener)
  }
}
