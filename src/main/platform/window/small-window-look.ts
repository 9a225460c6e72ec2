import type { Settings } from '../../../shared/ipc/schemas'
import type { SmallWindowLook } from '../../../shared/ipc/small-window-calls'
import type { Platform } from '../platform'

/** How a small window looks, as the settings say. */
export function lookOf(
  settings: Settings,
  { operatingSystem, systemLocale }: Pick<Platform, 'operatingSystem' | 'systemLocale'>,
): SmallWindowLook {
  const { theme, language, textSize, contrast, motion } = settings
  return { theme, language, textSize, contrast, motion, operatingSystem, systemLocale }
}
