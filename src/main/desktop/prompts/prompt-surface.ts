import type { Platform } from '../../platform/platform'

/** Where an open question reaches the user: on its card alone, in a notification that leads there, in the overlay, or in a dialog of the system. */
export type AskingPlace = 'card' | 'notification' | 'overlay' | 'dialog'

/**
 * The one rule for it. Who has the window in front sees the card. A window that is there but not in front is told of by a
 * notification, because a dialog would take the keyboard from whatever the user does. Without a window there is no card to
 * lead to: the overlay asks, which takes no keyboard, and where the user has none a dialog.
 */
export function askingPlace(platform: Pick<Platform, 'windowVisible' | 'windowFocused'>, overlay: boolean): AskingPlace {
  if (!platform.windowVisible()) return overlay ? 'overlay' : 'dialog'
  return platform.windowFocused() ? 'card' : 'notification'
}
