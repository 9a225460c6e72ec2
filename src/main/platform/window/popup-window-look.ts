import type { PopupWindowLook } from '../../../shared/ipc/popup-window-calls'
import type { Settings } from '../../../shared/ipc/schemas'
import type { Platform } from '../platform'

/** The appearance of a popup window, from the settings. */
export function lookOf(
  settings: Settings,
  { operatingSystem, systemLocale }: Pick<Platform, 'operatingSystem' | 'systemLocale'>,
): PopupWindowLook {
  const { theme, language, textSize, contrast, motion } = settings
  return { theme, language, textSize, contrast, motion, operatingSystem, systemLocale }
}
