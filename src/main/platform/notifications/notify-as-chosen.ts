import { type NotificationKind, notificationSettings } from '../../../shared/ipc/notification-choices'
import type { Settings } from '../../../shared/ipc/schemas'
import type { Disposable } from '../../lib/disposable'
import type { Desktop, NotificationListener, NotificationText } from '../desktop'

/** Shows a notification of one kind, unless the user has turned that kind off. */
export type NotifyAsChosen = (kind: NotificationKind, words: NotificationText, listener?: NotificationListener) => Disposable

/** The only access to the system's notifications: the settings decide each time. Without a desktop there are none. */
export function notifyAsChosen(desktop: Pick<Desktop, 'notify'> | null, settings: () => Settings): NotifyAsChosen {
  return (kind, words, listener) => {
    if (desktop === null || !settings()[notificationSettings[kind]]) return { dispose: () => undefined }
    return desktop.notify(words, listener)
  }
}
