import type { Platform } from '../../platform/platform'

/** Where an open approval reaches the user: only on its card, in a notification that leads there, in the overlay, or in a system dialog. */
export type PromptSurface = 'card' | 'notification' | 'overlay' | 'dialog'

/**
 * The rule that decides it. A user with the window in front sees the card. If the window is visible but not in front, a notification
 * is shown, because a dialog would take the focus from the user's work. Without a window there is no card to lead to: the overlay
 * asks, which takes no focus, or a dialog if the overlay is off.
 */
export function promptSurface(platform: Pick<Platform, 'windowVisible' | 'windowFocused'>, overlay: boolean): PromptSurface {
  if (!platform.windowVisible()) return overlay ? 'overlay' : 'dialog'
  return platform.windowFocused() ? 'card' : 'notification'
}
